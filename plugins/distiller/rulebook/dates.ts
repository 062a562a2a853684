/** Relative dates gain the absolute date they meant: "next Tuesday" is "next Tuesday (2024-05-14)". Read by chrono-node. */
import type { ParsedResult } from 'chrono-node'

export interface Dates {
  /** Every date of the text that is no mere "now". */
  find: (text: string, at: number) => FoundDate[]
}

export interface FoundDate {
  index: number
  text: string
  /** Milliseconds. */
  at: number
  /** ISO 8601, as precise as what was said: a day, a month, a year. */
  iso: string
  relative: boolean
}

let loading: Promise<Dates> | undefined

export function loadDates (): Promise<Dates> {
  loading ??= import('chrono-node').then(({ casual }) => ({
    find: (text, at) => casual.parse(text, { instant: new Date(at), timezone: 0 }, { forwardDate: /\b(will|going|next|upcoming|start|starts|starting|due|by|deadline|until|launch|plan|plans|planning|interview|meeting|appointment)\b/i.test(text) })
      .filter(result => isDate(result)).map(toDate)
  }))
  return loading
}

const vague = /^(now|right now|at the moment|this time|the day|sec|second|current|last|past|next|[\d.:]+)$/i

function isDate (result: ParsedResult): boolean {
  if (/\b(?:seconds?|minutes?|mins?|hours?|hrs?|ms)\b/i.test(result.text)) return false
  const known = result.start.isCertain('day') || result.start.isCertain('month') || result.start.isCertain('year') || result.start.isCertain('weekday')
  return known && !vague.test(result.text) && /\p{L}|\d{4}|\/|-/u.test(result.text)
}

function toDate (result: ParsedResult): FoundDate {
  const { start } = result
  const year = String(start.get('year'))
  const month = `${year}-${String(start.get('month')).padStart(2, '0')}`
  const day = `${month}-${String(start.get('day')).padStart(2, '0')}`
  const precise = start.isCertain('day') || start.isCertain('weekday')
  let iso = day
  if (/\byears?\b/i.test(result.text) || !(precise || start.isCertain('month'))) iso = year
  else if (/\bmonths?\b/i.test(result.text) || !precise) iso = month
  return {
    index: result.index,
    text: result.text,
    at: Date.UTC(start.get('year') ?? 1970, (start.get('month') ?? 1) - 1, start.get('day') ?? 1),
    iso,
    relative: !start.isCertain('year') || /\b(ago|last|next|this|today|yesterday|tomorrow|tonight|in)\b/i.test(result.text)
  }
}

/** The absolute date behind each relative one. In what is told as past, "in two weeks" is a length and no date. */
export function withDates (text: string, found: FoundDate[], past: { at: number } | null): string {
  let result = text
  for (const { index, text: said, iso, relative, at } of [...found].reverse()) {
    if (past && at > past.at && /^(in|within|for)\b/i.test(said)) continue
    // "Every Monday" is no Monday.
    if (/^\w+day$/i.test(said) && /\b(?:every|except|each|usually|always|most)\b/i.test(text)) continue
    if (/\b(?:birthday|born|anniversary)\b/i.test(text) && !/\b(?:next|this|last|tomorrow|today)\b/i.test(said)) continue
    const end = index + said.replace(/[\s,;.]+$/, '').length
    if (relative && !said.includes(iso)) result = `${result.slice(0, end)} (${iso})${result.slice(end)}`
  }
  return result
}
