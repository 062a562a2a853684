/** When what goes on began, of how long it has: "for two years", "seit drei Jahren". */
import type { FoundDate } from './found-dates.ts'
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
  // "I haven't smoked in three months", and not "it ends in three months".
  if (/^in$/i.test(word) && !/n't|\b(?:not|never|no|first)\b/i.test(text.slice(0, found?.index))) return null
  if (word === '' || (!lasting && !/^(?:since|seit)$/i.test(word))) return null
  const date = new Date(at)
  const back = numbers[count.toLowerCase()] ?? Number(count)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (/^(?:year|jahr)/i.test(unit)) return Date.UTC(year - back, month, day)
  if (/^month|^monat/i.test(unit)) return Date.UTC(year, month - back, day)
  return Date.UTC(year, month, day - back * (/^w/i.test(unit) ? 7 : 1))
}

/** "For ten years, until 2022": when what ended began. */
export const spanUntil = (text: string, until: number | null, first: FoundDate | undefined, past: boolean) =>
  until === null || first === undefined ? null : spanStart(text, first.at, past)
