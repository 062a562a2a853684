/**
 * Context that the tagger does not weigh: rules in their order, the first that applies tells a word's part of
 * speech.
 */
import { kindAt, wordAt } from './parts.ts'
import type { Token } from './token.ts'
import { kin } from './lexicon.ts'

interface Forms {
  /** The base of a form: of one in -ing, or of one in -s with `PresentTense`. */
  infinitive: (form: string, tense?: string) => string
  /** Whether a lower-case word can be a verb. */
  isVerb: (word: string) => boolean
}

interface Place {
  token: Token
  at: number
  tokens: Token[]
  before: Token | undefined
  next: Token | undefined
  verbless: boolean
}

type Mend = (place: Place, forms: Forms) => Partial<Token> | null

const participles = /^(?:called|named|gone|\w{3,}ing)$/

/** "My sister's a dentist", "my sister's dentist". */
function apostrophe ({ token, before, next, at, tokens }: Place): Partial<Token> | null {
  if (token.lower !== "'s" || !before || !/NOUN|PROPN/.test(before.pos)) return null
  const opens = !next || /DET|ADP|PRON|NUM|PART/.test(next.pos) || beginsPredicate(next, tokens[at + 2])
  return { lemma: opens ? 'be' : "'s", pos: opens ? 'AUX' : 'PART' }
}

function beginsPredicate (next: Token, after: Token | undefined): boolean {
  if (next.pos === 'VERB' && participles.test(next.lower)) return true
  if (/^(?:not|now|still|always|really|very|so|too)$/.test(next.lower)) return true
  return next.pos === 'ADJ' && (!after || /PUNCT|CCONJ|ADP|SCONJ/.test(after.pos))
}

/** "Stopped taking aspirin", "I'm planning a party". */
function gerund ({ token, before, next }: Place, { infinitive }: Forms): Partial<Token> | null {
  if (!/\w{3}ing$/.test(token.lower) || !before || !next) return null
  const stopped = before.pos === 'VERB' && token.pos === 'ADJ' && /NOUN|PROPN|DET|PRON/.test(next.pos)
  const going = before.lemma === 'be' && token.pos === 'NOUN' && /DET|PRON|ADP|PROPN|PART/.test(next.pos)
  return stopped || going ? { pos: 'VERB', lemma: infinitive(token.lower) } : null
}

/** What must be a verb behind I, he, she, we, they. */
function afterPronoun ({ token, before }: Place, { isVerb }: Forms): Partial<Token> | null {
  if (!before || !/^(?:i|he|she|we|they)$/.test(before.lower) || !/^[a-z]+$/.test(token.lower)) return null
  if (/VERB|AUX|ADV|PART|PUNCT|CONJ|NUM/.test(token.pos)) return null
  return /NOUN|ADJ|PROPN/.test(token.pos) || isVerb(token.lower) ? { pos: 'VERB' } : null
}

/** "Our stack is React Native": a capital within a sentence is a name. */
function capital ({ token, at, before }: Place): Partial<Token> | null {
  const name = token.pos === 'VERB' && at > 0 && /^\p{Lu}\p{Ll}/u.test(token.text) && before?.pos !== 'PUNCT'
  return name ? { pos: 'PROPN' } : null
}

/**
 * "My brother lives near Rome", "My cousin Ottilie repairs clocks": taken for a noun, and the clause has no other
 * verb.
 */
function takenForNoun (place: Place, { infinitive, isVerb }: Forms): Partial<Token> | null {
  const { token, before, next, at, tokens, verbless } = place
  if (token.pos !== 'NOUN' || !before || !next || !/[^s]s$/.test(token.lower)) return null
  const base = token.lower === 'lives' ? 'live' : infinitive(token.lower, 'PresentTense')
  if (!isVerb(base) && base !== 'live') return null
  const person = isPerson(tokens, at - 1) && /ADP|DET|PRON|PROPN|ADV|NUM|ADJ/.test(next.pos)
  return person || (verbless && isFirstOne(tokens.slice(0, at))) ? { pos: 'VERB', lemma: base } : null
}

const isPerson = (tokens: Token[], at: number) =>
  kin.has(wordAt(tokens, at)) || (kindAt(tokens, at) === 'PROPN' && kin.has(wordAt(tokens, at - 1)))

/** Behind a noun, and no plural before it. */
const isFirstOne = (front: Token[]) =>
  /NOUN|PROPN|ADJ/.test(kindAt(front, front.length - 1)) &&
  !front.slice(0, -1).some(({ pos, lower }) => pos === 'NOUN' && /s$/.test(lower))

function newOne ({ token, before }: Place): Partial<Token> | null {
  return before?.pos === 'DET' && token.lower === 'new' ? { pos: 'ADJ' } : null
}

function base ({ token }: Place, { infinitive }: Forms): Partial<Token> | null {
  return token.pos === 'VERB' && token.lemma === token.lower && /\w{2}ing$/.test(token.lower)
    ? { lemma: infinitive(token.lower) }
    : null
}

/** "Aspirin daily": how often, and no part of the name. */
function often ({ token, before, next }: Place): Partial<Token> | null {
  const last = !next || /PUNCT|CCONJ|ADP/.test(next.pos)
  return last && /^(?:daily|weekly|monthly|nightly)$/.test(token.lower) && /NOUN|PROPN/.test(before?.pos ?? '')
    ? { pos: 'ADV' }
    : null
}

const mends: Mend[] = [often, apostrophe, gerund, afterPronoun, capital, takenForNoun, newOne, base]

export function mended (tokens: Token[], forms: Forms): Token[] {
  const plain = tokens.map(token => ({ ...token, lower: token.lower.replace('’', "'") }))
  const verbless = !plain.some(({ pos }) => pos === 'VERB' || pos === 'AUX')
  return plain.map((token, at) => {
    const place: Place = { token, at, tokens: plain, before: plain[at - 1], next: plain[at + 1], verbless }
    for (const mend of mends) {
      const found = mend(place, forms)
      if (found) return { ...token, ...found }
    }
    return token
  })
}
