/**
 * When something was or becomes true, from the words of the turn. The model copies the words; the arithmetic is done
 * here, by chrono-node.
 */
import { compiled } from '../../_shared/english/date-patterns.ts'

export interface Moment {
  /** Milliseconds: the first instant of the day, month or year. */
  at: number
  /** ISO 8601, as precise as the words: a day, a month, a year. */
  iso: string
}

export type ReadMoment = (words: string, at: number) => Moment | null

/** Share of the letters a date parser must have understood: half a phrase is another date. */
const understood = 0.6

let loading: Promise<ReadMoment> | undefined

export function loadMoments (): Promise<ReadMoment> {
  loading ??= import('chrono-node').then(async library => {
    const { en, de, fr, es, pt, it, nl, sv, fi, ru, uk, ja, zh, vi, id, ar } = library
    const readers = [en, de, fr, es, pt, it, nl, sv, fi, ru, uk, ja, zh, vi, id, ar].map(({ casual }) => casual)
    await compiled(library.Chrono, readers, ['then', 'тогда'])
    return (words, at) => {
      const stated = exact(words)
      if (stated !== null) return stated
      const reference = { instant: new Date(at), timezone: 0 }
      const read = readers.flatMap(reader => reader.parse(words, reference))
      const best = read.toSorted((a, b) => letters(b.text) - letters(a.text))[0]
      if (best === undefined || letters(best.text) < understood * letters(words)) return bareYear(words)
      const { start } = best
      const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
      if (year === null) return null
      const whole = /\b(?:years?|ann?[ée]es?|años?|anni?|anos?|Jahre?n?)\b/iu.test(best.text)
      // "Last week" is certain of nothing; the day it is counted to is as near as it gets.
      const toTheDay = start.isCertain('day') || start.isCertain('weekday') ||
        !(start.isCertain('month') || start.isCertain('year'))
      return moment(
        year,
        whole || !(toTheDay || start.isCertain('month')) ? null : month,
        whole || !toTheDay ? null : day
      )
    }
  })
  return loading
}

/** `2024`, `2024-05`, `2024-05-03`, with or without a time. */
function exact (words: string): Moment | null {
  const [, year, month, day] = /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ][\d:.Z+-]*)?)?)?\s*$/.exec(words) ?? []
  return year === undefined
    ? null
    : moment(Number(year), month === undefined ? null : Number(month), day === undefined ? null : Number(day))
}

/** "since 2019" and its like in any language. */
function bareYear (words: string): Moment | null {
  const years = words.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g) ?? []
  return years.length === 1 ? moment(Number(years[0]), null, null) : null
}

function moment (year: number, month: number | null, day: number | null): Moment | null {
  const at = Date.UTC(year, (month ?? 1) - 1, day ?? 1)
  if (year < 1800 || year > 2300 || new Date(at).getUTCMonth() !== (month ?? 1) - 1) return null
  const iso = new Date(at).toISOString()
  return { at, iso: iso.slice(0, day !== null ? 10 : month !== null ? 7 : 4) }
}

function letters (text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}
