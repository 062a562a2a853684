/** Phrases of a sentence, and the subject with its verb. */
import { isAdverb, isGerund, isVerb, kindAt, lower, wordAt } from './parts.ts'
import type { Token } from './tokens.ts'

export const isHyphen = (tokens: Token[], at: number) =>
  tokens[at]!.text === '-' && tokens[at - 1]?.end === tokens[at]!.start

export const temporal = new RegExp(
  '\\b(?:years?|months?|weeks?|days?|mornings?|evenings?|afternoons?|nights?|summers?|winters?|spring|autumn|' +
    'weekends?|\\w+days?|ago|yesterday|today|tomorrow|january|february|march|april|june|july|august|september|' +
    'october|november|december)\\b'
)

export const isNominal = (token: Token | undefined) =>
  token !== undefined && /^(?:NOUN|PROPN|ADJ|NUM|X|SYM)$/.test(token.pos)
export const personal = new Set(
  ('i we you he she they it this that there these those ' +
    'someone everyone everybody who which').split(' ')
)
export const possessives = new Set(['my', 'our', 'your', 'his', 'her', 'their', 'its'])

/** Where the noun phrase that begins at `from` ends, with what hangs on it; `from` when none does. */
export function nounPhrase (tokens: Token[], from: number): number {
  const end = plainPhrase(tokens, from)
  return end === from || personal.has(tokens[end - 1]!.lower)
    ? end
    : afterApposition(tokens, afterPrepositions(tokens, end))
}

/** "Last month" behind a noun is no part of it. */
const isTime = (tokens: Token[], at: number) =>
  at > 0 &&
  (/^(?:yesterday|today|tomorrow|tonight)$/.test(tokens[at]!.lower) ||
    (/^(?:last|next|this)$/.test(tokens[at]!.lower) && temporal.test(wordAt(tokens, at + 1))))

/** The noun phrase up to the first preposition. */
export function plainPhrase (tokens: Token[], from: number): number {
  const first = tokens[from]
  if (first === undefined) return from
  const pointing = /^(?:this|that|these|those|the)$/.test(first.lower) && kindAt(tokens, from + 1) === 'NOUN'
  if (personal.has(first.lower) && !pointing) return from + 1
  const start = possessives.has(first.lower) || first.pos === 'DET' ? from + 1 : from
  let at = start
  while (continuesPhrase(tokens, at, start, start > from)) at++
  return at === start ? from : at
}

/** After "my" and "the" a noun must come, whatever the tagger takes it for. */
function continuesPhrase (tokens: Token[], at: number, start: number, opened: boolean): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]]
  if (token === undefined) return false
  if (token.lemma === "'s" || (isNominal(token) && !isTime(tokens, at))) return true
  if (at === start) return opened && token.pos === 'VERB'
  return isHyphen(tokens, at) || (before?.lemma === "'s" && token.pos === 'VERB')
}

function afterPrepositions (tokens: Token[], at: number): number {
  const next = tokens[at]
  if (next?.pos !== 'ADP' || !/^(?:of|with|at|in|to|for|from|about|on)$/.test(next.lower)) return at
  const end = nounPhrase(tokens, at + 1)
  return end > at + 1 ? end : at
}

const alsoCalled = /^(?:that is|also known as|also called|known as|aka|called|or)\b/

/** "My grandson Finn, who's nine, is mad about bees." */
function afterRelative (tokens: Token[], at: number): number {
  if (wordAt(tokens, at) !== ',' || !/^(?:who|which)$/.test(wordAt(tokens, at + 1))) return at
  const end = tokens.findIndex(({ text }, place) => place > at && text === ',')
  return end > 0 && verbAt(tokens, end + 1, false) >= 0 ? end + 1 : at
}

/** "My mum, Elaine, is turning 70", "Lisa, that is Elisabeth, moved". */
function afterApposition (tokens: Token[], at: number): number {
  const relative = afterRelative(tokens, at)
  if (relative > at) return relative
  const said = alsoCalled.exec(lower(tokens.slice(at + 1, at + 4)))?.[0].split(' ').length ?? 0
  if (tokens[at]?.text !== ',' || kindAt(tokens, at + 1 + said) !== 'PROPN') return at
  let end = at + 1 + said
  while (kindAt(tokens, end) === 'PROPN') end++
  return tokens[end]?.text === ',' && verbAt(tokens, end + 1, false) >= 0 ? end + 1 : at
}

/** The place of the first verb of a verb group that begins at `from`; -1 when none does. */
export function verbAt (tokens: Token[], from: number, sure: boolean): number {
  let at = from
  while (isAdverb(tokens, at)) at++
  const token = tokens[at]
  if (isVerb(token)) return token!.pos === 'VERB' && isGerund(token!) ? -1 : at
  return sure && at > from && isVerb(tokens[at - 1]) ? at - 1 : -1
}

export interface Found {
  subject: [number, number]
  verb: number
}

/** "My husband and I". */
const withMe = (tokens: Token[], end: number) =>
  wordAt(tokens, end) === 'and' && wordAt(tokens, end + 1) === 'i' && /NOUN|PROPN/.test(tokens[end - 1]!.pos)
    ? end + 2
    : end

/** Subject and verb, side by side, at or after `from`. */
export function findSubject (tokens: Token[], from: number, until: number): Found | null {
  for (let at = from; at < until; at++) {
    const led = tokens[at - 1] && /^(?:DET|ADP|ADJ)$/.test(tokens[at - 1]!.pos) && !personal.has(tokens[at]!.lower)
    // "From now on the club is on Fridays."
    if (led && !(wordAt(tokens, at - 1) === 'on' && wordAt(tokens, at - 2) === 'now')) continue
    const alone = nounPhrase(tokens, at)
    if (alone === at) continue
    const end = withMe(tokens, alone)
    const verb = verbAt(tokens, end, personal.has(tokens[end - 1]!.lower))
    if (verb >= 0) return { subject: [at, end], verb }
  }
  return null
}
