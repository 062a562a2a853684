/**
 * The speaker's words as they stand in a fact: "I", its verb, "my" and "me" in the third person where the grammar is
 * certain, a quotation otherwise.
 */
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { bareParent } from './kin.ts'
import type { Token } from './token.ts'

const agreeing: Record<string, string> = { am: 'is', "'m": 'is', have: 'has', "'ve": 'has', do: 'does', "'ll": 'will' }
/** The same for all persons. */
const invariable = /^(?:was|had|did|will|wo|can?|sha|could|would|should|may|might|must|ought|used|quit)$/
/** Words of which no certain third person is known. */
const uncertain = /^(?:we|us|ours?|ourselves|yours?|you|yourself|myself|mine|let's|y'all)$/

/** The words of a fact. `self` is "The user" or a name. */
export function inThirdPerson (tokens: Token[], self: string, grammar: Grammar): string {
  const rewritten = tokens.some(({ lower }) => uncertain.test(lower)) ? null : replaced(tokens, self, grammar)
  if (rewritten !== null) return asSentence(spaced(rewritten))
  // A pronoun may have been explained: "The user: My flatmate eats with us".
  return quoted(self, spaced(tokens.map(token => ({ ...token, text: token.text.replace(`${self}'s `, 'my ') }))))
}

/** Of whom words without a subject are said is not certain, so they are quoted. */
export const textOf = ({ subject, tokens }: Clause, self: string, grammar: Grammar): string =>
  subject.length === 0 || impliesSpeaker(tokens) ? quoted(self, spaced(tokens)) : inThirdPerson(tokens, self, grammar)

/** "The coach is relaxed, so considering a trip": who does? */
const impliesSpeaker = (tokens: Token[]) =>
  tokens.some(({ lower }, at) =>
    at > 0 && /^(?:so|hence|therefore)$/.test(lower) && /ing$/.test(tokens[at + 1]?.lower ?? '') &&
    tokens[at + 1]!.pos === 'VERB'
  )

export const quoted = (self: string, words: string) => `${self}: ${asSentence(words)}`

/** Null where an "I" has no verb that it could be certain of. */
function replaced (tokens: Token[], self: string, grammar: Grammar): Token[] | null {
  const result = tokens.map(token => ({ ...token }))
  for (const [at, { lower, end }] of tokens.entries()) {
    const person = at === 0 ? self : inside(self)
    const target = result[at] as Token
    if (lower === 'my') target.text = `${person}'s`
    if (lower === 'me') target.text = person
    if (isOwnParent(tokens, at)) target.text = `${person}'s ${lower}`
    if (lower !== 'i') continue
    const verb = tokens.findIndex(({ pos, lower }, place) => place > at && pos !== 'ADV' && lower !== 'never')
    const form = verb < 0 || isShared(tokens, at, verb) ? null : thirdPersonOf(tokens, verb, grammar)
    if (form === null) return null
    target.text = person
    const written = result[verb] as Token
    // "I'm" is two words in the third person.
    if (written.start === end) written.start += 1
    written.text = form
  }
  return result
}

