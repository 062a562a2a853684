/** Reads of memories by id, time, subject, fingerprint and session, and their history. */
import type { Filter, HistoryLink, ListQuery, Timeline } from '../../../../domain/capabilities/store.ts'
import type { Memory, Supersession } from '../../../../domain/nouns.ts'
import { first, type Database, type SqlRow, type SqlValue } from '../../../_shared/sqlite.ts'
import { conditionOf } from '../filter.ts'
import { memoryColumns, packMemories, toMemory, type PackedMemories } from '../memory-row.ts'
import { number, strings, subjectKey, supersessionColumns, text, toSupersession } from '../rows.ts'
import { sql } from '../sql.ts'
import { findUser, type Warm } from '../warm/index.ts'
import { holdingAll } from '../warm/rank.ts'

const newestFirst = 'ORDER BY m.created_at DESC, m.id DESC'
/** Where few are asked for by name: with an index of this order SQLite would walk all of the user's memories. */
const fewNewestFirst = 'ORDER BY +m.created_at DESC, m.id DESC'

export function select (database: Database, userId: string, where: string, ...parameters: SqlValue[]): Memory[] {
  return database.prepare(sql`SELECT ${memoryColumns} FROM memories m WHERE ${where}`)
    .all(...parameters)
    .map(row => toMemory(userId, row))
}

/** In the order asked; unknown ids are left out. */
export function get (database: Database, userId: string, ids: string[]): Memory[] {
  return rowsOf(database, userId, ids).map(row => toMemory(userId, row))
}

export function getPacked (database: Database, userId: string, ids: string[]): PackedMemories {
  return packMemories(rowsOf(database, userId, ids))
}

function rowsOf (database: Database, userId: string, ids: string[]): SqlRow[] {
  if (ids.length === 0) return []
  const rows = database.prepare(sql`
    SELECT m.id, ${memoryColumns}
    FROM memories m
    WHERE m.user = (SELECT row FROM users WHERE id = ?) AND m.id IN (SELECT value FROM json_each(?))`)
    .all(userId, JSON.stringify(ids))
  const found = new Map(rows.map(row => [text(row['id']), row]))
  return ids.map(id => found.get(id)).filter(row => row !== undefined)
}

export function list (
  database: Database,
  warm: Warm,
  userId: string,
  { page, size, search, mentions, ...filter }: ListQuery
): { items: Memory[], total: number } {
  const now = Date.now()
  const skipped = (page - 1) * size
  if (search !== undefined) {
    const holding = warm.search(userId, ({ documents }) => holdingAll(documents, search, filter, now)) ?? []
    const allowed = mentions && mentioning(database, userId, mentions)
    const found = allowed === undefined ? holding : holding.filter(({ id }) => allowed.has(id))
    return {
      items: get(database, userId, found.slice(skipped, skipped + size).map(document => document.id)),
      total: found.length
    }
  }
  const user = findUser(database, userId)
  if (user === null) return { items: [], total: 0 }
  const { condition, parameters } = conditionOf(filter, now)
  const given = [user.row, ...mentions === undefined ? [] : mentionsOf(user.row, mentions), ...parameters]
  // The plus keeps SQLite from walking all of the user's memories for the few that mention somebody.
  const where = `${mentions === undefined ? 'm.user = ?' : `+m.user = ? AND m.row IN ${mentioned}`}${condition}`
  const order = mentions === undefined ? newestFirst : fewNewestFirst
  return {
    items: select(database, userId, `${where} ${order} LIMIT ? OFFSET ?`, ...given, size, skipped),
    total: number(first(database, `SELECT count(*) AS n FROM memories m WHERE ${where}`, ...given)?.['n'])
  }
}

const mentioned = sql`(
  SELECT n.memory
  FROM mentions n
  WHERE n.entity IN (
    SELECT row FROM entities WHERE user = ? AND id IN (SELECT value FROM json_each(?))
    UNION ALL
    SELECT row FROM entities WHERE user = ? AND merged_into IN (SELECT value FROM json_each(?))
  )
)`

/** What `mentioned` is given. */
function mentionsOf (user: SqlValue, entityIds: string[]): SqlValue[] {
  const ids = JSON.stringify(entityIds)
  return [user, ids, user, ids]
}

