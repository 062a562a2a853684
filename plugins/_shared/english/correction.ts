/** What a clause puts right of one before it, and in which words. */
import { distance } from 'fastest-levenshtein'
import { readClause, type Clause } from './clause.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { isVerb } from './phrases.ts'
import { teens, tens, upToTwelve } from '../wording/measures.ts'
import { spaced } from './third-person.ts'

/** A count. */
export const numeral = String.raw`(?:\d+|(?:${upToTwelve}|${teens}|${tens})\b)`
const moving = /^(?:move|push|shift|change|reschedule|postpone)$/

/** "It's the 12th", "I meant Tuesday", "not Lisbon", "mine is 9 March"; "they moved it" where it is known what. */
const putsRight = ({ verb, subject }: Clause, leans: boolean, takenBack: boolean) =>
  // "That's my brother's" gives no other word.
  !(takenBack && /^(?:that|this)$/.test(subject[0]?.lower ?? '')) &&
  (verb === 'mean' || (leans && /^(?:be)?$/.test(verb)) ||
    (/^(?:mine|it)$/.test(subject[0]?.lower ?? '') && verb === 'be') ||
    (leans && takenBack && moving.test(verb)))

/** "Actually seven, he had his birthday": what stands in front, without a verb. */
function frontOf (clause: Clause): Clause {
  const comma = clause.tokens.findIndex(({ text }) => text === ',')
  const front = clause.tokens.slice(0, Math.max(comma, 0))
  return front.length > 0 && front.length <= 4 && !front.some(isVerb) ? readClause(front) : clause
}

function correctedWords ({ verb, rest, tokens }: Clause): string {
  const words = spaced(verb === '' ? tokens : rest).replace(/[.!]+$/, '').replace(/,? actually$/, '')
    .replace(/^(?:(?:only|just|actually|sorry|no),? )+/i, '')
  // "Actually seven, he had his birthday", "it's a 2017, just looked".
  const front = /^([^,]{1,30}), (?:he|she|it|we|i|they|just|because|cos|since|as|sorry)\b/i.exec(words)?.[1]
  if (front !== undefined) return front
  // "Blue it is after all."
  const turned = /^(.+?),? (?:it|that) (?:is|was)\b/.exec(spaced(tokens))?.[1]
  if (turned !== undefined) return turned
  return moving.test(verb) ? /\bto (.+)$/.exec(words)?.[1] ?? '' : words
}

export interface Correction {
  value: string
  /** What is said to be wrong. */
  wrong: string | undefined
  /** "*Ghent": the word that is spelt much like it. */
  misspelt?: boolean
  /** "My budget is 2800, actually": of what it is the number. */
  of?: string
}

/** `taken` where the words before took back what was said. Null where the clause puts nothing right. */
export function correctionIn (said: Clause, leans: boolean, taken: boolean): Correction | null {
  const clause = frontOf(said)
  const { subject: [owner, thing, ...further], verb, rest } = clause
  if (/^(?:my|our|the)$/.test(owner?.lower ?? '') && further.length === 0 && verb === 'be') {
    const number = rest.find(({ pos }) => pos !== 'ADV')
    return thing?.pos === 'NOUN' && /^\p{L}+$/u.test(thing.lower) && number?.pos === 'NUM'
      ? { value: number.text, wrong: undefined, of: thing.lower }
      : null
  }
  if (!putsRight(clause, leans || clause !== said, taken)) return null
  const [value = '', wrong] = correctedWords(clause).split(/,? not /) as [string, string?]
  return value === '' ? null : { value, wrong }
}

export interface Replacement {
  previous: string
  value: string
}

/**
 * What takes the place of what in a statement: the wrong word where it is named, a value of the same kind, a number of
 * the same, a name for a name, and what was taken back. `old` is the value of the statement.
 */
export function replacing (
  { value, wrong, misspelt, of }: Correction,
  text: string,
  old: string,
  isDate: (text: string) => boolean,
  taken: boolean
): Replacement | null {
  if (misspelt) return respelt(text, value)
  if (of !== undefined) return numberOf(of, text, value)
  if (wrong !== undefined) return replacingNamed(text, value, wrong)
  const alike = ofSameKind(text, value.replace(/^(?:(?:an?|the|on|at|in|to) )+/i, ''))
  if (alike !== null) return alike
  const isHeld = old !== '' && text.includes(old)
  if (isDate(value)) return isHeld && isDate(old) ? { previous: old, value } : null
  return recount(text, value) ?? (isHeld && (taken || [value, old].every(isName)) ? forValue(text, old, value) : null)
}

/** "Budget 2400 euros", "the budget is 2400"; null where the number stands elsewhere too. */
function numberOf (thing: string, text: string, value: string): Replacement | null {
  const [, previous = ''] = new RegExp(
    String.raw`\b${thing}(?: (?:is|was|of|about|around|at)){0,2}:? ?[$€£]?(\d[\d.,]*)\b`,
    'iu'
  ).exec(text) ?? []
  return previous !== '' && text.split(previous).length === 2 ? { previous, value } : null
}

/** "Saturday morning, not Friday". */
function replacingNamed (text: string, value: string, wrong: string): Replacement | null {
  const longer = [wrong, ...value.split(' ').slice(1)].join(' ')
  const [previous] = [longer, wrong].flatMap(words => textWith(text, words))
  return previous === undefined ? null : { previous, value }
}

/** The words as they stand in the text, whatever their capitals. */
function textWith (text: string, words: string): string[] {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  return at < 0 || /[\p{L}\p{N}]/u.test(text.charAt(at + words.length)) ? [] : [text.slice(at, at + words.length)]
}

/** The one word that differs in two letters at most, not in its first. */
function respelt (text: string, value: string): Replacement | null {
  const alike =
    text.match(/[\p{L}\p{N}]{3,}/gu)?.filter(word =>
      word !== value && word.charAt(0).toLowerCase() === value.charAt(0).toLowerCase() && distance(word, value) <= 2
    ) ?? []
  return alike.length === 1 ? { previous: alike[0]!, value } : null
}

const isName = (words: string) => /^\p{Lu}[^\s,]*(?: (?:of|de|the|\d+|\p{Lu}[^\s,]*))*$/u.test(words)

function forValue (text: string, old: string, value: string): Replacement | null {
  if (/['’]s$/.test(value)) return null
  const article = /^(?:an?|the) /.test(value) ? /(?:\b(?:an?|the) )?$/.exec(text.slice(0, text.indexOf(old)))![0] : ''
  return { previous: article + old, value }
}

/** What is of one kind, in the order in which it is asked: a value of it, and where it may stand in a text. */
const kindsOfValue: Array<[value: RegExp, inText: RegExp]> = [
  'noon|midnight|(?:half|quarter) (?:past|to) \\p{L}+|\\d{1,2}(?:[:.]\\d{2})? ?(?:am|pm)|\\d{1,2}:\\d{2}',
  weekdays,
  '(?:19|20)\\d{2}',
  `\\d{1,2}(?:st|nd|rd|th)? ${months}|${months} \\d{1,2}(?:st|nd|rd|th)?`,
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
function ofSameKind (text: string, value: string): Replacement | null {
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
function recount (text: string, value: string): Replacement | null {
  const [, count = '', noun = ''] = new RegExp(`^(${numeral})(?: ?(\\p{L}+))?`, 'iu').exec(value) ?? []
  if (count === '') return null
  const counted = text.match(new RegExp(`\\b${numeral}${noun === '' ? '' : ` ?${noun}`}\\b`, 'giu')) ?? []
  return counted.length === 1 ? { previous: counted[0]!, value: noun === '' ? count : value } : null
}
