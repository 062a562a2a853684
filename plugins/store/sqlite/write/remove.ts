/**
 * Deleting memories with every trace, and erasing a user. Foreign keys take what hangs on a memory; the rest is here.
 */
import { erasable, type CommitResult, type Erasure } from '../../../../domain/capabilities/store.ts'
import type { Reading } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { telling } from '../../_shared/readings.ts'
import { number, text, textOrNull } from '../rows.ts'
import { sql } from '../sql.ts'
import type { Author } from './author.ts'
import { dropFromPacks } from './packs.ts'
import { removeReadings } from './readings.ts'

/** What was deleted, and what it held on to: entities and sessions that may be left with nothing. */
export interface Removal extends CommitResult {
  entities: Set<number>
  sessions: Set<string>
}

const entitiesOf = sql`
  SELECT entity FROM mentions WHERE memory = ?1
  UNION
  SELECT source FROM relations WHERE memory = ?1
  UNION
  SELECT target FROM relations WHERE memory = ?1`

/** Answers the row of the entity that it was merged into, when it went. */
const removeEntity = sql`
  DELETE FROM entities
  WHERE row = ?1
    AND NOT EXISTS (SELECT 1 FROM mentions WHERE entity = ?1)
    AND NOT EXISTS (SELECT 1 FROM relations WHERE source = ?1)
    AND NOT EXISTS (SELECT 1 FROM relations WHERE target = ?1)
    AND NOT EXISTS (
      SELECT 1 FROM entities other WHERE other.user = entities.user AND other.merged_into = entities.id
    )
  RETURNING merged_into`

export function removeMemories (database: Database, author: Author, ids: string[]): Removal {
  const { row: user, version } = author
  const removal: Removal = { deleted: [], notFound: [], entities: new Set(), sessions: new Set() }
  for (const id of new Set(ids)) {
    const memory = first(database, 'SELECT row, session_id, text FROM memories WHERE user = ? AND id = ?', user, id)
    if (memory === undefined) {
      removal.notFound.push(id)
      continue
    }
    const row = number(memory['row'])
    for (const held of database.prepare(entitiesOf).all(row)) removal.entities.add(number(held['entity']))
    const session = textOrNull(memory['session_id'])
    if (session !== null) removal.sessions.add(session)
    database.prepare('UPDATE memories SET superseded_by = NULL, version = ? WHERE user = ? AND superseded_by = ?').run(
      version,
      user,
      id
    )
    // An answer may tell the words without the id, as of a fact that was not stored again.
    database.prepare(sql`
      UPDATE replays SET request_hash = '', response = ''
      WHERE user = ? AND (instr(response, ?) > 0 OR instr(response, ?) > 0)`)
      .run(user, id, JSON.stringify(text(memory['text'])).slice(1, -1))
    removeReadings(database, author, id, text(memory['text']))
    dropFromPacks(database, user, row)
    database.prepare('DELETE FROM memories WHERE row = ?').run(row)
    removal.deleted.push(id)
  }
  if (removal.deleted.length) database.prepare('UPDATE users SET removed = version WHERE row = ?').run(user)
  return removal
}

/** At the end of the changeset, so that what it stored still counts; its readings stay if they tell anything. */
export function removeUnreferred (
  database: Database,
  { row: user }: Author,
  { sessions, entities }: Removal,
  readings: Reading[]
): void {
  const kept = JSON.stringify(telling(readings))
  for (const id of sessions) {
    if (first(database, 'SELECT 1 FROM memories WHERE user = ? AND session_id = ?', user, id) !== undefined) continue
    database.prepare('DELETE FROM sessions WHERE user = ? AND id = ?').run(user, id)
    // The name of a conversation may tell what it was about.
    database.prepare(sql`
      DELETE FROM readings
      WHERE user = ? AND session_id = ? AND id NOT IN (SELECT value FROM json_each(?))`)
      .run(user, id, kept)
  }
  const removed = database.prepare(removeEntity)
  let any = false
  // A removed entity may have been the last that was merged into another, which is then looked at as well.
  for (const entity of entities) {
    for (const row of removed.all(entity)) {
      any = true
      const survivor = row['merged_into'] === null
        ? undefined
        : first(database, 'SELECT row FROM entities WHERE user = ? AND id = ?', user, String(row['merged_into']))
      if (survivor === undefined) continue
      // Out and in again, so that the walk comes by once more.
      entities.delete(number(survivor['row']))
      entities.add(number(survivor['row']))
    }
  }
  if (any) {
    database.prepare(sql`
      DELETE FROM communities
      WHERE user = ? AND NOT EXISTS (SELECT 1 FROM members WHERE community = communities.row)`)
      .run(user)
  }
}

export function erase (database: Database, userId: string): Erasure {
  const user = first(database, 'SELECT row FROM users WHERE id = ?', userId)
  const erasure = Object.fromEntries(erasable.map(table => [table, 0])) as unknown as Erasure
  if (user === undefined) return erasure
  const row = number(user['row'])
  for (const table of erasable) {
    erasure[table] = number(first(database, `SELECT count(*) AS n FROM ${table} WHERE user = ?`, row)?.['n'])
  }
  database.prepare('DELETE FROM users WHERE row = ?').run(row)
  return erasure
}