function mentioning (database: Database, userId: string, entityIds: string[]): Set<string> {
  const user = findUser(database, userId)
  if (user === null) return new Set()
  const rows = database.prepare(sql`SELECT m.id FROM memories m WHERE m.row IN ${mentioned}`)
    .all(...mentionsOf(user.row, entityIds))
  return new Set(rows.map(row => text(row['id'])))
}

export function recent (database: Database, userId: string, filter: Filter, limit: number): Memory[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const { condition, parameters } = conditionOf(filter, Date.now())
  return select(database, userId, `m.user = ?${condition} ${newestFirst} LIMIT ?`, user.row, ...parameters, limit)
}

export function aboutSubject (
  database: Database,
  userId: string,
  subject: string,
  predicate: string | null,
  limit: number,
  filter: Filter = {}
): Memory[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const { condition, parameters } = conditionOf(filter, Date.now())
  return select(
    database,
    userId,
    `m.user = ? AND m.subject_key = ?${
      predicate === null ? '' : ' AND m.predicate = ?'
    }${condition} ${newestFirst} LIMIT ?`,
    user.row,
    subjectKey(subject),
    ...(predicate === null ? [] : [predicate]),
    ...parameters,
    limit
  )
}

export function byFingerprint (database: Database, userId: string, fingerprints: string[]): Memory[] {
  const user = findUser(database, userId)
  if (user === null) return []
  return select(
    database,
    userId,
    `m.user = ? AND m.state = 'active' AND m.fingerprint IN (SELECT value FROM json_each(?)) ${fewNewestFirst}`,
    user.row,
    JSON.stringify(fingerprints)
  )
}

export function timelines (database: Database, userId: string, sessionIds: string[], filter: Filter): Timeline[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const { condition, parameters } = conditionOf(filter, Date.now())
  // One row a session: a row for every id would take three times as long.
  const rows = database.prepare(sql`
    SELECT asked.value AS session_id, (
      SELECT json_group_array(id)
      FROM (
        SELECT m.id
        FROM memories m
        WHERE m.user = ? AND m.session_id = asked.value${condition}
        ORDER BY m.valid_at, m.id
      )
    ) AS ids
    FROM json_each(?) asked`).all(user.row, ...parameters, JSON.stringify([...new Set(sessionIds)]))
  const timelines = rows.map(row => ({ sessionId: text(row['session_id']), memoryIds: strings(row['ids']) }))
  return timelines.filter(({ memoryIds }) => memoryIds.length > 0)
}

export function supersessions (
  database: Database,
  userId: string,
  { ids, limit }: { ids?: string[], limit: number }
): Supersession[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const asked = '(SELECT row FROM memories WHERE user = ? AND id IN (SELECT value FROM json_each(?)))'
  const some = ids === undefined ? 's.user = ?' : `+s.user = ? AND (s.old IN ${asked} OR s.new IN ${asked})`
  const wanted = ids === undefined ? [] : [user.row, JSON.stringify(ids)]
  return database.prepare(sql`
    SELECT ${supersessionColumns}
    FROM supersessions s
    WHERE ${some}
    ORDER BY s.expired_at DESC, s.row DESC
    LIMIT ?`)
    .all(user.row, ...wanted, ...wanted, limit)
    .map(toSupersession)
}

export function history (database: Database, userId: string, id: string): HistoryLink[] {
  const user = findUser(database, userId)
  if (user === null) return []
  const edges = database.prepare(sql`
    WITH RECURSIVE chain (memory) AS (
      SELECT row FROM memories WHERE user = ? AND id = ?
      UNION
      SELECT s.old FROM chain JOIN supersessions s ON s.new = chain.memory
      UNION
      SELECT s.new FROM chain JOIN supersessions s ON s.old = chain.memory WHERE s.new IS NOT NULL
    )
    SELECT ${supersessionColumns}
    FROM supersessions s
    WHERE s.old IN (SELECT memory FROM chain)
    ORDER BY s.expired_at, s.row`)
    .all(user.row, id).map(toSupersession)
  const ends = get(database, userId, [
    ...new Set(edges.flatMap(({ oldId, newId }) => newId === null ? [oldId] : [oldId, newId]))
  ])
  const byId = new Map(ends.map(memory => [memory.id, memory]))
  return edges.map(edge => ({
    ...edge,
    old: byId.get(edge.oldId) ?? null,
    new: edge.newId === null ? null : byId.get(edge.newId) ?? null
  }))
}
