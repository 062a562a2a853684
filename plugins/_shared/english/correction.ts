/** What a clause puts right of one before it, and in which words. */
import { distance } from 'fastest-levenshtein'
import { readClause, type Clause } from './clause.ts'
import { isVerb } from './phrases.ts'
import { spaced } from './third-person.ts'
import { kindsOfValue, ofSameKind, placeOf, recount, type Replacement } from './values.ts'

export type { Replacement }

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

/** "Saturday suits better." */
const better = /,? (?:suits|works|fits)(?: (?:me|us|everyone|him|her|them))? better\b.*$/i

function correctedWords ({ verb, rest, tokens }: Clause): string {
  const words = spaced(verb === '' ? tokens : rest).replace(/[.!]+$/, '').replace(/,? actually$/, '')
    .replace(better, '').replace(/^(?:(?:only|just|actually|sorry|no),? )+/i, '')
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
  /** "I come back on the 31st": the words in front of it, which were said as well. */
  behind?: string
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
  if (!putsRight(clause, leans || clause !== said, taken)) return restated(clause)
  const [value = '', wrong] = correctedWords(clause).split(/,? not /) as [string, string?]
  return value === '' ? null : { value, wrong }
}

/** "I come back on the 31st", after "we fly on the 22nd and come back on the 30th". */
function restated ({ tokens }: Clause): Correction | null {
  const words = spaced(tokens).replace(/[.!]+$/, '')
  for (const [, inText] of kindsOfValue) {
    const value = words.match(inText)?.at(-1) ?? ''
    const [behind] = value !== '' && words.endsWith(value)
      ? /(?:\S+ ){2,4}$/.exec(words.slice(0, -value.length)) ?? []
      : []
    if (behind !== undefined) return { value, wrong: undefined, behind: behind.trim() }
  }
  return null
}

/** The value of its kind behind the same words. */
function restating (text: string, value: string, behind: string): Replacement | null {
  const inText = kindsOfValue.find(([isOne]) => isOne.test(value))?.[1]
  const found = inText === undefined ? [] : [...text.matchAll(inText)]
  const before = behind.toLowerCase().split(' ')
  // The more words are the same, the surer.
  for (let from = 0; from <= before.length - 2; from++) {
    const words = before.slice(from).join(' ')
    const said = found.filter(({ index }) => text.slice(0, index).toLowerCase().endsWith(` ${words} `))
    if (said.length === 0) continue
    const [{ 0: previous, index }] = said as [RegExpExecArray]
    if (said.length > 1 || previous === value) return null
    const front = text.slice(index - words.length - 1, index)
    return { previous: `${front}${previous}`, value: `${front}${value}` }
  }
  return null
}

/**
 * What takes the place of what in a statement: the wrong word where it is named, a value of the same kind, a number of
 * the same, a name for a name, and what was taken back. `old` is the value of the statement.
 */
export function replacing (
  { value, wrong, misspelt, of, behind }: Correction,
  text: string,
  old: string,
  isDate: (text: string) => boolean,
  taken: boolean
): Replacement | null {
  if (behind !== undefined) return restating(text, value, behind)
  if (misspelt) return respelt(text, value)
  if (of !== undefined) return numberOf(of, text, value)
  if (wrong !== undefined) return replacingNamed(text, value, wrong)
  const alike = ofSameKind(text, value.replace(/^(?:(?:an?|the|on|at|in|to) )+/i, ''))
  if (alike !== null) return alike
  // "I meant I worked there", "oops, her cat I mean".
  if (/^(?:my|i|we|he|she|it|they|there|oops|sorry|wait|no|well)\b/i.test(value)) return null
  const isHeld = placeOf(text, old) >= 0
  if (isDate(value)) return isHeld && isDate(old) ? { previous: old, value } : null
  return recount(text, value) ?? (isHeld && (taken || [value, old].every(isName)) ? forValue(text, old, value) : null)
}

/** The text with the one word for the other. */
export function withReplaced (text: string, { previous, value }: Replacement): string {
  const at = placeOf(text, previous)
  return at < 0 ? text.replace(previous, () => value) : text.slice(0, at) + value + text.slice(at + previous.length)
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
  if (previous === undefined) return null
  return { previous, value: text.startsWith(previous) ? value.charAt(0).toUpperCase() + value.slice(1) : value }
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
  const article = /^(?:an?|the) /.test(value) ? /(?:\b(?:an?|the) )?$/.exec(text.slice(0, text.indexOf(old)))![0] : ''
  return { previous: article + old, value }
}
