/** What a clause puts right of one before it, and in which words. */
import type { Clause } from './clause.ts'
import { upToTwelve } from '../wording/measures.ts'
import { spaced } from './third-person.ts'

const numeral = String.raw`(?:\d+|${upToTwelve})`
const moving = /^(?:move|push|shift|change|reschedule|postpone)$/

/** "It's the 12th", "I meant Tuesday", "not Lisbon", "mine is 9 March"; "they moved it" where it is known what. */
export const putsRight = ({ verb, subject }: Clause, leans: boolean, takenBack: boolean) =>
  // "That's my brother's" gives no other word.
  !(takenBack && /^(?:that|this)$/.test(subject[0]?.lower ?? '')) &&
  (verb === 'mean' || (leans && /^(?:be)?$/.test(verb)) ||
    (/^(?:mine|it)$/.test(subject[0]?.lower ?? '') && verb === 'be') ||
    (leans && takenBack && moving.test(verb)))

export function correctedWords ({ verb, rest, tokens }: Clause): string {
  const words = spaced(verb === '' ? tokens : rest).replace(/[.!]+$/, '').replace(/,? actually$/, '')
    .replace(/^(?:only|just) /, '')
  // "Blue it is after all."
  const turned = /^(.+?),? (?:it|that) (?:is|was)\b/.exec(spaced(tokens))?.[1]
  if (turned !== undefined) return turned
  return moving.test(verb) ? /\bto (.+)$/.exec(words)?.[1] ?? '' : words
}

export interface Replacement {
  previous: string
  value: string
}

/** What it takes the place of, where the wrong word is named: "Saturday morning, not Friday". */
export function replacingNamed (text: string, value: string, wrong: string): Replacement | null {
  const longer = [wrong, ...value.split(' ').slice(1)].join(' ')
  return text.includes(wrong) ? { previous: text.includes(longer) ? longer : wrong, value } : null
}

/** A date for a date, a number of the same for a number, and what was taken back for what is said instead. */
export function replacing (
  text: string,
  old: string,
  value: string,
  isDate: (text: string) => boolean,
  taken: boolean
): Replacement | null {
  const isHeld = old !== '' && text.includes(old)
  if (isDate(value)) return isHeld && isDate(old) ? { previous: old, value } : null
  const recounted = recount(text, value, taken)
  if (recounted !== null || !taken || !isHeld || /['’]s$/.test(value)) return recounted
  const article = /^(?:an?|the) /.test(value) ? /(?:\b(?:an?|the) )?$/.exec(text.slice(0, text.indexOf(old)))![0] : ''
  return { previous: article + old, value }
}

/** "Three colleagues" for "two colleagues", and "two" alone for what was taken back. */
function recount (text: string, value: string, taken: boolean): Replacement | null {
  const [, count = '', noun = ''] = new RegExp(`^(${numeral})(?: (\\p{L}+))?`, 'iu').exec(value) ?? []
  const counted = new RegExp(`\\b${numeral} ${noun === '' ? String.raw`(\p{L}+)` : noun}\\b`, 'iu').exec(text)
  if (count === '' || counted === null) return null
  if (noun !== '') return { previous: counted[0], value }
  return taken ? { previous: counted[0], value: `${count} ${counted[1]}${value.slice(count.length)}` } : null
}
