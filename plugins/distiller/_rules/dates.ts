/** Dates by chrono-node; which way they point is said by the clause's tense, and the day stands beside the words. */
import type { ParsedResult } from 'chrono-node'
import { englishCompiled } from '../../_shared/date-patterns.ts'

export type Direction = 'past' | 'ahead'

export interface FoundDate {
  index: number
  text: string
  /** Milliseconds, the start of what was named. */
  at: number
  /** ISO 8601, as precise as what was said: a day, a month, a year. */
  iso: string
  /** The last day of a range ("from 2 to 9 April"), or null. */
  through: string | null
  relative: boolean
  /** A month without its year, and nothing that it is counted from: the tense decides. */
  open: boolean
}

export type FindDates = (text: string, at: number, direction: Direction) => FoundDate[]

const day = 86_400_000
const vague =
  /^(?:now|right now|at the moment|this time|the day|sec|second|current|last|past|next|may|sat|sun|mar|[\d.:]+)$/i
const recurring = /\b(?:every|each|usually|always|most|first|second|third|fourth|last)\s+(?:other\s+|single\s+)?$/i
const weekday = /day(?:s| (?:mornings?|afternoons?|evenings?|nights?))?$/i

let loading: Promise<FindDates> | undefined

export function loadDates (): Promise<FindDates> {
  loading ??= englishCompiled().then(reader => (text, at, direction) =>
    reader.parse(text, { instant: new Date(at), timezone: 0 }, { forwardDate: direction === 'ahead' })
      .filter(result => isDate(result, text, direction)).map(result => toDate(result, at, direction)).concat(
        years(text)
      ).sort((a, b) => a.index - b.index)
  )
  return loading
}

/** "In 2009": a year alone is no date to the library. */
function years (text: string): FoundDate[] {
  return [...text.matchAll(/(?<=\b(?:in|since|until|from|till) )(?:19|20)\d{2}\b(?! ?[-/]|\s*\p{Lu})/giu)].map(
    found => ({
      index: found.index,
      text: found[0],
      at: Date.UTC(Number(found[0]), 0, 1),
      iso: found[0],
      through: null,
      relative: false,
      open: false
    })
  )
}

const clock = /\b(?:seconds?|minutes?|mins?|hours?|hrs?|ms)\b/i
const span = /^(?:\w+ )?(?:days?|weeks?|months?|years?)$/i
/** "In three months" is a length in what is said as past or as going on; "for two years" always is. */
const length = /^(?:for|within|over|during)\b/i
const lengthPast = /^in\b(?!.*\d{4}).*\b(?:days?|weeks?|months?|years?)$/i

function isDate ({ start, text, index }: ParsedResult, all: string, direction: Direction): boolean {
  if (clock.test(text) || vague.test(text) || !/\p{L}|\d{4}|\/|-/u.test(text)) return false
  if (span.test(text) && !/^(?:last|next|this)\b/i.test(text)) return false
  if (length.test(text) || (direction === 'past' && lengthPast.test(text))) return false
  return !isRecurring(text, all.slice(0, index)) &&
    ['day', 'month', 'year', 'weekday'].some(part => start.isCertain(part as 'day'))
}

/** "On Mondays", "every Monday". */
const isRecurring = (text: string, before: string) => weekday.test(text) && (/s$/i.test(text) || recurring.test(before))

const anchored = /\b(?:ago|last|next|this|today|tomorrow|yesterday|tonight|in|from)\b/i

function toDate ({ start, end, text, index }: ParsedResult, now: number, direction: Direction): FoundDate {
  const open = !start.isCertain('year') && !anchored.test(text)
  const named = startOf(start)
  const back = open && direction === 'past' && named > now
  const placed = (day: number) => back ? before(day, start.isCertain('month')) : day
  const iso = (day: number) => new Date(placed(day)).toISOString().slice(0, digitsOf(start, text))
  return {
    index,
    text: text.replace(/[\s,;.]+$/, ''),
    at: placed(named),
    iso: iso(named),
    through: end == null || iso(startOf(end)) === iso(named) ? null : iso(startOf(end)),
    open: open && start.isCertain('month'),
    relative: !start.isCertain('year') || open ||
      /\b(?:ago|last|next|this|today|yesterday|tomorrow|tonight|in)\b/i.test(text)
  }
}

const startOf = (start: ParsedResult['start']) =>
  Date.UTC(start.get('year') ?? 1970, (start.get('month') ?? 1) - 1, start.get('day') ?? 1)

/** As precise as what was said: a day, a month, a year. */
function digitsOf (start: ParsedResult['start'], text: string): number {
  const precise = start.isCertain('day') || start.isCertain('weekday')
  if (/\byears?\b/i.test(text) || !(precise || start.isCertain('month'))) return 4
  return /\bmonths?\b/i.test(text) || !precise ? 7 : 10
}

/** The same day a year before, or the same day of the week before. */
function before (at: number, dayOfYear: boolean): number {
  const date = new Date(at)
  return dayOfYear ? Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()) : at - 7 * day
}

/** What lies ahead of a past: "found a room, moving in on 1 April", "postponed it to 9 June". */
const goingOn =
  /,\s*\p{L}+ing\b[^,;]*$|\b(?:postpon|mov|push|reschedul|shift|delay|extend)\p{L}*\b.*\b(?:from|to) (?:the )?$/u
/** "Booked a table for Saturday"; where one went or was "for Christmas", it was then. */
const meantFor = /\bfor (?:the )?$/
const then = /\b(?:was|were|been|had|went|came|flew|drove|travel\p{L}*|stayed|visited|lived|returned|hosted|cooked)\b/u
/** "Registered for the exam on 4 July" says either when it was arranged or when it is. */
const arranged =
  /\b(?:booked|reserved|scheduled|planned|arranged|signed up|signed \p{L}+ up|registered|enrolled|entered|applied|appointment|viewing|interview)\b/u
export const since = /\bsince\s+(?:the\s+)?$/i

const liesAhead = (before: string) => goingOn.test(before) || (meantFor.test(before) && !then.test(before))

/** The dates of a text: those behind "since" are past, and what a past went on to or arranged lies ahead of it. */
export function datesIn (text: string, at: number, find: FindDates, past: boolean): FoundDate[] {
  const others = find(text, at, past ? 'ahead' : 'past')
  return find(text, at, past ? 'past' : 'ahead').flatMap(date => {
    const before = text.slice(0, date.index)
    const other = others.find(({ index }) => index === date.index) ?? date
    if (past ? liesAhead(before) : since.test(before)) return [other]
    return past && arranged.test(before) && !then.test(before) && other.at !== date.at ? [] : [date]
  })
}

/** The words with the day beside each date that depends on when it was said. */
export function withDates (text: string, found: FoundDate[]): string {
  let result = text
  for (const { index, text: said, iso, through, relative } of found.toReversed()) {
    const end = index + said.length
    if (relative && !said.includes(iso) && !/\b(?:birthday|born|anniversary)\b/i.test(text)) {
      result = `${result.slice(0, end)} (${through === null ? iso : `${iso} to ${through}`})${result.slice(end)}`
    }
  }
  return result
}

/** The day after which something no longer holds: "until March 31, 2026". */
export function endOf (text: string, found: FoundDate[]): number | null {
  const until = found.find(({ index }) => /\b(?:until|till|through)\s+(?:the\s+)?$/i.test(text.slice(0, index)))
  return until === undefined ? null : until.at + day
}
