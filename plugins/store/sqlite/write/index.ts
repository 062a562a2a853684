/** Every write verb over one connection. */
import { accessesKept } from '../../../../domain/capabilities/store.ts'
import type { Access } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import type { Writes } from '../protocol.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'
import { commit } from './commit.ts'
import { reembedBegin, reembedFinish, reembedNext, reembedPut } from './reembed.ts'
import { erase } from './remove.ts'

export function createWrites (database: Database): Writes {
  return {
    commit: changeset => commit(database, changeset),
    erase: userId => erase(database, userId),
    recordAccesses: accesses => recordAccesses(database, accesses),
    ensureIndexes ({ model, dimensions }) {
      database.prepare('UPDATE meta SET declared_model = ?, declared_dimensions = ? WHERE dimensions IS NULL').run(
        model,
        dimensions
      )
    },
    lease: (name, holder, ttlMs, now) => lease(database, name, holder, ttlMs, now),
    count: (name, by, ttlMs, now) => count(database, name, by, ttlMs, now),
    reembedBegin: target => reembedBegin(database, target),
    reembedNext: (generation, limit) => reembedNext(database, generation, limit),
    reembedPut: (generation, items, vectors) => reembedPut(database, generation, items, vectors),
    reembedFinish: generation => reembedFinish(database, generation)
  }
}

const addAccesses = sql`
  INSERT INTO accesses (user, memory, app, at, rank)
  SELECT u.row, m.row, seen.value->>'app', seen.value->>'at', seen.value->>'rank'
  FROM json_each(?) seen
  JOIN users u ON u.id = seen.value->>'userId'
  JOIN memories m ON m.user = u.row AND m.id = seen.value->>'memoryId'`

const dropOldAccesses = sql`
  WITH touched (memory, since) AS MATERIALIZED (
    SELECT m.row, (
      SELECT a.at FROM accesses a WHERE a.memory = m.row ORDER BY a.at DESC LIMIT 1 OFFSET ${accessesKept - 1}
    )
    FROM (SELECT DISTINCT value->>'userId' AS user, value->>'memoryId' AS memory FROM json_each(?)) seen
    JOIN users u ON u.id = seen.user
    JOIN memories m ON m.user = u.row AND m.id = seen.memory
  )
  DELETE FROM accesses
  WHERE row IN (SELECT a.row FROM touched t JOIN accesses a ON a.memory = t.memory AND a.at < t.since)`

function recordAccesses (database: Database, accesses: Access[]): void {
  const seen = JSON.stringify(accesses)
  database.prepare(addAccesses).run(seen)
  database.prepare(dropOldAccesses).run(seen)
}

function lease (database: Database, name: string, holder: string, ttlMs: number, now: number): boolean {
  const held = first(database, 'SELECT holder, until FROM leases WHERE name = ?', name)
  if (held !== undefined && held['holder'] !== holder && number(held['until']) > now) return false
  database.prepare('INSERT OR REPLACE INTO leases (name, holder, until) VALUES (?, ?, ?)').run(
    name,
    holder,
    now + ttlMs
  )
  return true
}

function count (database: Database, name: string, by: number, ttlMs: number, now: number): number {
  const kept = first(database, 'SELECT value FROM counters WHERE name = ? AND until > ?', name, now)
  if (by === 0) return number(kept?.['value'] ?? 0)
  if (kept === undefined) {
    database.prepare('DELETE FROM counters WHERE until <= ?').run(now)
    database.prepare('INSERT INTO counters (name, value, until) VALUES (?, ?, ?)').run(name, by, now + ttlMs)
    return by
  }
  const value = number(kept['value']) + by
  database.prepare('UPDATE counters SET value = ? WHERE name = ?').run(value, name)
  return value
}
