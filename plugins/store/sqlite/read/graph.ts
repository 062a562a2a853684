/** Reads of what memories hang on: neighbours, entities, relations, sessions, communities. */
import type { Filter, Neighbour, Page, RelationQuery } from '../../../../domain/capabilities/store.ts'
import type { Community, Entity, Relation, Session } from '../../../../domain/nouns.ts'
import { first, type Database, type SqlValue } from '../../../_shared/sqlite.ts'
import { conditionOf } from '../filter.ts'
import { number, strings, text, textOrNull, toEntity, toSession } from '../rows.ts'
import { sql } from '../sql.ts'
import { findUser } from '../warm/index.ts'

export function neighbours (
  database: Database,
  userId: string,
  entityIds: string[],
  filter: Filter,
  limit: number
): Neighbour[] {
  const user = findUser(database, userId)
  if (user === null || entityIds.length === 0) return []
  const { condition, parameters } = conditionOf(filter, Date.now())
  const asked = JSON.stringify(entityIds)
  return database.prepare(sql`
    WITH asked (entity) AS (
      SELECT row FROM entities WHERE user = ? AND id IN (SELECT value FROM json_each(?))
      UNION
      SELECT row FROM entities WHERE user = ? AND merged_into IN (SELECT value FROM json_each(?))
    ),
    related (entity) AS (
      SELECT r.target
      FROM asked CROSS JOIN relations r ON r.source = asked.entity CROSS JOIN memories m ON m.row = r.memory
      WHERE m.user = ?${condition}
      UNION
      SELECT r.source
      FROM asked CROSS JOIN relations r ON r.target = asked.entity CROSS JOIN memories m ON m.row = r.memory
      WHERE m.user = ?${condition}
    ),
    near (entity, distance) AS (
      SELECT entity, 0 FROM asked
      UNION ALL
      SELECT entity, 1 FROM related WHERE entity NOT IN (SELECT entity FROM asked)
    )
    SELECT m.id, m.valid_at, min(near.distance) AS distance, e.id AS entity_id
    FROM near
    CROSS JOIN mentions n ON n.entity = near.entity
    CROSS JOIN memories m ON m.row = n.memory
    CROSS JOIN entities e ON e.row = near.entity
    WHERE m.user = ?${condition}
    GROUP BY m.row
    ORDER BY distance, m.created_at DESC, m.id DESC
    LIMIT ?`)
    .all(
      user.row,
      asked,
      user.row,
      asked,
      user.row,
      ...parameters,
      user.row,
      ...parameters,
      user.row,
      ...parameters,
      limit
    )
    .map(row => ({
      memoryId: text(row['id']),
      entityId: text(row['entity_id']),
      distance: row['distance'] === 0 ? 0 : 1,
      validAt: number(row['valid_at'])
    }))
}

