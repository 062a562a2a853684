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
  const { token, next, at, tokens, verbless } = place
  if (at === 0 || !next || !isPlural(token)) return null
  const base = infinitive(token.lower, 'PresentTense')
  const known = isVerb(base)
  const person = known && isPerson(tokens, at - 1) && opensObject.test(next.pos)
  const first = verbless && isFirstOne(tokens.slice(0, at)) && (known || isBetweenPhrases(tokens, next))
  return person || first ? { pos: 'VERB', lemma: base } : null
}

const opensObject = /ADP|DET|PRON|PROPN|ADV|NUM|ADJ/
const isPlural = ({ pos, lower }: Token) => pos === 'NOUN' && /[^s]s$/.test(lower)

/** "The game targets PC": nothing else joins the two. */
const isBetweenPhrases = (tokens: Token[], next: Token) => tokens[0]!.pos === 'DET' && /PROPN|DET|PRON/.test(next.pos)

const isPerson = (tokens: Token[], at: number) =>
  kin.has(wordAt(tokens, at)) || (kindAt(tokens, at) === 'PROPN' && kin.has(wordAt(tokens, at - 1)))

/** Behind a noun, and no plural before it. */
const isFirstOne = (front: Token[]) =>
  /NOUN|PROPN|ADJ/.test(kindAt(front, front.length - 1)) &&
  !front.slice(0, -1).some(({ pos, lower }) => pos === 'NOUN' && /s$/.test(lower))

function newOne ({ token, before }: Place): Partial<Token> | null {
  return before?.pos === 'DET' && token.lower === 'new' ? { pos: 'ADJ' } : null
}

/** "Aspirin daily": how often, and no part of the name. */
function often ({ token, before, next }: Place): Partial<Token> | null {
  const last = !next || /PUNCT|CCONJ|ADP/.test(next.pos)
  return last && /^(?:daily|weekly|monthly|nightly)$/.test(token.lower) && /NOUN|PROPN/.test(before?.pos ?? '')
    ? { pos: 'ADV' }
    : null
}

/** "My topic is land law": no base form stands behind a "be". */
function behindBe ({ token, before, next }: Place): Partial<Token> | null {
  const base = token.pos === 'VERB' && token.lower === token.lemma &&
    /^(?:is|am|are|was|were|'s|'m|'re)$/.test(before?.lower ?? '')
  return base && before?.lemma === 'be' && /NOUN/.test(next?.pos ?? '') ? { pos: 'NOUN' } : null
}

const going = /^(?:go|get|come|drive|cycle|walk|ride|commute|bike|travel|take|bring)$/

/** "I go to work by bus." */
function workplace ({ token, before, next, at, tokens }: Place): Partial<Token> | null {
  const place = token.lower === 'work' && token.pos === 'VERB' && before?.lower === 'to' &&
    (!next || /PUNCT|ADV|CCONJ/.test(next.pos) || next.lower === 'by' || wordAt(tokens, at + 2) === 'foot')
  return place && going.test(tokens[at - 2]?.lower ?? '') ? { pos: 'NOUN' } : null
}

const mends: Mend[] = [behindBe, workplace, often, apostrophe, gerund, capital, takenForNoun, newOne]

export function mended (tokens: Token[], forms: Forms): Token[] {
  const plain = tokens.map(token => ({ ...token, lower: token.lower.replace('’', "'") }))
  const verbless = !plain.some(({ pos, text }, at) =>
    pos === 'AUX' || (pos === 'VERB' && (at === 0 || !/^\p{Lu}\p{Ll}/u.test(text)))
  )
  return plain.map((token, at) => {
    const place: Place = { token, at, tokens: plain, before: plain[at - 1], next: plain[at + 1], verbless }
    for (const mend of mends) {
      const found = mend(place, forms)
      if (found) return { ...token, ...found }
    }
    return token
  })
}
