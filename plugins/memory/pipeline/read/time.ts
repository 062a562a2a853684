/** Questions that speak of time: which days they mean, and how near to them a memory lies. A preference, never a filter: people misdate. */
import { createRequire } from 'node:module'
import type { ParsedResult } from 'chrono-node'

/** Loaded with the first question, for it is large and a service starts without one. */
const load = createRequire(import.meta.url)

/** 0 (far away) to 1 (within the time that the question names). */
export type Nearness = (validAt: number) => number

const day = 86_400_000
/** Nobody dates an event to more than a few days. */
const slack = 3 * day
/** A date stands in the first words of a question, if at all. */
const longestQuestion = 500

/** Null when the question names no time. Relative times count from `now`, in milliseconds. */
export function timeNamed (query: string, now: number): Nearness | null {
  const text = query.slice(0, longestQuestion)
  const { casual } = load('chrono-node') as typeof import('chrono-node')
  const dated = casual.parse(text, new Date(now), { forwardDate: false }).flatMap(result => spanOf(result, text, now))
  const spans = dated.length > 0 ? dated : [...text.matchAll(/\b(?:19|20)\d\d\b/g)].map(([year]) => span(Date.UTC(Number(year), 0, 1), Date.UTC(Number(year) + 1, 0, 1)))
  return spans.length === 0 ? null : validAt => Math.max(...spans.map(nearness => nearness(validAt)))
}

function spanOf ({ start, end, index }: ParsedResult, question: string, now: number): Nearness[] {
  const [year, month] = [start.get('year') ?? 0, (start.get('month') ?? 1) - 1]
  const from = Date.UTC(year, month, start.get('day') ?? 1)
  const last = end === null || end === undefined ? from : Date.UTC(end.get('year') ?? year, (end.get('month') ?? 1) - 1, end.get('day') ?? 1)
  if (start.isCertain('day') || start.isCertain('weekday')) {
    // "June 7" without a year is the day of any year.
    return start.isCertain('year') || start.isCertain('weekday') ? [span(from, last + day)] : [yearly(month, from - Date.UTC(year, month, 1), day)]
  }
  if (start.isCertain('month')) {
    if (start.isCertain('year')) return [span(from, Date.UTC(year, month + 1, 1))]
    // "Last March" is the latest that is over, "March" any.
    return /\blast\s$/i.test(question.slice(0, index)) ? [latest(month, now)] : [yearly(month, 0, 31 * day)]
  }
  if (start.isCertain('year')) return [span(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))]
  // An hour alone says nothing about the day.
  return []
}

function span (from: number, until: number): Nearness {
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
    return Math.max(...[year - 1, year, year + 1].map(one => span(Date.UTC(one, month, 1) + offset, Date.UTC(one, month, 1) + offset + length)(validAt)))
  }
}
