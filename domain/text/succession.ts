/**
 * Whether a newer statement puts another value into the slot of an older one, by their words alone. Only what a thing
 * of somebody's is, or where it has its place, is read so: "My bank is ING" gives way to "My bank is Revolut now". What
 * somebody does with a verb of any kind has no one value ("I subscribe to Netflix", "to Disney now"), and is left.
 */
import { terms } from './analyse.ts'

export interface Said {
  /** One clause, in the third person. */
  text: string
  subject: string | null
  predicate: string | null
  value: string | null
}

/** "My bank is Revolut": what is spoken of, the preposition and article before the value, and the value. */
interface Copula {
  thing: string
  lead: string
  article: string
  value: string
}

const now =
  /\b(?:now|nowadays|these days|instead|from (?:now|this \w+|next \w+) on|since (?:(?:last|this|the|i|we) \w+|\w+day|january|february|march|april|may|june|july|august|september|october|november|december|christmas|easter))\b/gi
/** Words with which another value stands beside the one before, or which make the statement one of a moment. */
const beside =
  /\b(?:also|too|as well|another|other|second|besides|still|sometimes|usually|often|mostly|occasionally|except|until|till|for now|for a (?:while|bit|week|month)|for the (?:moment|time being|week|day)|today|tonight|(?:this|next) (?:week|weekend|month|morning|afternoon|evening)|temporarily|right now|just now|when|whenever|while|if|at (?:work|home)|on (?:holiday|vacation)|not|never|n't|no longer|and|or|may|will|can|going to)\b/i
/** What may never be so. */
const supposed =
  /\b(?:if|unless|whether|would|might|could|should|maybe|perhaps|wish\w*|dream\w*|imagine|suppose|says?|said|heard|told|tells?|thinks?|want\w*|hop(?:es?|ing)|plan\w*)\b|\?/i
const hours =
  /\b(?:\w+days?|mornings?|evenings?|afternoons?|nights?|noon|midnight|weekends?|hours?|minutes?|daily|weekly)\b/i
const number =
  /\b(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen)\b/i
/** A kind of thing that is named by a word with a capital, as "Dutch" is, and no name. */
const origin = /(?:ish|ese|ian|ean|ican|Dutch|French|German|Greek|Swiss|Thai|Czech)$/
/** What is now here and now there. */
export const movable =
  /^(?:dogs?|cats?|pupp(?:y|ies)|horses?|cars?|bikes?|vans?|trucks?|boats?|phones?|keys?|laptops?|bags?|wallets?|meetings?|sleeps?|he|she)$/i
/** What is thought of a thing is not what it is. */
export const judging =
  /^(?:mess|problem|pain|nightmare|joke|disaster|wreck|delight|joy|struggle|challenge|burden|half|bit)$/i
const copula =
  /^(.+?) (?:is|are) (?:(in|on|at|by|behind|under|near|with) )?(?:(an?|the|my|our) )?([\p{L}\p{N}][\p{L}\p{N}'’.&-]*(?: [\p{L}\p{N}][\p{L}\p{N}'’.&-]*){0,3})$/u

export function succeeds (newer: Said, older: Said): boolean {
  if (!isOwn(newer, older) || !isOwn(older, older) || supposed.test(newer.text)) return false
  const said = copulaOf(clauseOfNow(newer.text), older.subject!)
  const held = copulaOf(older.text, older.subject!)
  return said !== null && held !== null && said.thing === held.thing && said.lead === held.lead &&
    said.value !== held.value && sameKind(said, held)
}

/** Whether what stands around the older value is spoken of in the newer statement. */
export function speaksOfSame (newer: Said, older: Said): boolean {
  const value = new Set(terms(older.value ?? ''))
  const self = new Set(terms(older.subject ?? ''))
  const frame = terms(older.text).filter(term => !value.has(term) && !self.has(term))
  const said = new Set(terms(newer.text))
  return isOwn(newer, older) && frame.some(term => said.has(term))
}

/** The part of a sentence that says what is so now; empty where none does. */
const clauseOfNow = (text: string) =>
  text.split(/, (?:and |but |so )?| (?:and|but|so|because|since) (?=the user\b)|[;:—–]| - /)
    .find(part => part.search(now) >= 0) ?? ''

/** Of the user, or of a thing of theirs. */
function isOwn ({ text, subject, predicate }: Said, { subject: self }: Said): boolean {
  if (subject === null || predicate === null || self === null) return false
  if (/^(?:planned|wished|unsure|once|asked|was)_?/.test(predicate)) return false
  return subject === self || /\bthe user\b/i.test(text) || text.includes(self) || /^(?:the|our|my) /i.test(text)
}

function copulaOf (clause: string, subject: string): Copula | null {
  const said = clause.replace(/ ?\(\d{4}[^)]{0,60}\)/g, '').replace(now, ' ').replace(/(?<![.!])[.!]+\s*$/, '').replace(
    / +/g,
    ' '
  )
    .trim()
  const [, thing = '', lead = '', article = '', value = ''] = copula.exec(said) ?? []
  const spoken = ` ${thing} `.replace(/\bthe user(?:'s)?\b/gi, ' ').replaceAll(`${subject}'s`, ' ')
    .replace(/ (?:the|my|our) /gi, ' ').trim().toLowerCase()
  return spoken === '' || beside.test(said) ? null : { thing: spoken, lead, article, value: value.trim() }
}

const isName = (value: string) => /^\p{Lu}/u.test(value) && !origin.test(value)

/** Both are names, both have the same number of the same, or both are places with an article. */
function sameKind (said: Copula, held: Copula): boolean {
  if (/'s$/.test(said.value) || judging.test(said.value) || hours.test(said.value) !== hours.test(held.value)) {
    return false
  }
  if (said.lead !== '' && movable.test(said.thing.split(' ').at(-1)!)) return false
  if (number.test(said.value) || number.test(held.value)) {
    const counted = (value: string) => value.replace(number, '').trim()
    return number.test(said.value) && number.test(held.value) && counted(said.value) === counted(held.value)
  }
  if (isName(said.value) || isName(held.value)) return isName(said.value) && isName(held.value)
  return said.lead !== '' && said.article !== '' && held.article !== ''
}
