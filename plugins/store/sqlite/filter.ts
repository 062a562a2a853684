/** `Filter` in SQL, over the table alias `m`, and over what is kept in memory. The conformance suite holds both against the same reference. */
import type { Filter } from '../../../kernel/capabilities/store.ts'
import type { SqlValue } from './driver.ts'

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
}

export interface Condition { sql: string, parameters: SqlValue[] }

const columns = { memoryType: 'm.memory_type', sessionId: 'm.session_id', project: 'm.project', app: 'm.app' } as const

/** Begins with ` AND` when there is anything to ask. */
export function sqlOf (filter: Filter, now: number): Condition {
  const parts: string[] = []
  const parameters: SqlValue[] = []
  const and = (sql: string, ...values: SqlValue[]): void => {
    parts.push(` AND ${sql}`)
    parameters.push(...values)
  }
  for (const [field, column] of Object.entries(columns) as Array<[keyof typeof columns, string]>) {
    const wanted = filter[field]
    if (wanted !== undefined) and(`${column} = ?`, wanted)
  }
  for (const field of ['tags', 'categories'] as const) {
    const wanted = filter[field]
    if (wanted !== undefined) and(`EXISTS (SELECT 1 FROM json_each(m.${field}) held WHERE held.value IN (SELECT value FROM json_each(?)))`, JSON.stringify(wanted))
  }
  const { asOf, knownAt } = filter
  if (asOf !== undefined || knownAt !== undefined) {
    const [known, valid] = [knownAt ?? now, asOf ?? now]
    and('m.created_at <= ? AND m.valid_at <= ?', known, valid)
    and('(m.expired_at > ? OR m.invalid_at > ? OR (m.expired_at IS NULL AND m.invalid_at IS NULL))', known, valid)
  } else if (!filter.includeSuperseded) {
    and('(m.expired_at IS NULL OR m.expired_at > ?) AND (m.invalid_at IS NULL OR m.invalid_at > ?)', now, now)
  }
  return { sql: parts.join(''), parameters }
}

export function predicateOf (filter: Filter, now: number): (memory: Filterable) => boolean {
  const { memoryType, sessionId, project, app, asOf, knownAt, includeSuperseded } = filter
  const [tags, categories] = [filter.tags, filter.categories]
  const timed = asOf !== undefined || knownAt !== undefined
  const [known, valid] = [knownAt ?? now, asOf ?? now]
  return memory => {
    const { invalidAt, expiredAt } = memory
    if (timed) {
      if (memory.createdAt > known || memory.validAt > valid) return false
      if (!((expiredAt !== null && expiredAt > known) || (invalidAt !== null && invalidAt > valid) || (expiredAt === null && invalidAt === null))) return false
    } else if (!includeSuperseded && ((expiredAt !== null && expiredAt <= now) || (invalidAt !== null && invalidAt <= now))) {
      return false
    }
    return (memoryType === undefined || memory.memoryType === memoryType) &&
      (sessionId === undefined || memory.sessionId === sessionId) &&
      (project === undefined || memory.project === project) &&
      (app === undefined || memory.app === app) &&
      (tags === undefined || memory.tags.some(tag => tags.includes(tag))) &&
      (categories === undefined || memory.categories.some(category => categories.includes(category)))
  }
}
