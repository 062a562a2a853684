/** Phrases of a sentence: the subject with its verb, noun phrases, verb groups. */
import type { Token } from './token.ts'

export const negations = /^(?:not|n't|nt|never|neither|nor|no|none|nobody|nothing|hardly|barely)$/
const personal =
  /^(?:i|we|you|he|she|it|they|this|that|there|these|those|someone|everyone|everybody|nobody|mine|ours|hers|theirs)$/
const possessives = /^(?:my|our|your|his|her|their|its)$/
/** In front of a noun. */
export const determiners = /^(?:my|our|your|his|her|their|its|an?|the)$/

export const isVerb = (token: Token | undefined) => token !== undefined && /VERB|AUX/.test(token.pos)
/** "Going", and not "sing". */
const isGerund = ({ lower, lemma }: Token) => /ing$/.test(lower) && lower !== lemma

/** Adverbs, "not" and "no longer", as they stand before a verb. */
function isAdverb (tokens: Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined || (token.lower === 'no' && tokens[at + 1]?.lower !== 'longer')) return false
  return token.pos === 'ADV' || negations.test(token.lower)
}

export interface Found {
  subject: [from: number, to: number]
  verb: number
}

/** The first noun phrase with a verb behind it that stands behind no preposition. */
export function findSubject (tokens: Token[]): Found | null {
  for (let at = 0; at < tokens.length; at++) {
    const before = tokens[at - 1]
    // "Not all of my kids like fish."
    const led = /DET|ADP|ADJ|PART/.test(before?.pos ?? '') && !negations.test(before!.lower) &&
      !personal.test(tokens[at]!.lower)
    const end = led ? at : nounPhrase(tokens, at)
    let verb = end
    while (isAdverb(tokens, verb)) verb++
    if (end > at && isVerb(tokens[verb]) && !isGerund(tokens[verb]!)) return { subject: [at, end], verb }
  }
  return null
}

/** Where the noun phrase that begins at `from` ends, with what an "of", "with" or "in" adds to it; `from` when none. */
export function nounPhrase (tokens: Token[], from: number): number {
  if (personal.test(tokens[from]?.lower ?? '') && tokens[from + 1]?.pos !== 'NOUN') return from + 1
  const end = plainPhrase(tokens, from)
  if (end === from) return from
  const next = tokens[end]?.lower ?? ''
  if (/^(?:of|with|at|in|on|for|from|to|about|near|by|under|behind|between)$/.test(next)) {
    return afterPreposition(tokens, end)
  }
  if (next === 'and' && tokens[end + 1]?.lower === 'i') return end + 2
  return next === ',' ? afterName(tokens, end) : end
}

function afterPreposition (tokens: Token[], at: number): number {
  const end = nounPhrase(tokens, at + 1)
  return end > at + 1 ? end : at
}

/** The noun phrase up to the first preposition. */
export function plainPhrase (tokens: Token[], from: number): number {
  const opens = tokens[from]?.pos === 'DET' || possessives.test(tokens[from]?.lower ?? '')
  let at = opens ? from + 1 : from
  // "My hired man", and not "my hired".
  if (opens && isInflected(tokens[at]) && /NOUN|PROPN|ADJ/.test(tokens[at + 1]?.pos ?? '')) at++
  while (at < tokens.length && isNominal(tokens[at]!)) at++
  return at
}

const isInflected = (token: Token | undefined) =>
  token?.pos === 'VERB' && token.lower !== token.lemma && !/[^s]s$/.test(token.lower)

const isNominal = ({ pos, lemma }: Token) => /NOUN|PROPN|ADJ|NUM|SYM/.test(pos) || lemma === "'s"

/** "My mum, Elaine, is turning 70." */
function afterName (tokens: Token[], comma: number): number {
  let end = comma + 1
  while (tokens[end]?.pos === 'PROPN') end++
  return end > comma + 1 && tokens[end]?.text === ',' && isVerb(tokens[end + 1]) ? end + 1 : comma
}

/** Behind auxiliaries, adverbs and the main verb: "have never been", "am not working". */
export function endOfGroup (tokens: Token[], from: number): number {
  let end = from + 1
  for (let at = from; isVerb(tokens[at]) || isAdverb(tokens, at) || tokens[at]?.lower === 'longer'; at++) {
    const { pos, lower } = tokens[at] as Token
    if (pos !== 'ADV' || negations.test(lower) || lower === 'longer') end = at + 1
    if (pos === 'VERB') break
  }
  const [to, verb] = tokens.slice(end)
  const leadsOn = aheadOrOver.test(tokens[end - 1]!.lower) && to?.lower === 'to' && isVerb(verb) &&
    !isGerund(verb!)
  return leadsOn ? endOfGroup(tokens, end + 1) : end
}

/** "Is going to be eighty", "used to be on it"; not "is used to being alone". */
const aheadOrOver = /^(?:going|used)$/

/** Whether the others are joined by "and" alone, each with a subject of its own. */
export const haveSubjects = (tokens: Token[], first: Token | undefined, others: Array<Token | undefined>): boolean =>
  !tokens.some(({ lower }) => /^(?:but|so|because|then)$/.test(lower)) &&
  others.every(subject => {
    const at = tokens.findIndex(({ start }) => start === subject?.start)
    return subject !== first && tokens.slice(Math.max(0, at - 2), at).some(({ lower }) => lower === 'and')
  })
