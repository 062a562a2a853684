/** What was read of conversations: kept with the write, dropped by age, removed with the memories it names. */
import { readingsKept } from '../../../../domain/capabilities/store.ts'
import type { Reading } from '../../../../domain/nouns.ts'
import type { Database } from '../../../_shared/sqlite.ts'
import { sql } from '../sql.ts'
import type { Author } from './author.ts'

export function putReadings (database: Database, { row: user }: Author, readings: Reading[]): void {
  if (readings.length === 0) return
  const put = database.prepare(sql`
    INSERT INTO readings (user, id, at, source, session_id, app, turns)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (user, id) DO UPDATE SET at = ?3, source = ?4, session_id = ?5, app = ?6, turns = ?7`)
  for (const { id, at, source, sessionId, app, turns } of readings) {
    put.run(user, id, at, source, sessionId, app, JSON.stringify(turns))
  }
  database.prepare(sql`
    DELETE FROM readings
    WHERE row IN (SELECT row FROM readings WHERE user = ? ORDER BY at DESC, id DESC LIMIT -1 OFFSET ${readingsKept})`)
    .run(user)
}

export function removeReadings (database: Database, { row: user }: Author, memoryId: string, text: string): void {
  database.prepare('DELETE FROM readings WHERE user = ? AND (instr(turns, ?) > 0 OR instr(turns, ?) > 0)')
    .run(user, JSON.stringify(memoryId), JSON.stringify(text).slice(1, -1))
}
