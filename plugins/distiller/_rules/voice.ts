/**
 * The speaker's words as they stand in a fact: "I", its verb, "my" and "me" in the third person where the grammar
 * is certain, a quotation otherwise.
 */
import { wordAt, kindAt } from './parts.ts'
import type { Grammar, Token } from './tokens.ts'

const plainly: Record<string, string> = {
  am: 'is',
  "'m": 'is',
  m: 'is',
  have: 'has',
  "'ve": 'has',
  ve: 'has',
  do: 'does',
  "'ll": 'will',
  ll: 'will'
}
const unchanged = new Set(['was', 'had', 'did', 'will', 'wo', 'ca', 'sha', 'used'])
/** Words of which no certain third person is known. */
const uncertain = new Set([
  'we',
  'us',
  'ours',
  'ourselves',
  'you',
  'your',
  'yours',
  'yourself',
  'myself',
  'mine',
  "let's",
  "y'all"
])

/** The words of a fact. `self` is "The user" or a name. */
export function inThirdPerson (all: Token[], self: string, grammar: Grammar): string {
  const last = all.findLastIndex(({ pos, lower }) =>
    pos !== 'PUNCT' && !/^(?:lol|haha|tho|xd|btw|lmao|though)$/.test(lower)
  )
  const tokens = all.slice(0, last + 1).concat(all.slice(last + 1).filter(({ pos }) => pos === 'PUNCT'))
  const rewritten = tokens.some(({ lower }) => uncertain.has(lower)) ? null : replaced(tokens, self, grammar)
  return rewritten === null ? `${self}: ${sentence(spaced(tokens))}` : sentence(spaced(rewritten))
}

/** Null where an "I" has no verb that it could be certain of. */
function replaced (tokens: Token[], self: string, grammar: Grammar): Token[] | null {
  const result = tokens.map(token => ({ ...token }))
  for (const [at, token] of tokens.entries()) {
    const person = at === 0 ? self : self.replace(/^The /, 'the ')
    const target = result[at] as Token
    if (token.lower === 'my' || token.lower === 'our') target.text = `${person}'s`
    if (token.lower === 'me') target.text = person
    if (token.lower !== 'i') continue
    target.text = person
    const verb = finiteVerb(tokens, at + 1)
    if (verb < 0) return null
    const agreed = agreeing(tokens, verb, grammar)
    if (agreed === null) return null
    const written = result[verb] as Token
    // "I'm" is two words in the third person.
    if (verb === at + 1 && written.start === token.end) written.start += 1
    written.text = agreed
  }
  return result
}

function finiteVerb (tokens: Token[], from: number): number {
  let at = from
  while (
    kindAt(tokens, at) === 'ADV' || wordAt(tokens, at) === 'never' ||
    (wordAt(tokens, at) === 'no' && wordAt(tokens, at + 1) === 'longer')
  ) at++
  const token = tokens[at]
  return token && (token.pos === 'VERB' || token.pos === 'AUX') ? at : -1
}

function agreeing (tokens: Token[], at: number, grammar: Grammar): string | null {
  const { lower, lemma, pos, text } = tokens[at] as Token
  if (unchanged.has(lower)) return text
  if (plainly[lower]) return plainly[lower]
  if (lower === "'d" || lower === 'd') return hadOrWould(tokens.slice(at + 1))
  if (pos === 'AUX') return text
  if (/ing$/.test(lower) && lemma !== lower) return null
  if (lower !== lemma || lower === 'quit') return text
  // "I set it up" may be said of today or of yesterday.
  return grammar.pastTense(lower) === lower ? null : grammar.thirdPerson(lower)
}

function hadOrWould (after: Token[]): string {
  const next = after.find(({ pos }) => pos !== 'ADV' && pos !== 'PART')
  return next && next.lower !== next.lemma ? 'had' : 'would'
}

/** The words with the spaces that they had. */
export function spaced (tokens: Token[]): string {
  return tokens.map((token, at) => {
    const before = tokens[at - 1]
    const joined = before === undefined || before.end === token.start ||
      /^(?:'(?:s|m|re|ve|ll|d)|n't)$/.test(token.text)
    return joined ? token.text : ` ${token.text}`
  }).join('')
}

/** One sentence: a capital, and a mark at its end. */
export function sentence (text: string): string {
  const trimmed = text.replace(/[\s,;:—–-]+$/u, '').replace(/^[\s,;:.—–-]+/u, '')
  const capital = /^\p{Ll}+\p{Lu}/u.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…"”'’)。！？]$/u.test(capital) && /[.!?…。！？]["”'’)]*$/u.test(capital)
    ? capital
    : `${capital.replace(/!+$/, '')}.`
}

/** Whether the speaker has no name. */
export const ownAtStart = (self: string) => self.startsWith('The ')
