/**
 * Whether a later statement says an earlier one over again, in the same words but for one of them: "I order parts from
 * Esslinger these days" after "I order parts from Cousins". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { clausesOf, isAdded } from './cues.ts'
import { calendarTerms } from './words/calendar.ts'
import { joined } from './words/lists.ts'

export interface Said {
  text: string
  subject: string | null
}

export interface Quoted extends Said {
  quote: string | null
}

const ofNow = joined(String.raw`
  now|currently|today|nowadays|these days|only|just|already|by now|at the moment|right now|from (?:now|then) on|
  from (?:this|next) (?:week|month|term|year|season) on(?:wards)?`)
/** They say nothing of what is counted or done. */
export const fillers = new RegExp(String.raw`\b(?:${ofNow})\b`, 'gi')
/** So it is now, and was not always; "for now" it may be so again. */
export const sinceNow = new RegExp(
  joined(String.raw`
    \b(?:(?<!for )now(?! and (?:then|again))|nowadays|these days|
    from (?:now|then|this \p{L}+|next \p{L}+) on(?:wards)?)\b`),
  'iu'
)
/** Where a reason or an addition begins. */
const further = /\s*(?:[,;–—]|\b(?:since|because|so|after|as|which|and|but)\b).*$/isu

/** Without what follows the first thing that is said. */
export const withoutFurther = (text: string): string => text.replace(further, '')

/**
 * The words without whose they are, stemmed, so that "I charge" and "Anselm charges" are the same, and so are "the
 * user's barrels" and "the barrels".
 */
export function wordsOf ({ text, subject }: Said): string[] {
  const speakers = ['the user', ...(subject === null ? [] : [subject.toLowerCase()])]
  let said = text.toLowerCase().replaceAll('’', "'").replace(/^[^:"]{1,60}?(?: said)?: /, '')
  for (const speaker of speakers) {
    for (const form of [`${speaker}'s `, `${speaker} `]) said = said.replaceAll(form, ' ')
  }
  const words = said.replace(/\b(?:i|we|my|our|the)\b/g, ' ').split(/[^\p{L}\p{N}#%€$£¥°'-]+/u)
  // The stemmer makes "goe" of "goes", and "go" of "go".
  return words.filter(word => word !== '').map(word => terms(word.replace(/^goes$/, 'go'))[0] ?? word)
}

const preposition = /^(?:at|in|on|by|from|with|to|for|near)$/
/** By which means. */
const means = /^(?:by|on|with)$/
const times = new Set(terms(`
  noon midnight one two three four five six seven eight nine ten eleven twelve half quarter weekend weekday morning
  afternoon evening night lunchtime spring summer autumn winter`))
const isOfTime = (word: string) => times.has(word) || calendarTerms.has(word) || /^\d[\d:.]*(?:am|pm)?$/.test(word)

interface Place {
  preposition: string
  words: string[]
}

/**
 * Of the same thing, in another place, by other means, from another: what is done and what it is done to stays, and is
 * more than a verb; and the words say that it is so now. Another time of day is none by itself ("I eat at noon now"
 * after "I eat at my desk").
 */
export const isDoneOtherwise = (newer: Quoted, older: Quoted): boolean =>
  !/\bnow and (?:then|again)\b/i.test(newer.quote ?? '') &&
  clausesOf(newer.quote ?? newer.text).some(text =>
    formsOf(older).some(form => saysOtherwise({ text, subject: newer.subject }, form))
  )

/** As it was said and as it is stored: there the user may have a name that is not the subject's. */
export const formsOf = ({ text, quote, subject }: Quoted): Said[] =>
  [...new Set([text, quote ?? text])].map(form => ({ text: form, subject }))

function saysOtherwise (newer: Said, older: Said): boolean {
  if (!sinceNow.test(newer.text) || isAdded(newer.text)) return false
  const now = wordsOf({ ...newer, text: withoutFurther(newer.text).replaceAll(fillers, ' ') })
  const before = wordsOf({ ...older, text: older.text.replaceAll(fillers, ' ') })
  const same = now.findIndex((word, at) => word !== before[at])
  if (same < 0) return false
  const [later, earlier] = [placeIn(now, same), placeIn(before, same)]
  const done = now.slice(0, same).filter(word => !preposition.test(word))
  // "I have a flat in Rome now": there may be two; "my car is in the street now" is of the moment.
  return done.length > 1 && !/^(?:have|ha|own|got)$/.test(done[0]!) &&
    !/^(?:is|are|am|be|'m|'re)$/.test(done.at(-1)!) && later !== null && earlier !== null &&
    isOfOneKind(later, earlier)
}

/** What stands behind the preposition where the words part. */
function placeIn (words: string[], at: number): Place | null {
  const from = preposition.test(words[at] ?? '') ? at : at - 1
  const named = words.slice(from + 1)
  return preposition.test(words[from] ?? '') && named.length > 0 && named.length <= 6
    ? { preposition: words[from]!, words: named }
    : null
}

function isOfOneKind (one: Place, other: Place): boolean {
  const [now, before] = [one, other].map(({ words }) => words.some(isOfTime))
  const [by, through] = [one.preposition, other.preposition]
  return now === before && (by === through || ([by, through].includes('by') && means.test(by) && means.test(through)))
}
