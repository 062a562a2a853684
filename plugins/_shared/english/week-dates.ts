/**
 * Days that are named by their week or month, of which the date library reads only a part: "Tuesday of next week", "two
 * weeks ago on Friday", "the Monday after next", "the last Friday of March".
 */
import { joined } from '../wording/words/lists.ts'
import { anyWeekday, months, weekdays } from '../wording/words/calendar.ts'
import { weekday } from './every-week.ts'
import { dateAt, oneDay, type FoundDate } from './found-dates.ts'
import { numbers } from './numbers.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const count = String.raw`(?:an?|one|two|three|four|five|six|seven|eight|\d)`
const toNumber = (word: string) => numbers[word.toLowerCase()] ?? Number(word)
const startOfDay = (at: number) => at - at % oneDay
const indexOf = (day: string) => days.findIndex(name => name.startsWith(day.toLowerCase().slice(0, 3)))

/** The first such day from `at` on. */
const from = (at: number, day: number) => startOfDay(at) + ((day - new Date(at).getUTCDay() + 7) % 7) * oneDay
/** The one that is nearest. */
const nearest = (at: number, day: number) => from(at - 3 * oneDay, day)
/** Of a week from Monday to Sunday. */
const inWeekOf = (at: number, day: number) => from(startOfDay(at) - ((new Date(at).getUTCDay() + 6) % 7) * oneDay, day)
const monday = (at: number) => inWeekOf(at, 1)

/** A day of the year, given by how many years from now, that lies where the tense points. */
function ofYear (named: (years: number) => number, now: number, past: boolean): number {
  const at = named(0)
  if (past) return at > now ? named(-1) : at
  return at + oneDay <= now ? named(1) : at
}

/** Null where the words do not fit each other. */
type Day = (groups: Record<string, string>, now: number, past: boolean) => number | null
/** "On" is a part of the date, as for the library. */
const form = (pattern: string, day: Day, length = 1, precision: 7 | 10 = 10) => ({
  pattern: new RegExp(`\\b(?:on )?(?:the )?${joined(pattern)}(?!\\p{L})`, 'giu'),
  day,
  length,
  precision
})
const weeks: Record<string, number> = { last: -1, this: 0, next: 1 }

const ofWeek: Day = ({ day, which }, now) => inWeekOf(now + weeks[which!.toLowerCase()]! * 7 * oneDay, indexOf(day!))
const agoOrAhead: Day = ({ day, count, ago }, now) =>
  nearest(now + toNumber(count!) * 7 * oneDay * (ago === undefined ? 1 : -1), indexOf(day!))

/** "The last Friday of March": of the year that the tense asks for. */
const ofMonth: Day = ({ place, day, month, which, year }, now, past) => {
  const today = new Date(now)
  const named = (months: number) => {
    const [first, next] = [0, 1].map(more => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months + more))
    return place!.toLowerCase() === 'last'
      ? from(next! - 7 * oneDay, indexOf(day!))
      : from(first!, indexOf(day!)) + (ordinals.indexOf(place!.toLowerCase()) * 7) * oneDay
  }
  if (month === undefined) return named(weeks[which!.toLowerCase()]!)
  const number = new Date(`${month} 1, 2000 UTC`).getUTCMonth() - today.getUTCMonth()
  if (year !== undefined) return named(number + (Number(year) - today.getUTCFullYear()) * 12)
  return ofYear(years => named(number + years * 12), now, past)
}
const shortMonths = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\\p{L}*'
const ordinals = ['first', 'second', 'third', 'fourth']

/** "Thursday 30": the next, or the last, such day that is a Thursday; "Friday 5" may be a time. */
const ofNumber: Day = ({ day, number }, now, past) => {
  const today = startOfDay(now)
  const found = Array.from({ length: 40 }, (_, days) => today + (past ? -days : days) * oneDay)
    .find(at => new Date(at).getUTCDate() === Number(number))
  return found !== undefined && new Date(found).getUTCDay() === indexOf(day!) ? found : null
}
/** "In February, the 11th." */
const inMonth: Day = ({ month, number }, now, past) => {
  const year = new Date(now).getUTCFullYear()
  return ofYear(years => Date.parse(`${number} ${month} ${year + years} UTC`), now, past)
}

/** "February last year." */
const monthOfYear: Day = ({ month, which }, now) =>
  Date.UTC(
    new Date(now).getUTCFullYear() + weeks[which!.toLowerCase()]!,
    new Date(`${month} 1, 2000 UTC`).getUTCMonth()
  )

