/**
 * Days that are named by their week or month, of which the date library reads only a part: "Tuesday of next week", "two
 * weeks ago on Friday", "the Monday after next", "the last Friday of March".
 */
import { joined } from '../wording/words/lists.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { dateAt, oneDay, type FoundDate } from './found-dates.ts'
import { numbers } from './numbers.ts'

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const count = String.raw`(?:an?|one|two|three|four|five|six|seven|eight|\d)`
const toNumber = (word: string) => numbers[word.toLowerCase()] ?? Number(word)
const startOfDay = (at: number) => at - at % oneDay
const indexOf = (day: string) => days.indexOf(day.toLowerCase())

/** The first such day from `at` on. */
const from = (at: number, day: number) => startOfDay(at) + ((day - new Date(at).getUTCDay() + 7) % 7) * oneDay
/** The one that is nearest. */
const nearest = (at: number, day: number) => from(at - 3 * oneDay, day)
/** Of a week from Monday to Sunday. */
const inWeekOf = (at: number, day: number) => from(startOfDay(at) - ((new Date(at).getUTCDay() + 6) % 7) * oneDay, day)

type Day = (groups: Record<string, string>, now: number, past: boolean) => number
/** "On" is a part of the date, as for the library. */
const form = (pattern: string, day: Day) => ({
  pattern: new RegExp(`\\b(?:on )?(?:the )?${joined(pattern)}(?!\\p{L})`, 'giu'),
  day
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
  const at = named(number)
  return past ? (at > now ? named(number - 12) : at) : (at + oneDay <= now ? named(number + 12) : at)
}
const ordinals = ['first', 'second', 'third', 'fourth']

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
  form('week after next', (_, now) => startOfDay(now) + 14 * oneDay),
  form('week before last', (_, now) => startOfDay(now) - 14 * oneDay),
  form('(?:in a fortnight|a fortnight from now)', (_, now) => startOfDay(now) + 14 * oneDay),
  form('a fortnight ago', (_, now) => startOfDay(now) - 14 * oneDay)
]

const every = /\b(?:every|each|most|usually|always)\b[^,;.]{0,20}$/i

/** Dates that say a day in two steps. */
export const daysOfWeeks = (text: string, now: number, past: boolean): FoundDate[] =>
  forms.flatMap(({ pattern, day }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => !every.test(text.slice(0, index)))
      .map(({ index, 0: words, groups }) => dateAt(index, words, day({ ...groups }, now, past), 10))
  )
