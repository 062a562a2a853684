/** Dates by chrono-node; which way they point is said by the clause's tense, and the day stands beside the words. */
import type { Chrono, ParsedResult } from 'chrono-node'
import { isPastInGerman } from '../wording/german.ts'
import { isBehind, isOfEitherWeek, isOfEitherYear } from './date-direction.ts'
import { englishCompiled, germanDates } from './date-patterns.ts'
import { otherDates } from '../wording/other-dates.ts'
import { loadGrammar } from './grammar.ts'
import { tenseAt } from './tense-at.ts'
import { isDate } from './date-words.ts'
import { wordsOf } from './every-week.ts'
import { withoutFalseDates } from './no-date.ts'
import { daysOfMonth, endsOfMonth, monthsAlone, years, type Language } from './month-dates.ts'
import {
  dateAt,
  inMonthOfLast,
  inOrderOfWeek,
  isListed,
  oneDay,
  withoutOpenWeek,
  withoutQuoted
} from './found-dates.ts'
import type { FoundDate } from './found-dates.ts'
import { daysOfWeeks, weeksOn } from './week-dates.ts'

/**
 * `past` for what is told as done: "on 24 December" is then the one before, else the one to come. In other languages
 * than English and German the words say that themselves, and weekdays are not read: "mon" is no Monday in French.
 */
export type FindDates = (text: string, at: number, past: boolean, language?: Language) => FoundDate[]

/** Words by which the year is known: "last May", "in two weeks". */
const anchored =
  /\b(?:ago|last|next|this|today|tomorrow|yesterday|tonight|in|from|vor|letzte\w*|nächste\w*|gestern|vorgestern|heute|morgen|übermorgen)\b/i
/** "By the end of May" is by its last day, "at the end of May" is some day of it. */
const untilEnd = /\b(?:by|until|till?|to|through|since|from|before|after) (?:the )?$/i
let loading: Promise<FindDates> | undefined

export function loadDates (): Promise<FindDates> {
  loading ??= Promise.all([englishCompiled(), loadGrammar()]).then(([english, grammar]) => {
    const read = (text: string, at: number, past: boolean, reader: Chrono, language: Language): FoundDate[] => [
      ...(language === 'english' ? daysOfWeeks(text, at, past) : []),
      ...reader.parse(withoutFalseDates(text), { instant: new Date(at), timezone: 0 }, { forwardDate: !past })
        .filter(result => isDate(result, text, past)).map(result => dateOf(result, text, at, past)),
      ...daysOfMonth(text, at, past),
      ...monthsAlone(text, at, past, language),
      ...(past ? [] : endsOfMonth(text, at))
    ]
    return eachItsWay((text, at, clausePast, language = 'english') => {
      if (language === 'other') return withoutQuoted(text, inOtherLanguage(text, at))
      const past = clausePast || (language === 'german' && isPastInGerman(text))
      const reader = language === 'german' ? germanDates() : english
      const others = read(text, at, !past, reader, language)
      const own = apart(read(text, at, past, reader, language))
      const tokens = own.length > 0 && language === 'english' ? grammar.tokens(withSubject(text)) : []
      let turned = false
      const found = own.flatMap((date, place) => {
        const other = others.find(({ index }) => index === date.index)
        // The first of a list says which way all of it points.
        if (!isListed(text, own[place - 1], date)) {
          // The library takes "on" for a part of the date.
          const [on] = /^(?:on |in |at )?(?:the )?/i.exec(date.text)!
          const isNearer = other !== undefined && Math.abs(other.at - at) < Math.abs(date.at - at)
          const tense = tenseAt(tokens, date.index, date.index + date.text.length)
          const before = text.slice(0, date.index) + on
          const behind = isBehind(before, date.text, tense, past, isNearer)
          turned = past !== behind
          const isFirst = place === 0 || /[.;!?]/.test(text.slice(own[place - 1]!.index, date.index))
          const [ahead, over] = turned ? [other, date] : [date, other]
          if (isFirst && !behind && isOfEitherYear(before, ahead, over, at, tense)) return []
          if (!behind && isOfEitherWeek(date.text, at)) return []
        }
        return turned ? other ?? date : date
      })
      const days = withoutQuoted(text, withoutOpenWeek(text, inOrderOfWeek(text, found, past), at))
      return [...inMonthOfLast(text, days), ...years(text)].sort((one, other) => one.index - other.index)
    })
  })
  return loading
}

