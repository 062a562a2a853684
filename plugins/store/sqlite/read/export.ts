/** Exports: each on a connection of its own that stays at the moment it was opened, a few dozen records at a time. */
import { randomUUID } from 'node:crypto'
import type { ExportRecord } from '../../../../domain/capabilities/store.ts'
import { openDatabase, type Database, type SqlRow } from '../../../_shared/sqlite.ts'
import type { Exports } from '../protocol.ts'
import { memoryColumns, toMemory } from '../memory-row.ts'
import { vectorOrNull, number, supersessionColumns, toEntity, toSession, toSupersession } from '../rows.ts'
import { sql } from '../sql.ts'
import { findUser } from '../warm/index.ts'
import { communityColumns, relationColumns, sessionColumns, toCommunity, toRelation } from './graph.ts'
import { toReading } from './readings.ts'

/** What is on its way at one time is what an export holds in memory, however large the user is. */
const pageSize = 50
/** To know which rows come next, all of the user's entries in an index are read; so many rows are then known. */
const rowsKnown = 10_000

/** `one` is what the table is called in the columns. */
interface Source {
  table: string
  one: string
  columns: string
  record: (userId: string, row: SqlRow) => ExportRecord
}

/** In an order in which nothing refers to what comes later. */
const sources: Source[] = [
  {
    table: 'entities',
    one: 'e',
    columns: 'e.*',
    record: (userId, row) => ({ kind: 'entity', entity: toEntity(userId, row) })
  },
  {
    table: 'memories',
    one: 'm',
    columns: sql`${memoryColumns}, (
        SELECT vector FROM vectors WHERE memory = m.row AND generation = (SELECT generation FROM meta)
      ) AS vector`,
    record: (userId, row) => ({ kind: 'memory', memory: toMemory(userId, row), embedding: vectorOrNull(row['vector']) })
  },
  {
    table: 'supersessions',
    one: 's',
    columns: supersessionColumns,
    record: (_, row) => ({ kind: 'supersession', supersession: toSupersession(row) })
  },
  {
    table: 'relations',
    one: 'r',
    columns: relationColumns,
    record: (userId, row) => ({ kind: 'relation', relation: toRelation(userId, row) })
  },
  {
    table: 'sessions',
    one: 's',
    columns: sessionColumns,
    record: (userId, row) => ({ kind: 'session', session: toSession(userId, row) })
  },
  {
    table: 'readings',
    one: 'g',
    columns: 'g.*',
    record: (userId, row) => ({ kind: 'reading', reading: toReading(userId, row) })
  },
  {
    table: 'communities',
    one: 'c',
    columns: communityColumns,
    record: (userId, row) => ({ kind: 'community', community: toCommunity(userId, row) })
  }
]

function* pages (database: Database, userId: string): Generator<ExportRecord[]> {
  const user = findUser(database, userId)
  if (user === null) return
  for (const { table, one, columns, record } of sources) {
    const page = database.prepare(
      sql`
        SELECT ${columns}
        FROM ${table} ${one}
        WHERE ${one}.row IN (SELECT value FROM json_each(?))
        ORDER BY ${one}.row`
    )
    for (const rows of rowsOf(database, table, user.row)) {
      for (let start = 0; start < rows.length; start += pageSize) {
        yield page.all(JSON.stringify(rows.slice(start, start + pageSize))).map(row => record(userId, row))
      }
    }
  }
}

function* rowsOf (database: Database, table: string, user: number): Generator<number[]> {
  const next = database.prepare(
    sql`SELECT row FROM ${table} WHERE user = ? AND row > ? ORDER BY row LIMIT ${rowsKnown}`
  )
  for (let rows = [0]; rows.length > 0;) {
    rows = next.all(user, rows.at(-1) ?? 0).map(({ row }) => number(row))
    if (rows.length > 0) yield rows
  }
}

export function createExports (path: string): Exports & { closeAll: () => void } {
  const open = new Map<string, { database: Database, records: Generator<ExportRecord[]> }>()
  const close = (id: string): void => {
    const found = open.get(id)
    if (found === undefined) return
    open.delete(id)
    // A connection whose statements are not collected yet stays open, and would hold the write-ahead log until then.
    found.database.exec('ROLLBACK')
    found.database.close()
  }
  return {
    exportOpen (userId) {
      const database = openDatabase(path)
      database.prepare('PRAGMA query_only = ON').all()
      database.exec('BEGIN')
      // A deferred transaction begins with its first read; this one begins now.
      database.prepare('SELECT generation FROM meta').all()
      // Unique over restarts of the thread: a number would meet another user's export after one.
      const id = randomUUID()
      open.set(id, { database, records: pages(database, userId) })
      return id
    },
    exportNext (id) {
      const found = open.get(id)
      // An empty answer would pass for the end of the export.
      if (found === undefined) throw new Error('the export was interrupted')
      return found.records.next().value as ExportRecord[] | undefined ?? []
    },
    exportClose: close,
    closeAll: () => {
      for (const id of [...open.keys()]) close(id)
    }
  }
}