const day = `(?<day>${weekdays})`
const forms = [
  form(`${day},? (?:of |in )?(?<which>next|last|this) week`, ofWeek),
  form(`(?<which>next|last|this) week,? (?:on )?${day}`, ofWeek),
  form(`(?<count>${count}) weeks? (?<ago>ago),? (?:on )?(?:an? |the )?${day}`, agoOrAhead),
  form(`${day},? (?<count>${count}) weeks? (?:(?<ago>ago)|from now)`, agoOrAhead),
  form(`in (?<count>${count}) weeks?,? on (?:an? |the )?${day}`, agoOrAhead),
  form(
    `(?<count>${count}|(?:a )?couple(?: of)?) ${day}s ago`,
    ({ count, day }, now) => from(now, indexOf(day!)) - (/couple/i.test(count!) ? 2 : toNumber(count!)) * 7 * oneDay
  ),
  form(
    `${day} after (?:next|this(?: one| coming one)?)`,
    ({ day }, now) => from(now + oneDay, indexOf(day!)) + 7 * oneDay
  ),
  form(`${day} before last`, ({ day }, now) => from(now, indexOf(day!)) - 14 * oneDay),
  form(
    `(?<place>first|second|third|fourth|last) ${day} (?:of|in) (?:(?<which>this|next|last) month|
    (?<month>${months})(?: (?<year>(?:19|20)\\d{2}))?)`,
    ofMonth
  ),
  form(
    `(?<day>${anyWeekday}),?
    \\s(?<number>(?:1[3-9]|2\\d|3[01])(?=(?:th|st|nd|rd)?(?!\\d))|\\d{1,2}(?=th|st|nd|rd))
    (?<=\\d)(?:th|st|nd|rd)?(?![\\d:.,]*[\\d€£$%]|[ap]m| (?:${shortMonths}|\\p{L}*s\\b))`,
    ofNumber
  ),
  form(`in (?<month>${shortMonths}), the (?<number>\\d{1,2})(?:st|nd|rd|th)`, inMonth),
  form(`(?<month>${months}),? (?:of )?(?<which>last|this|next) year`, monthOfYear, 1, 7),
  form('week after next', (_, now) => monday(now + 14 * oneDay), 7),
  form('week before last', (_, now) => monday(now - 14 * oneDay), 7),
  // "The last week of August" is another.
  form(
    '(?<!\\bthe )(?<which>next|last|this) week(?! (?:of|in)(?!\\p{L}))',
    ({ which }, now) => monday(now + weeks[which!.toLowerCase()]! * 7 * oneDay),
    7
  ),
  form('(?:in a fortnight|a fortnight from now)', (_, now) => startOfDay(now) + 14 * oneDay),
  form('a fortnight ago', (_, now) => startOfDay(now) - 14 * oneDay)
]

const every = /\b(?:every|each|most|usually|always)\b[^,;.]{0,20}$/i

/** "Since last week", "until next week": when that week begins. */
const bound = /\b(?:since|from|until|till?|before|by) $/i

/** Dates that say a day in two steps. */
export const daysOfWeeks = (text: string, now: number, past: boolean): FoundDate[] =>
  forms.flatMap(({ pattern, day, length, precision }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !every.test(text.slice(0, index)))
      .flatMap(({ index, 0: words, groups }) => {
        const at = day({ ...groups }, now, past)
        if (at === null) return []
        const through = new Date(at + (length - 1) * oneDay).toISOString().slice(0, 10)
        const isWhole = length > 1 && !bound.test(text.slice(0, index))
        return [{ ...dateAt(index, words, at, precision), through: isWhole ? through : null }]
      })
  )

/** "How old is she?" "Five weeks tomorrow." */
const ofAge =
  /\bhow (?:old|far along)\b|(?:\b(?:he|she|baby) is|\b(?:he|she)['’](?:s|ll be)) (?:an?|\d+|\p{L}+) weeks? $/iu

/** "Three weeks on Saturday", "a week on Tuesday", "two weeks from tomorrow", "Tuesday week". */
export function weeksOn (text: string, from: number, date: string): number {
  const ofToday = /^(?:today|tomorrow)$/i.test(date)
  if (!ofToday && !weekday.test(date)) return 0
  if (/^ week\b/i.test(text.slice(from + date.length))) return 1
  if (ofAge.test(text.slice(0, from))) return 0
  const [, count = '', behind] = /\b(an?|\d{1,2}|\p{L}+) weeks? (from )?$/iu.exec(text.slice(0, from)) ?? []
  return ofToday || behind !== undefined || /^(?:on|from)\b/i.test(date)
    ? numbers[count.toLowerCase()] ?? (Number(count) || 0)
    : 0
}
