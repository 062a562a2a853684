/**
 * The time that a question names, and how near to it a memory is. It raises a score and filters nothing, because people
 * misdate.
 */
import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { englishDates } from '../../../_shared/english/date-patterns.ts'

/** 0 (far away) to 1 (within the time that the question names). */
export type Nearness = (validAt: number) => number

const day = 86_400_000
/** People misdate an event by a few days. */
const slack = 3 * day
/** A date stands in the first words of a question, if at all. */
const longestQuestion = 500

/** Null when the question names no time. Relative times count from `now`, in milliseconds. */
export function timeNamed (query: string, now: number): Nearness | null {
  const text = query.slice(0, longestQuestion)
  const dated = [
    ...englishDates().parse(text, new Date(now), { forwardDate: false }).flatMap(result => spanOf(result, text, now)),
    ...seasonsOf(text, now)
  ]
  const spans = dated.length > 0
    ? dated
    : [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) =>
      span(Date.UTC(Number(year), 0, 1), Date.UTC(Number(year) + 1, 0, 1))
    )
  return spans.length === 0 ? null : validAt => Math.max(...spans.map(nearness => nearness(validAt)))
}

function spanOf (result: ParsedResult, question: string, now: number): Nearness[] {
  const { start, index } = result
  if (start.isCertain('day') || start.isCertain('weekday')) return [daysOf(result)]
  if (start.isCertain('month')) return [monthOf(start, question.slice(0, index), now)]
  const year = start.get('year') ?? 0
  // An hour alone says nothing about the day.
  return start.isCertain('year') ? [span(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))] : []
}

/** First months of the seasons of the north, 0 is January; a season has three. */
const seasons: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }
const seasonNamed =
  /\b(last|past|this|(?:in|during) the|in|of)\s+(?:early |late )?(spring|summer|autumn|fall|winter)\b(?:,? (?:of )?((?:19|20)\d\d))?/gi

/** "Last spring", "in the summer of 2024"; without a year or "last" that season of any year. chrono-node knows none. */
function seasonsOf (question: string, now: number): Nearness[] {
  return [...question.matchAll(seasonNamed)].map(([, which = '', name = '', written]) => {
    const first = seasons[name.toLowerCase()] as number
    const season = (year: number) => [Date.UTC(year, first, 1), Date.UTC(year, first + 3, 1)] as const
    const year = new Date(now).getUTCFullYear()
    if (written !== undefined) return span(...season(Number(written)))
    if (/last|past/i.test(which)) {
      return span(...season(season(year)[1] <= now ? year : season(year - 1)[1] <= now ? year - 1 : year - 2))
    }
    if (/this/i.test(which)) return span(...season(season(year)[0] <= now ? year : year - 1))
    return yearly(first, 0, 92 * day)
  })
}

/** A day, or from one day to another. "June 7" without a year is the day of any year. */
function daysOf ({ start, end }: ParsedResult): Nearness {
  const from = dayOf(start)
  if (start.isCertain('year') || start.isCertain('weekday')) return span(from, (end ? dayOf(end, start) : from) + day)
  const month = monthIndex(start)
  return yearly(month, from - Date.UTC(start.get('year') ?? 0, month, 1), day)
}

/** "March" is the month of any year, "last March" the latest that is over. `before` is the question up to the month. */
function monthOf (start: ParsedComponents, before: string, now: number): Nearness {
  const [year, month] = [start.get('year') ?? 0, monthIndex(start)]
  if (start.isCertain('year')) return span(dayOf(start), Date.UTC(year, month + 1, 1))
  return /\blast\s$/i.test(before) ? latest(month, now) : yearly(month, 0, 31 * day)
}

function dayOf (date: ParsedComponents, start: ParsedComponents = date): number {
  return Date.UTC(date.get('year') ?? start.get('year') ?? 0, monthIndex(date), date.get('day') ?? 1)
}

/** 0 is January. */
function monthIndex (date: ParsedComponents): number {
  return (date.get('month') ?? 1) - 1
}

/** Within these times, or near them. */
export function span (from: number, until: number): Nearness {
  return validAt => {
    const away = Math.max(0, from - validAt, validAt - until)
    return Math.exp(-away / (slack + (until - from) / 4))
  }
}

function latest (month: number, now: number): Nearness {
  const year = new Date(now).getUTCFullYear()
  const ago = Date.UTC(year, month + 1, 1) <= now ? year : year - 1
  return span(Date.UTC(ago, month, 1), Date.UTC(ago, month + 1, 1))
}

/** The same days of every year: asked of the memory's own year and the ones beside it. */
function yearly (month: number, offset: number, length: number): Nearness {
  return validAt => {
    const year = new Date(validAt).getUTCFullYear()
    return Math.max(
      ...[year - 1, year, year + 1].map(one =>
        span(Date.UTC(one, month, 1) + offset, Date.UTC(one, month, 1) + offset + length)(validAt)
      )
    )
  }
}
