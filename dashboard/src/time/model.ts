/** One picture of time: what a fact is, at a time in the world and a time of knowing. Milliseconds throughout. */
import type { Interval } from '../api/shapes.ts'

export interface Moment {
  asOf: number
  knownAt: number
}

/** A time at which one end of the fact was believed: known [from, to) × true [validFrom, validTo). */
export interface Belief {
  from: number
  to: number
  validFrom: number
  validTo: number
}

export type Fate = 'held' | 'upcoming' | 'ended' | 'corrected' | 'unknown'

export const words: Record<Fate, string> = {
  held: 'held',
  upcoming: 'upcoming',
  ended: 'ended',
  corrected: 'never true',
  unknown: 'not known then'
}

const open = Infinity
const at = (time: string | null): number => time === null ? open : Date.parse(time)

/** The rectangles of a fact, in the order they were believed. An empty one, never true, is left out. */
export function beliefsOf (
  { valid_at: validAt, created_at: createdAt, revisions, invalid_at: invalidAt }: Interval
): Belief[] {
  const validFrom = Date.parse(validAt)
  // What was believed before, then what is believed since.
  const rows = [...revisions, { from: revisions.at(-1)?.to ?? createdAt, to: null, invalid_at: invalidAt }]
  return rows.map(({ from, to, invalid_at: until }) => ({ from: at(from), to: at(to), validFrom, validTo: at(until) }))
    .filter(({ from, to, validTo }) => to > from && validTo > validFrom)
}

/** What was believed of it at a time of knowing; null when nothing was, or that it never was true. */
export function beliefAt (interval: Interval, knownAt: number): Belief | null {
  return beliefsOf(interval).find(({ from, to }) => from <= knownAt && knownAt < to) ?? null
}

export function fateOf (interval: Interval, { asOf, knownAt }: Moment): Fate {
  if (Date.parse(interval.created_at) > knownAt) return 'unknown'
  const belief = beliefAt(interval, knownAt)
  if (belief === null) return 'corrected'
  if (asOf < belief.validFrom) return 'upcoming'
  return asOf < belief.validTo ? 'held' : 'ended'
}

/** Ended once, and believed again since. */
export function wasRestored (interval: Interval, knownAt: number): boolean {
  const beliefs = beliefsOf(interval).filter(({ from }) => from <= knownAt)
  return beliefs.some((belief, index) => index > 0 && belief.validTo > (beliefs[index - 1] as Belief).validTo) ||
    beliefs.some((belief, index) => index > 0 && belief.from > (beliefs[index - 1] as Belief).to)
}

export interface Line {
  /** What stands on top at this moment, or the newest of what stood. */
  top: Interval
  /** Older writings, newest first. */
  below: Interval[]
}

export interface Predicate {
  name: string | null
  lines: Line[]
}
export interface Leaf {
  subject: string | null
  predicates: Predicate[]
  size: number
}

export interface Edge {
  subject: string | null
  predicate: string | null
  facts: Interval[]
}

/**
 * Facts of one subject and one predicate, with all that took each other's place: a move ends where a person lived, and
 * stands on the same line whatever its own predicate is.
 */
export function edgesOf (intervals: Interval[]): Edge[] {
  const byId = new Map(intervals.map(interval => [interval.id, interval]))
  const chains = [...groupBy(intervals, interval => lastOf(interval, byId).id).values()]
  const edges = groupBy(
    chains,
    chain => JSON.stringify([chain[0]?.subject?.toLocaleLowerCase() ?? null, commonPredicate(chain)])
  )
  return [...edges.values()].map(group => ({
    subject: group[0]?.[0]?.subject ?? null,
    predicate: commonPredicate(group[0] as Interval[]),
    facts: group.flat()
  }))
}

/** The one most of them have; of several, the oldest's. */
function commonPredicate (chain: Interval[]): string | null {
  const counts = groupBy([...chain].sort((a, b) => newest(b, a)), ({ predicate }) => predicate ?? '')
  const [name] = [...counts].reduce((a, b) => b[1].length > a[1].length ? b : a)
  return name === '' ? null : name
}

/** One sheet a subject, one row a predicate, one line a chain of facts that took each other's place. */
export function leavesOf (intervals: Interval[], moment: Moment): Leaf[] {
  const known = intervals.filter(interval => fateOf(interval, moment) !== 'unknown')
  return [...groupBy(edgesOf(known), ({ subject }) => subject?.toLocaleLowerCase() ?? '').values()].map(edges => ({
    subject: edges[0]?.subject ?? null,
    size: edges.reduce((sum, { facts }) => sum + facts.length, 0),
    predicates: edges.map(({ predicate, facts }) => ({ name: predicate, lines: linesOf(facts, predicate, moment) }))
      .sort((a, b) => Number(a.name === null) - Number(b.name === null))
  })).sort((a, b) => Number(a.subject === null) - Number(b.subject === null) || b.size - a.size)
}

function linesOf (rows: Interval[], predicate: string | null, moment: Moment): Line[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  const lines = [...groupBy(rows, row => lastOf(row, byId).id).values()].map(chain => lineOf(chain, moment))
  const held = lines.filter(({ top }) => fateOf(top, moment) === 'held')
  // What ended without a successor was written over all the same, where one thing alone is said of the subject now.
  if (held.length === 1 && predicate !== null) return [lineOf(rows, moment)]
  return lines.sort((a, b) => rank(b.top, moment) - rank(a.top, moment) || newest(a.top, b.top))
}

function lineOf (chain: Interval[], moment: Moment): Line {
  const sorted = [...chain].sort((a, b) => rank(b, moment) - rank(a, moment) || newest(a, b))
  return { top: sorted[0] as Interval, below: sorted.slice(1) }
}

const rank = (interval: Interval, moment: Moment): number => fateOf(interval, moment) === 'held' ? 1 : 0
const newest = (a: Interval, b: Interval): number =>
  Date.parse(b.valid_at) - Date.parse(a.valid_at) || Date.parse(b.created_at) - Date.parse(a.created_at)

/** Where its successors lead, within what is known here; a circle ends where it is entered again. */
function lastOf (row: Interval, byId: Map<string, Interval>): Interval {
  const seen = new Set<string>()
  let last = row
  for (let next: Interval | undefined = row; next !== undefined && !seen.has(next.id);) {
    seen.add(next.id)
    last = next
    next = next.superseded_by === null ? undefined : byId.get(next.superseded_by)
  }
  return last
}

export function groupBy<T> (items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

export interface Difference {
  interval: Interval
  before: Fate
  after: Fate
  kind: 'learned' | 'no longer' | 'again' | 'otherwise'
}

/** What is believed of one day otherwise at a later time of knowing, newest first. */
export function differencesBetween (
  intervals: Interval[],
  { asOf, before, after }: { asOf: number, before: number, after: number }
): Difference[] {
  return intervals.flatMap(interval => {
    const was = fateOf(interval, { asOf, knownAt: before })
    const is = fateOf(interval, { asOf, knownAt: after })
    return was === is ? [] : [{ interval, before: was, after: is, kind: kindOf(was, is) }]
  }).sort((a, b) => Date.parse(b.interval.created_at) - Date.parse(a.interval.created_at))
}

function kindOf (before: Fate, after: Fate): Difference['kind'] {
  if (before === 'unknown') return 'learned'
  if (after === 'held') return 'again'
  return before === 'held' ? 'no longer' : 'otherwise'
}
