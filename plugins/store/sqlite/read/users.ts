/** What is known about a user, and the reads that see more than one. */
import type { Basis, IndexDescription, Replay, UserStats, UserSummary } from '../../../../domain/capabilities/store.ts'
import type { Access, StoreMeta } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number, numberOrNull, text, textOrNull } from '../rows.ts'
import { schemaVersion } from '../schema.ts'
import { sql } from '../sql.ts'
import { findUser } from '../warm/index.ts'
import { readGenerations } from '../write/vectors.ts'

export function stats (database: Database, userId: string): UserStats {
  const user = findUser(database, userId)?.row ?? -1
  const count = (table: string): number =>
    number(first(database, sql`SELECT count(*) AS n FROM ${table} WHERE user = ?`, user)?.['n'])
  const row = first(
    database,
    sql`
      SELECT count(*) FILTER (WHERE state = 'active') AS active,
             count(*) FILTER (WHERE state = 'superseded') AS superseded,
             count(*) FILTER (WHERE state = 'invalidated') AS invalidated,
             min(created_at) AS first_at,
             max(created_at) AS last_at
      FROM memories
      WHERE user = ?`,
    user
  )
  return {
    memories: {
      active: number(row?.['active']),
      superseded: number(row?.['superseded']),
      invalidated: number(row?.['invalidated'])
    },
    entities: count('entities'),
    relations: count('relations'),
    sessions: count('sessions'),
    communities: count('communities'),
    firstAt: numberOrNull(row?.['first_at']),
    lastAt: numberOrNull(row?.['last_at'])
  }
}

export function replay (database: Database, userId: string, key: string): Replay | null {
  const row = first(
    database,
    sql`SELECT r.* FROM replays r JOIN users u ON u.row = r.user WHERE u.id = ? AND r.key = ?`,
    userId,
    key
  )
  return row === undefined
    ? null
    : {
      key,
      requestHash: text(row['request_hash']),
      response: text(row['response']),
      createdAt: number(row['created_at'])
    }
}

export function basis (database: Database, userId: string): Basis | null {
  const user = findUser(database, userId)
  return user === null ? null : { epoch: String(user.row), removed: user.removed }
}

export function accesses (database: Database, userId: string, memoryId: string, limit: number): Access[] {
  return database.prepare(sql`
    SELECT a.app, a.at, a.rank
    FROM accesses a JOIN memories m ON m.row = a.memory JOIN users u ON u.row = m.user
    WHERE u.id = ? AND m.id = ?
    ORDER BY a.at DESC, a.row DESC
    LIMIT ?`).all(userId, memoryId, limit)
    .map(row => ({ userId, memoryId, app: textOrNull(row['app']), at: number(row['at']), rank: number(row['rank']) }))
}

export function users (
  database: Database,
  { enrichmentDue, after = '', limit }: { enrichmentDue?: boolean, after?: string, limit: number }
): UserSummary[] {
  const due = enrichmentDue === undefined ? '' : enrichmentDue ? ' AND due_since IS NOT NULL' : ' AND due_since IS NULL'
  return database.prepare(sql`
    SELECT id, due_since, (SELECT count(*) FROM memories WHERE user = users.row) AS memories
    FROM users
    WHERE id > ?${due}
    ORDER BY id
    LIMIT ?`).all(after, limit)
    .map(row => ({
      userId: text(row['id']),
      memories: number(row['memories']),
      enrichmentDueSince: numberOrNull(row['due_since'])
    }))
}

export function meta (database: Database): StoreMeta {
  const { dimensions, model, generation } = readGenerations(database).current
  return { schemaVersion, dimensions, model, generation }
}

/**
 * Both are scans over what the file holds, so they are ready whenever the file is; a dimension is known once it was
 * announced or written.
 */
export function describeIndexes (database: Database): IndexDescription[] {
  const { current, next, declared } = readGenerations(database)
  const dimensions = current.dimensions ?? declared.dimensions
  return [
    { name: 'Memory.text', kind: 'text', dimensions: null, state: 'ready' },
    { name: 'Memory.embedding', kind: 'vector', dimensions, state: dimensions === null ? 'missing' : 'ready' },
    ...(next === null
      ? []
      : [{
        name: 'Memory.embedding',
        kind: 'vector' as const,
        dimensions: next.dimensions,
        state: 'building' as const
      }])
  ]
}