/** "Dad had a stroke": the speaker's. */
const isOwnParent = (tokens: Token[], at: number) =>
  bareParent.test(tokens[at]!.lower) && tokens[at + 1]?.pos !== 'PROPN' &&
  !/DET|ADJ|NOUN|PROPN|NUM/.test(tokens[at - 1]?.pos ?? '') &&
  !/^(?:my|our|your|his|her|their|its|'s|thanks|thank|hi|hey)$/.test(tokens[at - 1]?.lower ?? '')

/** "Do I", "Tom and I", "I know and don't care": other words would have to agree as well. */
function isShared (tokens: Token[], at: number, verb: number): boolean {
  const [before, first] = [tokens[at - 1]?.pos ?? '', tokens[at - 2]?.pos ?? 'PUNCT']
  const coordinated = /AUX|CCONJ/.test(before) && !/PUNCT|VERB/.test(first)
  const joint = tokens.findIndex(({ pos }, place) =>
    place > verb && pos === 'CCONJ' && isBase(tokens.slice(place + 1).find(({ pos }) => pos !== 'ADV'))
  )
  // "I had to cook and clean", and not "I moved and live alone".
  const governed = tokens[verb]?.pos === 'AUX' || tokens.slice(verb, joint).some(({ lower }) => lower === 'to')
  return coordinated || (joint > 0 && (isBase(tokens[verb]) || !governed))
}

const isBase = (token: Token | undefined) =>
  token !== undefined && /VERB|AUX/.test(token.pos) &&
  (token.lower === token.lemma || /^(?:am|'m|'ve)$/.test(token.lower))

function thirdPersonOf (tokens: Token[], at: number, grammar: Grammar): string | null {
  const { lower, lemma, pos, text } = tokens[at] as Token
  if (pos !== 'VERB' && pos !== 'AUX') return null
  if (invariable.test(lower)) return text
  const agreed = agreeing[lower]
  // "I DON'T eat pork."
  if (agreed !== undefined) return tokens[at + 1]?.text === "N'T" ? agreed.toUpperCase() : agreed
  if (lower === "'d") return hadOrWould(tokens[at + 1])
  if (/[^e]ed$/.test(lower) && lower !== lemma) return text
  if (/ing$/.test(lower) && lemma !== lower) return null
  if (lower !== lemma) return text
  // "I set it up" may be said of today or of yesterday.
  return grammar.pastTense(lower) === lower ? null : grammar.thirdPerson(lower)
}

const hadOrWould = (next: Token | undefined) => next !== undefined && next.lower !== next.lemma ? 'had' : 'would'

/** An answer that tells little alone, with its question. */
export const answered = (question: string, self: string, words: string) =>
  `Asked "${question}", ${inside(self)} said: ${asSentence(words)}`

/** The same with what the question was about; what is no answer stays as it is. */
export const askedAfter = (text: string, sentence: string): string =>
  text.replace(/^Asked "[^"]*"/, question => `${question} after "${inQuotes(sentence)}"`)

/** Words that mean what was said before them, with that. */
export const following = (before: string, self: string, words: string) =>
  `After "${inQuotes(before)}", ${inside(self)} said: ${asSentence(words)}`

/** Between two quoted sentences of one talk. */
export const omission = ' … '

export const inQuotes = (words: string) => words.replaceAll('"', "'")

/** A name as it stands within a sentence. */
export const inside = (name: string): string => name.replace(/^The /, 'the ')

/** Whose words they are is said once: "The user: We moved. We rent now."; "The user moved. The user: We rent now." */
export function inOneQuote<Part extends { text: string }> (part: Part, at: number, parts: Part[]): Part {
  const [lead = ''] = /^[^:"]{1,60}: /.exec(part.text) ?? []
  const speaker = lead.slice(0, -2).toLowerCase()
  const spoken = /\b(?:I|me|my|myself|we|us|our)\b/i.test(part.text) ? [`${speaker}: `, `${speaker} said: `] : [speaker]
  const before = parts.slice(0, at).map(({ text }) => text.toLowerCase())
  const isSaid = lead !== '' && before.some(text => spoken.some(words => text.includes(words)))
  return isSaid ? { ...part, text: part.text.slice(lead.length) } : part
}

/** The words with the spaces that they had. */
export function spaced (tokens: Token[]): string {
  return tokens.map(({ text, start }, at) => {
    const before = tokens[at - 1]
    return before === undefined || before.end === start || /^(?:'(?:s|m|re|ve|ll|d)|n't)$/.test(text)
      ? text
      : ` ${text}`
  }).join('')
}

/** The words as they were typed; the whole sentence where some were supplied. */
export function verbatim (tokens: Token[], sentence: string): string {
  const words = spaced(tokens)
  return sentence.includes(words) ? words : sentence
}

/** One sentence: a capital, and a mark at its end. */
export function asSentence (words: string): string {
  const trimmed = words.replace(/^[\s,;:.—–-]+|[\s,;:—–-]+$/gu, '')
  const capital = /^\p{Ll}+\p{Lu}/u.test(trimmed) ? trimmed : trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…。！？]["”'’)]*$/u.test(capital) ? capital.replace(/\s*!+$/, '.') : `${capital}.`
}
