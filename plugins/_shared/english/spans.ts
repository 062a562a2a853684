/** When what goes on began, of how long it has: "for two years", "seit drei Jahren". */
import type { FoundDate } from './found-dates.ts'
import { joined } from '../wording/words/lists.ts'
import { numbers } from './numbers.ts'

const roughly = 'the (?:last|past)|about|around|almost|nearly|over|roughly|now|etwa|fast|rund|über'
const spans = new RegExp(
  `\\b(for|since|seit|in|over)\\s+(?:(?:${roughly})\\s+)*(\\d{1,3}|${Object.keys(numbers).join('|')})` +
    '(?:\\s+(?:full|whole|long|good))?\\s+(day|week|month|year|tag|woche|monat|jahr)\\p{L}*',
  'iu'
)

/**
 * When what goes on began: "since two years", "I have lived here for two years", "seit drei Jahren". `lasting` where
 * the tense says that it goes on, so that "for" and "in" count.
 */
export function spanStart (text: string, at: number, lasting: boolean): number | null {
  const found = spans.exec(text)
  const [, word = '', count = '', unit = ''] = found ?? []
  if (word === '' || !goesBack(word.toLowerCase(), text.slice(0, found?.index), lasting)) return null
  const date = new Date(at)
  const back = numbers[count.toLowerCase()] ?? Number(count)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (/^(?:year|jahr)/i.test(unit)) return Date.UTC(year - back, month, day)
  if (/^month|^monat/i.test(unit)) return Date.UTC(year, month - back, day)
  return Date.UTC(year, month, day - back * (/^w/i.test(unit) ? 7 : 1))
}

/** "I haven't smoked in three months", and not "it ends in three months". */
function goesBack (word: string, before: string, lasting: boolean): boolean {
  if (/^(?:since|seit)$/.test(word)) return true
  if (word === 'in' && !/n't|\b(?:not|never|no|first)\b/i.test(before)) return false
  return lasting && !(word === 'for' && granted.test(before))
}

/** "The doctor has signed me off for six weeks" counts from now, and so does what is "only for three". */
const granted = new RegExp(
  joined(String.raw`
    \b(?:has|have|['’]ve|['’]s) (?:\p{L}{2,}ed|given|put|lent|let|sent) (?:me|us|him|her|them|the user|_{3,})
    \s[^,;.]*$|\bonly $`),
  'iu'
)

/** "For ten years, until 2022": when what ended began. */
export const spanUntil = (text: string, until: number | null, first: FoundDate | undefined, past: boolean) =>
  until === null || first === undefined ? null : spanStart(text, first.at, past)

/** "He fell off his bike two weeks ago. He's my flatmate.": the second did not begin with the first. */
export const areMixed = (parts: { past: boolean }[]): boolean =>
  parts[0]?.past === true && parts.some(({ past }) => !past)

/** "Throwing for three years, quit the job in January": the date is of another clause than how long it has gone on. */
export function isBesideSpan (text: string, date: FoundDate): boolean {
  const span = spans.exec(text)
  if (span === null || !/^(?:for|since|seit|over)$/i.test(span[1]!)) return false
  const [from, to] = [span.index + span[0].length, date.index]
  return to > from && /[,;]|\b(?:and|but)\b/i.test(text.slice(from, to)) &&
    !/\b(?:since|seit|from|ab) (?:the )?$/i.test(text.slice(from, to))
}

/**
 * Whether a date says from when the value holds, and is not the value itself, nor of another clause: "the rough cut
 * runs 95 minutes, and picture lock is 1 October".
 */
export function saysFromWhen ({ text: day, index }: FoundDate, value: string | null, text: string): boolean {
  if (value?.startsWith(day)) return false
  const at = text.indexOf(value ?? '')
  const between = at < index ? text.slice(at, index) : text.slice(index, at)
  return !/(?:[,;]| [—–-]) (?:and|but|so|while) /i.test(between) ||
    /\b(?:start|begin)|\b(?:it|there|then|that)\b/i.test(between)
}