/** A hidden name is a subject all the same, and "the user's" is "his". */
const withSubject = (text: string) =>
  text.replaceAll(/(?:_{3,}|\bthe user\b)(['’]s\b)?/gi, (name, own) => (own ? 'His' : 'He').padEnd(name.length))

const inOtherLanguage = (text: string, now: number): FoundDate[] =>
  otherDates(text, now).map(({ index, words, at, precision }) => ({
    ...dateAt(index, words, at, precision),
    relative: !/\d{4}/.test(words)
  }))

/** In order, and none within another: "from May to next Tuesday" is read once. */
function apart (dates: FoundDate[]): FoundDate[] {
  const kept: FoundDate[] = []
  for (const date of dates.sort((one, other) => one.index - other.index)) {
    const last = kept.at(-1)
    if (last === undefined || date.index >= last.index + last.text.length) kept.push(date)
  }
  return kept
}

function dateOf (result: ParsedResult, all: string, now: number, past: boolean): FoundDate {
  const { start, end, index } = result
  const text = wordsOf(result)
  const ofThisYear = isOfThisYear(start, all.slice(0, index) + text)
  const open = !start.isCertain('year') && !anchored.test(text) && !ofThisYear
  const named = startOf(start, ofThisYear ? now : null)
  // "On Sunday", said on a Sunday, is not today.
  const isToday = start.isCertain('weekday') && !start.isCertain('day') && named <= now && now < named + oneDay
  const back = movesBack(named, now, { past, open, isToday }, start, text)
  const weeks = past ? 0 : weeksOn(all, index, text) || Number(open && isToday)
  const inDirection = (at: number) => (back ? before(at, start.isCertain('month')) : at) + 7 * oneDay * weeks
  const shift = toWeekday(inDirection(named), start)
  const placed = (at: number) => inDirection(at) + shift
  const isVagueEnd = /\bend of\b/i.test(all.slice(0, index).slice(-12) + text) && !untilEnd.test(all.slice(0, index))
  const precision = Math.min(precisionOf(start, text), isVagueEnd ? 7 : 10)
  const iso = (at: number) => new Date(placed(at)).toISOString().slice(0, precision)
  const through = end == null ? null : iso(startOf(end))
  return {
    index,
    text,
    at: Date.parse(iso(named)),
    iso: iso(named),
    through: through === iso(named) ? null : through,
    relative: !start.isCertain('year') || anchored.test(text)
  }
}

/** Whether what was read as ahead is past, and the other way round: "this Monday" as well, and not "next Monday". */
function movesBack (
  named: number,
  now: number,
  { past, open, isToday }: Record<'past' | 'open' | 'isToday', boolean>,
  start: ParsedResult['start'],
  text: string
): boolean {
  if (past && /^this (?:past )?(?:\p{L}+day|weekend)$/iu.test(text)) return named > now
  return open && (past ? named > now || isToday : isThisMonth(start, named, now))
}

/** "The rent for October", said in October, is not of next year's. */
const isThisMonth = (start: ParsedResult['start'], named: number, now: number) =>
  start.isCertain('month') && !start.isCertain('day') && named > now &&
  new Date(named).getUTCMonth() === new Date(now).getUTCMonth()

/** How far the year is in which "Sat 14 November" is a Saturday. */
function toWeekday (at: number, start: ParsedResult['start']): number {
  const isOfDay = (['weekday', 'day', 'month'] as const).every(part => start.isCertain(part))
  if (!isOfDay || start.isCertain('year')) return 0
  const day = new Date(at)
  const years = [0, -1, 1].map(more => Date.UTC(day.getUTCFullYear() + more, day.getUTCMonth(), day.getUTCDate()))
  return (years.find(one => new Date(one).getUTCDay() === start.get('weekday')) ?? at) - at
}

/** "Four years this August" is of this year, whatever the tense. */
const isOfThisYear = (start: ParsedResult['start'], before: string) =>
  start.isCertain('month') && !start.isCertain('day') && /\bthis \p{Lu}\p{L}+$/u.test(before)

const startOf = (start: ParsedResult['start'], inYearOf: number | null = null) =>
  Date.UTC(
    (inYearOf === null ? null : new Date(inYearOf).getUTCFullYear()) ?? start.get('year') ?? 1970,
    (start.get('month') ?? 1) - 1,
    start.get('day') ?? 1
  )

/** Characters of an ISO date: a day, a month, a year. */
function precisionOf (start: ParsedResult['start'], text: string): number {
  const precise = start.isCertain('day') || start.isCertain('weekday')
  if (/\b(?:years?|jahr\w*)\b/i.test(text) || !(precise || start.isCertain('month'))) return 4
  return /\b(?:months?|monat\w*)\b/i.test(text) || !precise ? 7 : 10
}

/** The same day a year before, or the same day of the week before. */
function before (at: number, dayOfYear: boolean): number {
  const date = new Date(at)
  return dayOfYear ? Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) : at - 7 * oneDay
}

/** Of an answer with its question ('Asked "Shall we meet on Friday?", the user said: …'): each in its own direction. */
const eachItsWay = (find: FindDates): FindDates => (text, at, past, language) => {
  const [asked = ''] = /^Asked "[^"]*"/.exec(text) ?? []
  if (!past || !offer.test(asked) || over.test(asked)) return find(text, at, past, language)
  const ofQuestion = find(asked, at, false, language)
  // "Are you free this weekend?" "She asked me to babysit at the weekend": which one she means is not said.
  const isOpen = ({ text, iso }: FoundDate) =>
    ofQuestion.some(one => lastWord(one.text) === lastWord(text) && one.iso !== iso)
  // What is asked may say that no day is meant: "What do you usually do at the weekend?"
  const ofAnswer = find(text, at, past, language).filter(date => date.index >= asked.length && !isOpen(date))
  return [...ofQuestion, ...ofAnswer]
}
const lastWord = (text: string) => text.toLowerCase().split(' ').at(-1)
const offer = /^Asked "(?:an?|some|shall|will|would|do|does|are|is|can|could|should|how about|what about|any)\b/i
const over = /\b(?:did|was|were|had|have|has|been|ago|last|yesterday|past|['’]ve)\b/i

/** "On the 4th", and not "in Utrecht since the 4th". */
export const opensWithDate = (text: string, found: FoundDate[]): boolean =>
  found.some(({ index }) => /^(?:(?:on|in|at|from|by|for|the|starting|only|not) )*$/i.test(text.slice(0, index)))
