/**
 * Whether what was planned, sought or awaited has come about: "I'm moving to Leith in June", then "we moved to Leith";
 * "I'm looking for a flat", then "we found a flat". English.
 */
import { isHeld } from '../../../domain/predicates.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { isOutcome } from './outcome.ts'
import { movesAnother } from './parts-of.ts'
import { joined } from './words/lists.ts'

interface Planned {
  text: string
  subject: string | null
  predicate: string | null
}

const sought = new RegExp(
  joined(String.raw`
    \b(?:looking|searching|hunting|shopping|saving(?: up)?|waiting) for (?:(?:an?|the|my|our|some|another|new) )*
    ([^,.;()]+?)(?= (?:in|at|on|near|by|with|to|that|which|since|until)\b|[,.;()]|$)`),
  'iu'
)
const reached = /\b(?:found|bought|got|chose|landed|adopted|signed for|picked up|here|arrived|came)\b/i
/** For another than the speaker. */
const elsewhere = /\bfor (?:my|our|her|his|their|him|them|an?) \p{L}/iu
const dates = new RegExp(
  joined(String.raw`
    \(?\b\d[\d-]*\b\)?|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|
    (?:mon|tues|wednes|thurs|fri|satur|sun)day|next|this|soon|later|tomorrow|week|month|year|spring|summer|autumn|
    winter|easter|christmas)\b`),
  'giu'
)
const planning = new Set(
  terms('user will going plan want hope wish might maybe probably would like supposed think consider')
)

/** False of what holds: that goes on. `done` is told as done. */
export function isFulfilled (planned: Planned, done: Omit<Planned, 'predicate'> & Partial<Planned>): boolean {
  if (isOutcome(planned, done)) return true
  const { text, subject, predicate } = planned
  if (!isHeld(done.predicate ?? null)) return false
  const thing = sought.exec(text)?.[1]
  if (subject !== done.subject || elsewhere.test(done.text) || (thing === undefined && isHeld(predicate))) return false
  const said = new Set(terms(done.text))
  if (thing !== undefined) return reached.test(done.text) && holds(said, contentOf(thing))
  const content = contentOf(text.replace(dates, ' '))
  return content.length > 1 && holds(said, content) && !isOfAnother(done.text, content)
}

/** "My office moved to Leith", "we moved my gran to Leith": no move of one's own; "my husband and I" are. */
function isOfAnother (done: string, content: string[]): boolean {
  if (movesAnother(done)) return true
  const words = done.replace(/^the user(?: \([^)]*\))?(?!['’\p{L}])/iu, 'I').split(/\s+/)
  const front = words.slice(0, words.findIndex(word => terms(word).some(term => content.includes(term)))).join(' ')
  return /^(?:the|my|our|his|her|their) \p{L}/iu.test(front) && !/\b(?:I|we|me|us)\b/i.test(front)
}

const contentOf = (words: string) => terms(words).filter(term => !planning.has(term))

const holds = (said: Set<string>, wanted: string[]) => wanted.length > 0 && wanted.every(term => said.has(term))
