/** Days of the week that come every week, and are no one day: "on Mondays", "bin day is Tuesday", "mon to fri". */
import { joined } from '../wording/words/lists.ts'
import { anyWeekday } from '../wording/words/calendar.ts'
import type { ParsedResult } from 'chrono-node'

export const weekday = /day(?:s| (?:mornings?|afternoons?|evenings?|nights?))?$/i
const recurring = /\b(?:usually|always|most|first|second|third|fourth|last)\s+(?:other\s+|single\s+)?$/i

/** The library takes the comma behind a day for a part of it. */
export const wordsOf = ({ text }: ParsedResult) => text.replace(/[\s,;.]+$/, '')

const days = '(?:mon|tue|wed|thu|fri|sat|sun)\\p{L}*'
/** "On tue and thu I work from home", and not "I have exams on Tuesday and Thursday". */
const severalDays = new RegExp(`\\b${days}(?:,| and| &| or) (?:on )?${days}\\b`, 'iu')
/** "Dropped to three nights, fri sat sun." */
const threeDays = new RegExp(`(?:\\b${days}(?:,? (?:and |or |& )?|(?=[.,;!?]|$))){3}`, 'iu')
const once = /\b(?:have|has|got|will|going|this(?! (?:month|term|year))|next|coming)\b|['’](?:ve|ll)\b/iu
/** "She said yes, so I'm only dropping Tuesday and Thursday." */
const goingOn = /(?:\b(?:am|is|are)|['’](?:m|re|s)) (?:\p{L}+ )?\p{L}+ing\b/iu
/** Of which there is one a week: "my Tuesday class". */
const weeklyThing = new RegExp(
  joined(String.raw`
    ^ (?:class|lesson|shift|group|practice|training|rehearsal|club|choir|slot|session|league|mass|run|swim|yoga|
    pilates|pottery|football|evening class|night class|morning shift|night shift)(?:es|s)?\b`),
  'iu'
)

/** "I usually shop on Saturday", "bin day is Tuesday", "closed Monday", "all days except Friday": no one day. */
const regularly = new RegExp(
  joined(String.raw`
    \b(?:usually|normally|generally|typically|always|weekly|weekdays|(?:every|each|most|once a|twice a) weeks?|
    (?:every|each) (?:(?:other|single|second) )?${anyWeekday}|
    (?:what|which) (?:(?:two|three) )?(?:days|mornings|afternoons|evenings|nights|shifts))\b`),
  'i'
)
const regularDay = new RegExp(
  joined(String.raw`
    \b(?:(?:bin|market|laundry|pay|rest|library|cleaning|shopping|bath|washing|gym|leg|office|favou?rite|best|worst|
    busiest) days?|days? off)
    (?: (?:of the week )?(?:is|are)|['’]s)(?: \p{L}+(?:,| and))? $|
    (?:\b(?:is|are)|['’](?:s|re)) (?:\p{L}+ )?(?:closed|shut|open) (?:on )?$|
    \b(?:except|apart from) (?:for |on )?$|\bno more (?:(?!until|till|before|by)\p{L}+ ){1,3}$`),
  'iu'
)
const namedDay = new RegExp(
  joined(String.raw`
    ^ (?:is|are) (?:my |our |the )?(?:(?:\p{L}+ )?(?:days? off|night)|(?:bin|market|laundry|pay|rest) day)\b|
    ^,? (?:we|they|it|the \p{L}+)(?:(?: (?:is|are)|['’](?:s|re)) (?:closed|shut)|\s(?:opens?|closes?))\b|
    ^ (?:work|jobs?|school|market|roast|leagues?|prayers?|services?|opening)\b`),
  'iu'
)

export function isRegular (result: ParsedResult, all: string): boolean {
  const [text, before] = [wordsOf(result), all.slice(0, result.index)]
  return result.start.isCertain('weekday') && !/^(?:this|next|last|from)\b/i.test(text) &&
    (regularly.test(all) || regularDay.test(before) ||
      namedDay.test(all.slice(result.index + text.length)) ||
      (/(?:\b(?:my|our|his|her|their|the|a)|['’]s) $/i.test(before) &&
        weeklyThing.test(all.slice(result.index + text.length))))
}

/** "I study at the weekend". */
const isAnyWeekend = (text: string, before: string) =>
  /^(?:the )?weekend$/i.test(text) && /\b(?:at|on) (?:the )?$/i.test(before)

const isOfSeveral = (all: string, text: string, before: string, past: boolean) =>
  (((!past || goingOn.test(all)) && (severalDays.test(all) || isAnyWeekend(text, before))) || threeDays.test(all)) &&
  !once.test(all)

/** "I'm in Oslo from Monday to Friday", and not "I live there from Monday to Friday". */
const being = /\b(?:am|is|are|be)\b|['’](?:m|re|s)\b/iu

const isOfThatWeek = (all: string, text: string, before: string, past: boolean) =>
  /\b(?:this|next|last) $/i.test(before) || /^(?:this|next|last)\b/i.test(text) ||
  ((/\bfrom $/i.test(before) || /^from (?!\d)/i.test(text)) && (past || being.test(all) || once.test(all)))

/** "Thurs thru sun", "Saturday to Wednesday 8 to 5", which the library does not know. */
const opensRange = new RegExp(`^ (?:thru|through|to|till?|-|–) ${anyWeekday}\\b`, 'i')
const closesRange = new RegExp(`\\b${anyWeekday} (?:thru|through|to|till?|-|–) $`, 'i')
/** "She comes Monday to Thursday, and Friday I'm at home": the other days are of every week too. */
export const weeklyRange = new RegExp(
  `(?<!\\b(?:from|this|next|last|on) )\\b(${anyWeekday}) (?:to|thru|-|–) (${anyWeekday})\\b(?! (?:this|next|last)\\b)`,
  'gi'
)

/** "Every weekend", "on Mondays", "works away mon to fri". */
export function isEveryWeek (result: ParsedResult, all: string, past: boolean): boolean {
  const [text, before] = [wordsOf(result), all.slice(0, result.index)]
  const behind = all.slice(result.index + text.length)
  const isWeekday = result.start.isCertain('weekday')
  return ((isWeekday || /weekend$/i.test(text)) && isOfSeveral(all, text, before, past)) ||
    isOfRange(result, all, past) ||
    /\b(?:every|each)\s+(?:\p{L}+\s+)?(?:\p{L}+\s+(?:and|or|&)\s+)?$/iu.test(before) ||
    (isWeekday &&
      /^[\s,]*(?:(?:and|or|&) \p{L}+ )?(?:mornings|afternoons|evenings|nights)\b/iu.test(behind)) ||
    (weekday.test(text) && (/s$/i.test(text) || recurring.test(before)))
}

/** "Mon to fri"; "moved from Monday to Friday" names no days between. */
function isOfRange (result: ParsedResult, all: string, past: boolean): boolean {
  const [text, before] = [wordsOf(result), all.slice(0, result.index)]
  const isThatWeek = isOfThatWeek(all, text, before, past)
  const isRange = result.end?.isCertain('weekday') === true || closesRange.test(before) ||
    opensRange.test(all.slice(result.index + text.length))
  const isMoved = /\b(?:mov|push|reschedul|shift|chang|switch)\p{L}*\b[^,;.]*$/iu.test(before)
  return (isRange && (!isThatWeek || isMoved)) ||
    (result.start.isCertain('weekday') && !isThatWeek && all.search(weeklyRange) >= 0)
}
