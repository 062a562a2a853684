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

function toDate ({ start, text, index }: ParsedResult, now: number, direction: Direction): FoundDate {
  const open = !start.isCertain('year') && !anchored.test(text)
  const named = startOf(start)
  const at = open && direction === 'past' && named > now ? before(named, start.isCertain('month')) : named
  return {
    index,
    text: text.replace(/[\s,;.]+$/, ''),
    at,
    iso: new Date(at).toISOString().slice(0, digitsOf(start, text)),
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

/** The words with the day beside each date that depends on when it was said. */
export function withDates (text: string, found: FoundDate[]): string {
  let result = text
  for (const { index, text: said, iso, relative } of found.toReversed()) {
    const end = index + said.length
    if (relative && !said.includes(iso) && !/\b(?:birthday|born|anniversary)\b/i.test(text)) {
      result = `${result.slice(0, end)} (${iso})${result.slice(end)}`
    }
  }
  return result
}

/** The day after which something no longer holds: "until March 31, 2026". */
export function endOf (text: string, found: FoundDate[]): number | null {
  const until = found.find(({ index }) => /\b(?:until|till|through)\s+(?:the\s+)?$/i.test(text.slice(0, index)))
  return until === undefined ? null : until.at + day
}
