/**
 * Times as a reader sees them. A fact known to the day is stored as that day's midnight in UTC: it is shown as that day
 * everywhere, and never moves to the day before or after. What is known to the second is shown in the time zone of
 * the reader.
 */
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const dayUtc = new Intl.DateTimeFormat(undefined, { ...day, timeZone: 'UTC' })
const dayHere = new Intl.DateTimeFormat(undefined, day)
const secondHere = new Intl.DateTimeFormat(undefined, { ...day, hour: '2-digit', minute: '2-digit', second: '2-digit' })

export function isWholeDay (ms: number): boolean {
  return ms % 86_400_000 === 0
}

/** An instant in ISO 8601 or Unix seconds, as milliseconds. */
export function msOf (time: string | number): number {
  return typeof time === 'number' ? time * 1000 : Date.parse(time)
}

export function formatDay (time: string | number | null | undefined): string {
  if (time === null || time === undefined) return '—'
  const ms = msOf(time)
  if (Number.isNaN(ms)) return String(time)
  return (isWholeDay(ms) ? dayUtc : dayHere).format(ms)
}

/** Of most facts both days are the same, which need not be said twice. */
export function knownSince (validAt: string | number | null | undefined, createdAt: string | number): string {
  const day = formatDay(createdAt)
  return `known since ${day === formatDay(validAt) ? 'then' : day}`
}

/** For tooltips and the log: to the second where it is known. */
export function formatInstant (time: string | number | null | undefined): string {
  if (time === null || time === undefined) return '—'
  const ms = msOf(time)
  if (Number.isNaN(ms)) return String(time)
  return isWholeDay(ms) ? dayUtc.format(ms) : secondHere.format(ms)
}

/** Of the world: a date is a day of the calendar, so it ends with that day in UTC, where days are stored. */
export function endOfWorldDay (date: string): string {
  return isDate(date) ? `${date}T23:59:59.999Z` : date
}

/** Of the service: a date is the reader's own day. */
export function endOfKnownDay (date: string): string {
  return isDate(date) ? new Date(`${date}T23:59:59.999`).toISOString() : date
}

export function justBefore (time: string | number): string {
  return new Date(msOf(time) - 1).toISOString()
}

export function isDate (text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

/** What a date field shows for a date or an instant. */
export function dateField (time: string | undefined, zone: 'utc' | 'here'): string {
  if (time === undefined || isDate(time)) return time ?? ''
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  if (zone === 'utc') return date.toISOString().slice(0, 10)
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${
    String(date.getDate()).padStart(2, '0')
  }`
}

export function today (): string {
  return dateField(new Date().toISOString(), 'here')
}

/** `41 days later` */
export function spanOf (ms: number): string {
  const days = Math.round(Math.abs(ms) / 86_400_000)
  if (days < 1) return 'the same day'
  if (days < 60) return `${days} ${days === 1 ? 'day' : 'days'}`
  if (days < 730) return `${Math.round(days / 30.44)} months`
  return `${Math.round(days / 365.25)} years`
}
