/**
 * `Filter` in SQL, over the table alias `m`, and over what is kept in memory. The conformance suite holds both
 * against the same reference.
 */
import type { Filter } from '../../../domain/capabilities/store.ts'
import type { Revision } from '../../../domain/nouns.ts'
import type { SqlValue } from '../../_shared/sqlite.ts'
import { sql } from './sql.ts'

/** What of a memory a filter asks for. */
export interface Filterable {
  memoryType: string
  sessionId: string | null
  project: string | null
  app: string | null
  tags: string[]
  categories: string[]
  validAt: number
  invalidAt: number | null
  createdAt: number
  expiredAt: number | null
  revisions: Revision[]
  extraction: string
}

export interface Condition {
  condition: string
  parameters: SqlValue[]
}

const columns = {
  memoryType: 'm.memory_type',
  sessionId: 'm.session_id',
  project: 'm.project',
  app: 'm.app',
  extraction: 'm.extraction'
} as const

/** Later than every time: all that is known. */
const atLast = Number.MAX_SAFE_INTEGER

/** The condition begins with ` AND` unless it is empty. */
export function conditionOf (filter: Filter, now: number): Condition {
  const parts: string[] = []
  const parameters: SqlValue[] = []
  const and = (condition: string, ...values: SqlValue[]): void => {
    parts.push(` AND ${condition}`)
    parameters.push(...values)
  }
  for (const [field, column] of Object.entries(columns) as Array<[keyof typeof columns, string]>) {
    const wanted = filter[field]
    if (wanted === null) and(`${column} IS NULL`)
    else if (wanted !== undefined) and(`${column} = ?`, wanted)
  }
  // Said once more in the words of the partial index.
  if (filter.extraction !== undefined && filter.extraction !== 'done') and("m.extraction <> 'done'")
  for (const field of ['tags', 'categories'] as const) {
    const wanted = filter[field]
    if (wanted !== undefined) {
      and(
        sql`EXISTS (SELECT 1 FROM json_each(m.${field}) held WHERE held.value IN (SELECT value FROM json_each(?)))`,
        JSON.stringify(wanted)
      )
    }
  }
  const { asOf, knownAt } = filter
  if (asOf !== undefined || knownAt !== undefined) {
    const [known, valid] = [knownAt ?? atLast, asOf ?? now]
    and(sql`m.created_at <= ? AND m.valid_at <= ?`, known, valid)
    and(
      sql`coalesce(
        (
          SELECT r.value->>'invalidAt' IS NULL OR r.value->>'invalidAt' > ?
          FROM json_each(m.revisions) r
          WHERE r.value->>'from' <= ? AND r.value->>'to' > ?
        ),
        m.expired_at > ? OR m.invalid_at > ? OR (m.expired_at IS NULL AND m.invalid_at IS NULL),
        0
      )`,
      valid,
      known,
      known,
      known,
      valid
    )
  } else if (filter.includeSuperseded) {
    if (!filter.forgotten) and(sql`coalesce(m.revisions->>'$[0].from', 1) <> 0`)
  } else {
    and(sql`(m.valid_at <= ? OR m.valid_at <= m.created_at)`, now)
    and(sql`m.expired_at IS NULL AND (m.invalid_at IS NULL OR m.invalid_at > ?)`, now)
  }
  return { condition: parts.join(''), parameters }
}

export function predicateOf (filter: Filter, now: number): (memory: Filterable) => boolean {
  const time = timePredicate(filter, now)
  const { memoryType, sessionId, project, app, tags, categories } = filter
  return memory =>
    time(memory) &&
    (memoryType === undefined || memory.memoryType === memoryType) &&
    (sessionId === undefined || memory.sessionId === sessionId) &&
    (project === undefined || memory.project === project) &&
    (app === undefined || memory.app === app) &&
    (filter.extraction === undefined || memory.extraction === filter.extraction) &&
    (tags === undefined || sharesAny(memory.tags, tags)) &&
    (categories === undefined || sharesAny(memory.categories, categories))
}

const sharesAny = (one: string[], other: string[]): boolean => one.some(value => other.includes(value))

/** The part of the filter that is about time. */
function timePredicate (filter: Filter, now: number): (memory: Filterable) => boolean {
  const { asOf, knownAt, includeSuperseded, forgotten } = filter
  if (asOf !== undefined || knownAt !== undefined) return believedAt(knownAt ?? atLast, asOf ?? now)
  if (includeSuperseded) return ({ revisions }) => forgotten === true || revisions[0]?.from !== 0
  // Each field is asked for when it decides: of thousands of memories that takes a part of the search.
  return memory =>
    memory.expiredAt === null && isAfter(memory.invalidAt, now) &&
    (memory.validAt <= now || memory.validAt <= memory.createdAt)
}

/** An end that is not known lies after every time. */
const isAfter = (end: number | null, time: number): boolean => end === null || end > time

/** Known to the service at `known`, and not seen to have ended before `valid`. */
function believedAt (known: number, valid: number): (memory: Filterable) => boolean {
  return ({ createdAt, validAt, invalidAt, expiredAt, revisions }) => {
    if (createdAt > known || validAt > valid) return false
    const revision = revisions.find(({ from, to }) => from <= known && known < to)
    if (revision !== undefined) return isAfter(revision.invalidAt, valid)
    if (expiredAt === null && invalidAt === null) return true
    return (expiredAt !== null && expiredAt > known) || (invalidAt !== null && invalidAt > valid)
  }
}
