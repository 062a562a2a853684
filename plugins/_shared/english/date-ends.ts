/** Dates on which something ends. */
import { joined } from '../wording/words/lists.ts'
import { isPutOff, otherClause } from './date-direction.ts'
import { oneDay, type FoundDate } from './found-dates.ts'

/** But "probate came through yesterday". */
const until =
  /\b(?:until|till?|(?<!\b(?:c[ao]me|comes|coming|went|goes|go|got|get|fell|pulled)\s)through|bis)\s+(?:the\s+)?$/i
const endBehind = new RegExp(
  joined(String.raw`
    \b(?:until|till)\b[^.;]* in $|\b(?:before|prior to) (?:the )?$|
    \bbefore (?:i|we|he|she|they|my|our|the)\b[^.;,]{1,60} (?:in|on) (?:the )?$`),
  'i'
)
/** "We lived in Lyon until our son was born in 2014", "I didn't start until 2021", "before May": nothing began then. */
export const isEndOnly = (
  text: string,
  date: FoundDate
): boolean => (endBehind.test(text.slice(0, date.index)) ||
  (/(?:n't|\b(?:not|never|no))\b/i.test(text) && until.test(text.slice(0, date.index))))

/**
 * When something no longer holds: "until March 31, 2026" the day after, "until March" as that begins, and "through
 * March" and a year once they are over. What ends in a clause of its own ends nothing else.
 */
export function endOf (text: string, found: FoundDate[]): number | null {
  const last = found.find(({ index }) => until.test(text.slice(0, index)) && !isPutOff(text.slice(0, index)))
  if (last === undefined) return null
  const before = text.slice(0, last.index)
  if (otherClause.test(before.slice(/^.* said: /s.exec(before)?.[0].length ?? 0))) return null
  const day = new Date(last.at)
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()]
  if (last.iso.length > 7) return last.at + oneDay
  if (last.iso.length === 4) return Date.UTC(year + 1, 0)
  return Date.UTC(year, month + Number(/\b(?:through|end of)\s(?:the )?$/i.test(before) || /^end/i.test(last.text)))
}