export function entities (
  database: Database,
  userId: string,
  { ids, keys, stale, merged, page }: {
    ids?: string[]
    keys?: string[]
    stale?: boolean
    merged?: true
    page?: Page
  }
): { items: Entity[], total: number } {
  const user = findUser(database, userId)
  if (user === null) return { items: [], total: 0 }
  // The plus keeps SQLite from walking all of the user's entities for a few.
  const few = ids === undefined && keys === undefined ? '' : '+'
  const parts: string[] = [keys === undefined ? 'user = ?' : '+user = ?']
  const parameters: SqlValue[] = [user.row]
  const and = (condition: string, ...values: SqlValue[]): void => {
    parts.push(condition)
    parameters.push(...values)
  }
  if (ids === undefined) and(merged ? 'merged_into IS NOT NULL' : 'merged_into IS NULL')
  else and(sql`id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  if (keys !== undefined) {
    and(
      sql`row IN (SELECT entity FROM names WHERE user = ? AND name IN (SELECT value FROM json_each(?)))`,
      user.row,
      JSON.stringify(keys)
    )
  }
  if (stale !== undefined) and('summary_stale = ?', stale ? 1 : 0)
  const where = parts.join(' AND ')
  // A negative limit is none.
  const { page: wanted, size } = page ?? { page: 1, size: -1 }
  return {
    items: database.prepare(sql`
      SELECT *
      FROM entities
      WHERE ${where}
      ORDER BY ${few}updated_at DESC, id DESC
      LIMIT ? OFFSET ?`)
      .all(...parameters, size, Math.max(0, (wanted - 1) * size))
      .map(row => toEntity(userId, row)),
    total: number(first(database, sql`SELECT count(*) AS n FROM entities WHERE ${where}`, ...parameters)?.['n'])
  }
}

export const relationColumns = sql`
    r.id, r.predicate,
    (SELECT id FROM entities WHERE row = r.source) AS from_id,
    (SELECT id FROM entities WHERE row = r.target) AS to_id,
    (SELECT id FROM memories WHERE row = r.memory) AS memory_id`

export function toRelation (userId: string, row: Record<string, SqlValue>): Relation {
  return {
    id: text(row['id']),
    userId,
    fromEntityId: text(row['from_id']),
    toEntityId: text(row['to_id']),
    predicate: text(row['predicate']),
    memoryId: text(row['memory_id'])
  }
}

export function relations (
  database: Database,
  userId: string,
  { entityIds, memoryIds, filter = {}, limit }: RelationQuery
): Relation[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const { condition, parameters } = conditionOf(filter, Date.now())
  const asked = sql`(SELECT row FROM entities WHERE user = ? AND id IN (SELECT value FROM json_each(?)))`
  const touching = entityIds === undefined ? '' : ` AND (r.source IN ${asked} OR r.target IN ${asked})`
  const ofUser = entityIds === undefined && memoryIds === undefined ? 'r.user = ?' : '+r.user = ?'
  const ids = JSON.stringify(entityIds ?? [])
  const among = sql`(SELECT row FROM memories WHERE user = ? AND id IN (SELECT value FROM json_each(?)))`
  const stated = memoryIds === undefined ? '' : ` AND r.memory IN ${among}`
  return database.prepare(sql`
    SELECT ${relationColumns}
    FROM relations r JOIN memories m ON m.row = r.memory
    WHERE ${ofUser}${touching}${stated}${condition}
    ORDER BY m.created_at DESC, r.row DESC
    LIMIT ?`)
    .all(
      user.row,
      ...(entityIds === undefined ? [] : [user.row, ids, user.row, ids]),
      ...(memoryIds === undefined ? [] : [user.row, JSON.stringify(memoryIds)]),
      ...parameters,
      limit
    )
    .map(row => toRelation(userId, row))
}

export const sessionColumns = sql`s.*, (
      SELECT vector FROM session_vectors WHERE session = s.row AND generation = (SELECT generation FROM meta)
    ) AS vector`

export function sessions (
  database: Database,
  userId: string,
  { ids, stale, limit }: { ids?: string[], stale?: boolean, limit: number }
): Session[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const some = ids === undefined ? '' : ' AND s.id IN (SELECT value FROM json_each(?))'
  const marked = stale === undefined ? '' : ' AND s.gist_stale = ?'
  return database.prepare(sql`
    SELECT ${sessionColumns}
    FROM sessions s
    WHERE s.user = ?${some}${marked}
    ORDER BY ${ids === undefined ? '' : '+'}s.ended_at DESC, s.id DESC
    LIMIT ?`)
    .all(
      user.row,
      ...(ids === undefined ? [] : [JSON.stringify(ids)]),
      ...(stale === undefined ? [] : [stale ? 1 : 0]),
      limit
    ).map(row => toSession(userId, row))
}

export const communityColumns = sql`
    c.id, c.name, c.summary, c.updated_at,
    (
      SELECT json_group_array(e.id)
      FROM (SELECT entity FROM members WHERE community = c.row ORDER BY position) n
      JOIN entities e ON e.row = n.entity
    ) AS entity_ids`

export function toCommunity (userId: string, row: Record<string, SqlValue>): Community {
  return {
    id: text(row['id']),
    userId,
    name: text(row['name']),
    summary: textOrNull(row['summary']),
    entityIds: strings(row['entity_ids']),
    updatedAt: number(row['updated_at'])
  }
}

export function communities (database: Database, userId: string): Community[] {
  const user = findUser(database, userId)
  if (user === null) return []
  return database.prepare(sql`SELECT ${communityColumns} FROM communities c WHERE c.user = ? ORDER BY c.row`)
    .all(user.row)
    .map(row => toCommunity(userId, row))
}
