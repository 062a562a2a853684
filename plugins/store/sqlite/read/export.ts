/** Exports: each on a connection of its own that stays at the moment it was opened, a few hundred records at a time. */
import type { ExportRecord } from '../../../../kernel/capabilities/store.ts'
import { openDatabase, type Database, type Row } from '../driver.ts'
import type { Exports } from '../protocol.ts'
import { fromBlob, memoryColumns, number, supersessionColumns, toEntity, toMemory, toSession, toSupersession } from '../rows.ts'
import { findUser } from '../warm/index.ts'
import { communityColumns, relationColumns, sessionColumns, toCommunity, toRelation } from './graph.ts'

const pageSize = 200

interface Source { sql: string, record: (userId: string, row: Row) => ExportRecord }

/** In an order in which nothing refers to what comes later. */
const sources: Source[] = [
  { sql: 'SELECT e.*, e.row AS at FROM entities e WHERE e.user = ? AND e.row > ? ORDER BY e.row', record: (userId, row) => ({ kind: 'entity', entity: toEntity(userId, row) }) },
  {
    sql: `SELECT m.row AS at, ${memoryColumns}, (SELECT vector FROM vectors WHERE memory = m.row AND generation = (SELECT generation FROM meta)) AS vector
      FROM memories m WHERE m.user = ? AND m.row > ? ORDER BY m.row`,
    record: (userId, row) => ({ kind: 'memory', memory: toMemory(userId, row), embedding: fromBlob(row['vector']) })
  },
  { sql: `SELECT s.row AS at, ${supersessionColumns} FROM supersessions s WHERE s.user = ? AND s.row > ? ORDER BY s.row`, record: (_, row) => ({ kind: 'supersession', supersession: toSupersession(row) }) },
  { sql: `SELECT r.row AS at, ${relationColumns} FROM relations r WHERE r.user = ? AND r.row > ? ORDER BY r.row`, record: (userId, row) => ({ kind: 'relation', relation: toRelation(userId, row) }) },
  { sql: `SELECT s.row AS at, ${sessionColumns} FROM sessions s WHERE s.user = ? AND s.row > ? ORDER BY s.row`, record: (userId, row) => ({ kind: 'session', session: toSession(userId, row) }) },
  { sql: `SELECT c.row AS at, ${communityColumns} FROM communities c WHERE c.user = ? AND c.row > ? ORDER BY c.row`, record: (userId, row) => ({ kind: 'community', community: toCommunity(userId, row) }) }
]

function * pages (database: Database, userId: string): Generator<ExportRecord[]> {
  const user = findUser(database, userId)
  if (user === null) return
  for (const { sql, record } of sources) {
    let at = 0
    for (;;) {
      const rows = database.prepare(`${sql} LIMIT ${pageSize}`).all(user.row, at)
      if (rows.length > 0) yield rows.map(row => record(userId, row))
      if (rows.length < pageSize) break
      at = number(rows[rows.length - 1]?.['at'])
    }
  }
}

export function createExports (path: string): Exports & { closeAll: () => void } {
  const open = new Map<number, { database: Database, records: Generator<ExportRecord[]> }>()
  let last = 0
  const close = (id: number): void => {
    open.get(id)?.database.close()
    open.delete(id)
  }
  return {
    exportOpen (userId) {
      const database = openDatabase(path)
      database.prepare('PRAGMA query_only = ON').all()
      database.exec('BEGIN')
      // A deferred transaction begins with its first read; this one begins now.
      database.prepare('SELECT generation FROM meta').all()
      open.set(++last, { database, records: pages(database, userId) })
      return last
    },
    exportNext: id => open.get(id)?.records.next().value as ExportRecord[] | undefined ?? [],
    exportClose: close,
    closeAll: () => { for (const id of [...open.keys()]) close(id) }
  }
}
