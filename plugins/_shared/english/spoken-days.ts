/**
 * Days of the week that are not the next, since the talk is of another week ("the rota for 23 to 29 June") or the day
 * comes every week ("choir is on Mondays").
 */
import { joined } from '../wording/words/lists.ts'
import { anyMonth, anyWeekday, weekdays } from '../wording/words/calendar.ts'
import type { FindDates } from './dates.ts'
import { weeklyRange } from './every-week.ts'
import { oneDay, type FoundDate } from './found-dates.ts'

export interface SpokenDays {
  /** The week that was named last, as its first and its last moment. */
  week: [from: number, to: number] | null
  /** Days that come every week ("tue"), "25" for every 25th, and "week" or "month" for all days of one. */
  regular: Set<string>
  /** The month that was named last and lies ahead ("9 May", "in May"). */
  month: Month | null
  /** Turns for which the days of a habit that was asked about count. */
  habit: number
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

export const noDaysSpoken = (): SpokenDays => ({
  week: null,
  regular: new Set(),
  month: null,
  habit: 0,
  named: new Map()
})

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
/** "How many cards do you do a day?", "what time do you start?": what the answer names comes every week. */
const ofHabit = new RegExp(
  joined(String.raw`
    \bhow (?:many|often|much)[^?.]{0,40} (?:a|per) day\?|
    \bwhat time do (?:you|they) (?:usually |normally )?(?:start|finish|work|open|close|get up|wake up)(?: work)?\?`),
  'i'
)
/** Longer ones are no weeks. */
const longest = 16 * oneDay

/** Characters of a turn that are looked at, so that a long one takes no time. */
const most = 2000

/** Of a turn of either, before what it states is read. */
export function noteDays (spoken: SpokenDays, content: string, at: number, find: FindDates): void {
  const text = content.slice(0, most)
  noteRegular(spoken, text)
  const found = find(text, at, false)
  const ahead = found.filter(({ iso, at: day, text }) => day > at && (iso.length === 10 ? inMonth : ofMonth).test(text))
  const inFull = ahead.filter(({ iso }) => iso.length === 10)
  for (const date of inFull) spoken.named.set(new Date(date.at).getUTCDate(), date)
  // Of several months alone it is not said which is meant.
  const isOne = ahead.every(({ iso }) => iso.slice(0, 7) === ahead[0]!.iso.slice(0, 7))
  spoken.month = monthOf(isOne ? ahead.at(-1) : inFull.at(-1), at) ?? lessOne(spoken.month)
  for (const { at: from, through } of found) {
    const to = through === null ? from : Date.parse(through) + oneDay
    if (from > at && to - from > 3 * oneDay && to - from < longest) spoken.week = [from, to]
  }
}

/** What comes every week or month, or may. */
function noteRegular (spoken: SpokenDays, text: string): void {
  for (const { groups } of text.matchAll(ofEvery)) {
    spoken.regular.add(short(groups!['plural'] ?? groups!['each'] ?? groups!['number']!))
  }
  for (const range of text.matchAll(weeklyRange)) {
    for (const day of range.slice(1)) spoken.regular.add(short(day))
  }
  if (ofMonths.test(text)) spoken.regular.add(ofEachMonth)
  if (ofWeeks.test(text)) spoken.regular.add(ofEachWeek)
  spoken.habit = ofHabit.test(text) ? 2 : spoken.habit - 1
  // "The export is on the 25th, and the script runs on the 26th."
  const numbered = [...text.matchAll(/\b(\d{1,2})(?:st|nd|rd|th)\b(?! of\b)/g)].map(([, number]) => number!)
  const isRegular = numbered.some(number => spoken.regular.has(number))
  for (const number of isRegular ? numbered : []) spoken.regular.add(number)
}

const ofMonth = new RegExp(`\\b${anyMonth}\\b`, 'i')
/** "9 May", "May the 9th", "Saturday 21st". */
const inMonth = new RegExp(
  `^(?=.*\\d).*${ofMonth.source}|${anyWeekday},? (?:the )?\\d{1,2}(?:st|nd|rd|th)?$`,
  'i'
)

const monthOf = (named: FoundDate | undefined, now: number): Month | null =>
  named === undefined ? null : { iso: named.iso.slice(0, 7), said: now, turns: 3 }

const lessOne = (month: Month | null) => month === null || month.turns < 2 ? null : { ...month, turns: month.turns - 1 }

/** "Tue" of "Tuesday" and "tues". */
const short = (day: string) => day.toLowerCase().slice(0, 3)

const day = new RegExp(
  joined(String.raw`
    ^(?:\d[\d:.]*(?: ?[ap]m)? )?(?:on )?(?:the )?(?<name>${anyWeekday}|weekend)
    (?: (?:morning|afternoon|evening|night|noon|lunchtime))?(?: (?:at )?\d[\d:.]*(?: ?[ap]m)?)?$|
    ^(?:on )?(?:the )?(?<number>\d{1,2})(?:st|nd|rd|th)$`),
  'iu'
)

/** A day alone, where the talk is not of the days that come; `before` are the dates in front of it in its sentence. */
function isOfOtherWeek (spoken: SpokenDays, { text, at, iso }: FoundDate, before: FoundDate[], now: number) {
  const { week, regular, month, habit } = spoken
  const { name, number } = day.exec(text)?.groups ?? {}
  if (name === undefined) {
    // "The 9th of May is full. Whitsun is the 19th."
    const isOfOtherMonth = month !== null && at > month.said && !iso.startsWith(month.iso) &&
      before.every(({ iso }) => iso.length < 7)
    return number !== undefined && (regular.has(number) || regular.has(ofEachMonth) || isOfOtherMonth)
  }
  return [short(name), ofEachWeek].some(one => regular.has(one)) || habit > 0 || isBeforeEvent(spoken, at, now) ||
    (week !== null && (at < week[0] || at >= week[1]))
}

/** "I'm best man on 21 December. I land on Friday": whether in the week of the one event spoken of is not said. */
function isBeforeEvent ({ named }: SpokenDays, at: number, now: number): boolean {
  const [event, ...others] = [...named.values()].map(date => date.at)
  return event !== undefined && others.length === 0 && at > now && event > Math.max(at, now + 6 * oneDay) &&
    event < now + 60 * oneDay
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
    .filter((date, at, all) => !isOfOtherWeek(spoken, date, all.slice(0, at), now))
