/**
 * Days of the week that are not the next, since the talk is of another week ("the rota for 23 to 29 June") or the day
 * comes every week ("choir is on Mondays").
 */
import { joined } from '../wording/words/lists.ts'
import { anyWeekday, months, weekdays } from '../wording/words/calendar.ts'
import type { FindDates } from './dates.ts'
import { oneDay, type FoundDate } from './found-dates.ts'

export interface SpokenDays {
  /** The week that was named last, as its first and its last moment. */
  week: [from: number, to: number] | null
  /** Days that come every week ("tue"), "25" for every 25th, and "week" or "month" for all days of one. */
  regular: Set<string>
  /** The month of the day that was named last in full and lies ahead ("9 May"). */
  month: Month | null
  /** Days that were named in full and lie ahead, by their number: "the 22nd" is said of "22 November". */
  named: Map<number, FoundDate>
}

interface Month {
  iso: string
  /** When it was said. */
  said: number
  /** Turns for which it counts. */
  turns: number
}

export const noDaysSpoken = (): SpokenDays => ({ week: null, regular: new Set(), month: null, named: new Map() })

const ofEvery = new RegExp(
  joined(String.raw`
    \b(?:(?<plural>${weekdays})s|every (?:(?:other|single|second) )?(?:(?<each>${weekdays})|
    (?<number>\d{1,2})(?:st|nd|rd|th)))\b`),
  'giu'
)
/** "What are your fixed bills each month?": every day of a month is of each. */
const ofMonths = /\b(?:each|every|per) month\b|\bmonthly\b/i
const ofEachMonth = 'month'
/** "I need a weekly schedule", "how many days a week?": days of every week are spoken of. */
const ofWeeks = new RegExp(
  joined(String.raw`
    \b(?:how (?:many|often|much)[^?.]{0,40} (?:a|per|each|every) week|week by week|rota|(?:weekly|training|
    running|workout|cleaning|chore|meal|household)
    \s(?:plan|schedule|chart|routine|menu|planner))\b`),
  'i'
)
const ofEachWeek = 'week'
/** Longer ones are no weeks. */
const longest = 16 * oneDay

/** Characters of a turn that are looked at, so that a long one takes no time. */
const most = 2000

/** Of a turn of either, before what it states is read. */
export function noteDays (spoken: SpokenDays, content: string, at: number, find: FindDates): void {
  const text = content.slice(0, most)
  for (const { groups } of text.matchAll(ofEvery)) {
    spoken.regular.add(short(groups!['plural'] ?? groups!['each'] ?? groups!['number']!))
  }
  if (ofMonths.test(text)) spoken.regular.add(ofEachMonth)
  if (ofWeeks.test(text)) spoken.regular.add(ofEachWeek)
  const found = find(text, at, false)
  const inFull = found.filter(({ iso, at: day, text }) => iso.length === 10 && day > at && inMonth.test(text))
  for (const date of inFull) spoken.named.set(new Date(date.at).getUTCDate(), date)
  spoken.month = monthOf(inFull.at(-1), at) ?? lessOne(spoken.month)
  for (const { at: from, through } of found) {
    const to = through === null ? from : Date.parse(through) + oneDay
    if (from > at && to - from > 3 * oneDay && to - from < longest) spoken.week = [from, to]
  }
}

/** "9 May", "May the 9th". */
const inMonth = new RegExp(`^(?=.*\\d).*\\b(?:${months}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b`, 'i')

const monthOf = (named: FoundDate | undefined, now: number): Month | null =>
  named === undefined ? null : { iso: named.iso.slice(0, 7), said: now, turns: 3 }

const lessOne = (month: Month | null) => month === null || month.turns < 2 ? null : { ...month, turns: month.turns - 1 }

/** "Tue" of "Tuesday" and "tues". */
const short = (day: string) => day.toLowerCase().slice(0, 3)

const day = new RegExp(
  joined(String.raw`
    ^(?:on )?(?:the )?(?<name>${anyWeekday})
    (?: (?:morning|afternoon|evening|night|noon|lunchtime))?$|
    ^(?:on )?(?:the )?(?<number>\d{1,2})(?:st|nd|rd|th)$`),
  'iu'
)

/** A day alone, where the talk is not of the days that come; `before` are the dates in front of it in its sentence. */
function isOfOtherWeek (spoken: SpokenDays, { text, at, iso }: FoundDate, before: FoundDate[]): boolean {
  const { week, regular, month } = spoken
  const { name, number } = day.exec(text)?.groups ?? {}
  if (name === undefined) {
    // "The 9th of May is full. Whitsun is the 19th."
    const isOfOtherMonth = month !== null && at > month.said && !iso.startsWith(month.iso) &&
      before.every(({ iso }) => iso.length < 7)
    return number !== undefined && (regular.has(number) || regular.has(ofEachMonth) || isOfOtherMonth)
  }
  return regular.has(short(name)) || regular.has(ofEachWeek) || (week !== null && (at < week[0] || at >= week[1]))
}

/** "She is booked on the 22nd", of a wedding on 22 November; what is over is another 22nd. */
function asNamed ({ regular, named }: SpokenDays, date: FoundDate, now: number): FoundDate {
  const { number } = day.exec(date.text)?.groups ?? {}
  const meant = number === undefined || regular.has(number) ? undefined : named.get(Number(number))
  return meant !== undefined && date.at > now ? { ...date, at: meant.at, iso: meant.iso } : date
}

/** Without days alone of which the talk does not say which they are. */
export const ofThatWeek = (spoken: SpokenDays, find: FindDates): FindDates => (text, now, ...said) =>
  find(text, now, ...said).map(date => asNamed(spoken, date, now))
    .filter((date, at, all) => !isOfOtherWeek(spoken, date, all.slice(0, at)))
