/** ISO 8601 to milliseconds and back: the times of the wire. */

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|z|[+\- ]\d\d:?\d\d)?)?$/

/**
 * A date (midnight UTC) or a date and time, UTC when no zone is given. Null when it is neither, or not a day of the
 * calendar. A zone's `+` that a query string turned into a space is read as `+`.
 */
export function parseInstant (text: string): number | null {
  const match = iso.exec(text.trim())
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(part =>
    Number(part ?? 0)
  )
  if (hour > 23 || minute > 59 || second > 59) return null
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  // setUTCFullYear, because Date.UTC reads the years 0 to 99 as 1900 and later.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  date.setUTCHours(hour, minute, second, milliseconds)
  return date.getTime() - minutesAhead(match[8]) * 60_000
}

/** Minutes that the clock of a time is ahead of UTC: -300 in `2026-03-01T20:00:00-05:00`, 0 without a zone. */
export const zoneOf = (text: string): number => minutesAhead(iso.exec(text.trim())?.[8])

function minutesAhead (zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0
  const digits = zone.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return zone.startsWith('-') ? -minutes : minutes
}

export function isoTime (milliseconds: number): string
export function isoTime (milliseconds: number | null): string | null
export function isoTime (milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

export function unixSeconds (milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
