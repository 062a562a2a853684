/** Keys, passwords and card numbers: they are not sent to an LLM and no fact that holds one is kept. */

const secrets = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // Tokens that announce themselves: OpenAI, GitHub, GitLab, Slack, AWS, Google, Stripe, npm, and JSON Web Tokens.
  /\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,}|[sr]k_(?:live|test)_\w{16,}|npm_\w{30,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*)/g,
  // "password is …" in the languages most often heard; the word after it, whatever it looks like.
  /\b(?:password|passwd|passphrase|passcode|pin(?: code)?|api[ _-]?key|secret key|access[ _-]?token|passwort|kennwort|mot de passe|contraseña|senha|palavra-passe|wachtwoord|lösenord|hasło)\s*(?:is|was|ist|lautet|est|es|é|:|=|are|to)+\s*["'“«]?[^\s"'”»,;]{3,}/giu,
  // What opens an alarm, a safe or a lock, whatever it is of.
  /\b(?:alarm|safe|vault|security|lock|padlock)(?: \p{L}+)? (?:code|combination|pin)(?: (?:for|of|to|on)(?: \p{L}+){1,3})? (?:is|was|:|=) *\d[\d -]{2,}/giu,
  /(?:пароль|密码|密碼|パスワード|비밀번호)\s*(?:это|是|は|은|는|:|：|=)*\s*["'“「]?[^\s"'”」,;。]{3,}/giu
]

/** 13 to 19 digits that pass the Luhn test, spaced or not. */
const cards = /\b\d(?:[ -]?\d){12,18}\b/g

export function withoutSecrets (text: string): string {
  let result = text
  for (const secret of secrets) result = result.replace(secret, '[secret]')
  return result.replace(cards, digits => isCard(digits) ? '[secret]' : digits)
}

export function holdsSecret (text: string): boolean {
  return withoutSecrets(text) !== text
}

function isCard (written: string): boolean {
  const digits = [...written.replace(/\D/g, '')].map(Number).toReversed()
  const sum = digits.reduce(
    (sum, digit, place) => sum + (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0
  )
  return sum % 10 === 0
}
