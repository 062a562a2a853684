/** Values of one kind in two texts, of which one may take the other's place: times, days, years, counts. */
import { teens, tens, upToTwelve } from '../wording/measures.ts'
import { months, weekdays } from '../wording/words/calendar.ts'

/** A count. */
export const numeral = String.raw`(?:\d+|(?:${upToTwelve}|${teens}|${tens})\b)`

export interface Replacement {
  previous: string
  value: string
}

/** What is of one kind, in the order in which it is asked: a value of it, and where it may stand in a text. */
export const kindsOfValue: Array<[value: RegExp, inText: RegExp]> = [
  `noon|midnight|(?:half|quarter) (?:past|to) \\p{L}+|(?<=\\bat )(?:${upToTwelve})(?= [^\\p{L}]|[,.;!]| and| but|$)|` +
  '\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm)|\\d{1,2}:\\d{2}',
  `${weekdays}s?`,
  '(?:19|20)\\d{2}',
  `\\d{1,2}(?:st|nd|rd|th)? ${months}|${months} \\d{1,2}(?:st|nd|rd|th)?`,
  months,
  String.raw`\d{1,2}(?:st|nd|rd|th)`,
  String.raw`[$€£]?\d[\d.,]*\d[kKmM%]?|\d`
].map(
  words => [
    new RegExp(`^(?:${words})$`, 'iu'),
    new RegExp(`(?<![\\p{L}\\p{N}$€£.,])(?:${words})(?![\\p{L}\\p{N}]|[.,]\\d)`, 'giu')
  ]
)
/** "12 May" is the 12th too. */
const dayOfMonth = new RegExp(String.raw`\b\d{1,2}(?= ${months}\b)|(?<=\b${months} )\d{1,2}\b`, 'gi')

/** Null where there is none of its kind, or more than one. */
export function ofSameKind (text: string, value: string): Replacement | null {
  for (const [isOne, inText] of kindsOfValue) {
    if (!isOne.test(value)) continue
    const found = text.match(inText) ?? []
    const days = /(?:st|nd|rd|th)$/.test(value) && found.length === 0 ? text.match(dayOfMonth) ?? [] : []
    const [previous] = [...found, ...days]
    if (found.length + days.length !== 1 || previous === undefined) return null
    return { previous, value: days.length > 0 ? value.replace(/\D+$/, '') : value }
  }
  return null
}

/** "Three colleagues" for "two colleagues", and "seven" alone for the one number there is. */
export function recount (text: string, value: string): Replacement | null {
  const [, count = '', noun = ''] = new RegExp(`^(${numeral})(?: ?(\\p{L}+))?`, 'iu').exec(value) ?? []
  if (count === '') return null
  const counted = text.match(new RegExp(`\\b${numeral}${noun === '' ? '' : ` ?${noun}`}\\b`, 'giu')) ?? []
  return counted.length === 1 ? { previous: counted[0]!, value: noun === '' ? count : value } : null
}

/** Where words stand by themselves, and not within others: "'s" of "let's" says nothing alone. */
export function placeOf (text: string, words: string): number {
  if (!/^[\p{L}\p{N}$€£#]/u.test(words)) return -1
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    // A character is of two units at most.
    const [before, behind] = [text.slice(Math.max(0, at - 2), at), text.slice(at + words.length, at + words.length + 2)]
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(behind)) return at
  }
  return -1
}
