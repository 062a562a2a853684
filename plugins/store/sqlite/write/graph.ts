/**
 * Entities, relations, sessions and communities on their way in. References to entities or memories of another user are
 * left out.
 */
import type { Community, Entity, Relation, Session } from '../../../../domain/nouns.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number } from '../rows.ts'
import { sql } from '../sql.ts'
import { memoryRow, type Author } from './author.ts'
import type { VectorWriter } from './vectors.ts'

const putEntity = sql`
  INSERT INTO entities (
    user, id, name, key, type, aliases, summary, summary_stale, merged_into, distinct_from, created_at,
    updated_at
  )
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (user, id) DO UPDATE SET
    name = excluded.name,
    key = excluded.key,
    type = excluded.type,
    aliases = excluded.aliases,
    summary = excluded.summary,
    summary_stale = excluded.summary_stale,
    merged_into = excluded.merged_into,
    distinct_from = excluded.distinct_from,
    created_at = excluded.created_at,
    updated_at = excluded.updated_at
  RETURNING row`

const putSession = sql`
  INSERT INTO sessions (user, id, project, app, gist, gist_stale, started_at, ended_at, turns)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (user, id) DO UPDATE SET
    project = excluded.project,
    app = excluded.app,
    gist = excluded.gist,
    gist_stale = excluded.gist_stale,
    started_at = min(started_at, excluded.started_at),
    ended_at = max(ended_at, excluded.ended_at),
    turns = excluded.turns
  RETURNING row`

export function putEntities (database: Database, { row: user }: Author, entities: Entity[]): void {
  for (const entity of entities) {
    const [stored] = database.prepare(putEntity)
      .all(
        user,
        entity.id,
        entity.name,
        entity.key,
        entity.type,
        JSON.stringify(entity.aliases),
        entity.summary,
        entity.summaryStale ? 1 : 0,
        entity.mergedInto,
        JSON.stringify(entity.distinctFrom),
        entity.createdAt,
        entity.updatedAt
      )
    const row = number(stored?.['row'])
    database.prepare('DELETE FROM names WHERE entity = ?').run(row)
    for (const name of new Set([entity.key, ...entity.aliases])) {
      database.prepare('INSERT INTO names (user, name, entity) VALUES (?, ?, ?)').run(user, name, row)
    }
  }
}

function entityRow (database: Database, { row: user }: Author, id: string): number | null {
  const found = first(database, 'SELECT row FROM entities WHERE user = ? AND id = ?', user, id)
  return found === undefined ? null : number(found['row'])
}

export function addMentions (database: Database, author: Author, memory: number, entityIds: string[]): void {
  for (const [position, id] of entityIds.entries()) {
    const entity = entityRow(database, author, id)
    if (entity !== null) {
      database.prepare('INSERT OR IGNORE INTO mentions (memory, entity, position) VALUES (?, ?, ?)').run(
        memory,
        entity,
        position
      )
    }
  }
}

export function putRelations (database: Database, author: Author, relations: Relation[]): void {
  for (const relation of relations) {
    const [source, target, memory] = [
      entityRow(database, author, relation.fromEntityId),
      entityRow(database, author, relation.toEntityId),
      memoryRow(database, author, relation.memoryId)
    ]
    if (source === null || target === null || memory === null) continue
    database.prepare(sql`
      INSERT INTO relations (user, id, source, target, predicate, memory)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING`)
      .run(author.row, relation.id, source, target, relation.predicate, memory)
  }
}

export function putSessions (
  database: Database,
  { row: user }: Author,
  sessions: Session[],
  vectors: VectorWriter
): void {
  for (const session of sessions) {
    const [stored] = database.prepare(putSession)
      .all(
        user,
        session.id,
        session.project,
        session.app,
        session.gist,
        session.gistStale ? 1 : 0,
        session.startedAt,
        session.endedAt,
        JSON.stringify(session.turns)
      )
    vectors.putSession(number(stored?.['row']), session.gistEmbedding)
  }
}

export function putCommunities (database: Database, author: Author, communities: Community[]): void {
  database.prepare('DELETE FROM communities WHERE user = ?').run(author.row)
  for (const community of communities) {
    const [stored] = database.prepare(sql`
      INSERT INTO communities (user, id, name, summary, updated_at)
      VALUES (?, ?, ?, ?, ?)
      RETURNING row`)
      .all(author.row, community.id, community.name, community.summary, community.updatedAt)
    for (const [position, id] of community.entityIds.entries()) {
      const entity = entityRow(database, author, id)
      if (entity !== null) {
        database.prepare('INSERT OR IGNORE INTO members (community, entity, position) VALUES (?, ?, ?)').run(
          number(stored?.['row']),
          entity,
          position
        )
      }
    }
  }
}
