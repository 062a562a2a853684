/** What conversations were read, newest first. */
import type { Origin, Reading } from '../../../../domain/nouns.ts'
import type { Database, SqlRow } from '../../../_shared/sqlite.ts'
import { number, text, textOrNull } from '../rows.ts'
import { sql } from '../sql.ts'

export function readings (database: Database, userId: string, limit: number): Reading[] {
  return database.prepare(sql`
    SELECT r.*
    FROM readings r JOIN users u ON u.row = r.user
    WHERE u.id = ?
    ORDER BY r.at DESC, r.id DESC
    LIMIT ?`)
    .all(userId, limit)
    .map(row => toReading(userId, row))
}

export function toReading (userId: string, row: SqlRow): Reading {
  return {
    id: text(row['id']),
    userId,
    at: number(row['at']),
    source: text(row['source']) as Origin['source'],
    sessionId: textOrNull(row['session_id']),
    app: textOrNull(row['app']),
    turns: JSON.parse(text(row['turns'])) as Reading['turns']
  }
}
