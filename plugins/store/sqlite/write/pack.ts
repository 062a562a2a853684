/**
 * Packs what was written, beside what is being written: in steps of a few milliseconds, a pack a transaction. Nothing
 * depends on how far it came. What changes while it is read is known by its version; after a deletion it is read again.
 */
import { first, type Database } from '../../../_shared/sqlite.ts'
import { json, number } from '../rows.ts'
import { sql } from '../sql.ts'
import { createArena, type Arena } from '../warm/arena.ts'
import { emptyDocuments, packDocuments, readRows, rowsInPack } from '../warm/documents.ts'
import { mostWhole } from '../warm/index.ts'
import { dataOf, documentsGeneration, packsOf } from '../warm/packs.ts'
import { packVectors, type Span, type Whose } from '../warm/runs.ts'
import { Outdated, putPack, readPack, replacePack, userOf, type Content } from './packs.ts'
import { readGenerations } from './vectors.ts'

export interface Packer {
  /** Does a little; false when there is nothing left to do, or what it had begun is not true any more. */
  step(): boolean
}

/** So many memories stand in one pack, as the index of those who have as many to pack says. */
const packSize = 2_048
/** Read in a millisecond or two. */
const stepSize = 128
/** Of a pack that is packed again when so many of its memories changed: an eighth. */
const changedShare = 8

export function createPacker (database: Database, size = packSize, wholeUpTo = mostWhole): Packer {
  let work = packAll(database, size, wholeUpTo)
  return {
    step () {
      let goesOn = false
      try {
        goesOn = work.next().done !== true
      } catch (error) {
        if (!(error instanceof Outdated)) throw error
      } finally {
        if (!goesOn) work = packAll(database, size, wholeUpTo)
      }
      return goesOn
    }
  }
}

function* packAll (database: Database, size: number, wholeUpTo: number): Generator<void> {
  for (;;) {
    const due = first(database, `SELECT row FROM users WHERE unpacked >= ${size} LIMIT 1`)
    if (due === undefined) break
    yield* packNew(database, number(due['row']), size)
  }
  for (const { row } of database.prepare('SELECT row FROM packs WHERE keys IS NOT NULL').all()) {
    yield* packAgain(database, number(row))
  }
  const { generation, dimensions } = readGenerations(database).current
  if (dimensions === null) return
  // Vectors of fewer are kept whole, and packs hold their copies.
  const large = database.prepare(sql`
    SELECT user
    FROM packs
    WHERE generation = ${documentsGeneration}
    GROUP BY user
    HAVING count(*) * ? > ?`)
    .all(size * dimensions, wholeUpTo)
  for (const { user } of large) yield* packNewVectors(database, number(user), generation, size)
}

/** Memories that are in no pack yet. */
function* packNew (database: Database, row: number, size: number): Generator<void> {
  const known = packsOf(database, row, documentsGeneration, 0).at(-1)
  let [after, low] = [known?.last ?? 0, known?.low ?? 0]
  const { keys, lows } = unpacked(database, row, after, low)
  for (let end = size; end <= keys.length; end += size) {
    const user = userOf(database, row)
    const content = yield* readDocuments(database, keys.slice(end - size, end))
    low = lows[end] as number
    putPack(database, user, { generation: documentsGeneration, after, low }, content)
    after = content.last
    yield
  }
  // Counted anew: of those that were added some may have been deleted.
  const left = unpacked(database, row, after, low).keys.length
  database.prepare('UPDATE users SET unpacked = ? WHERE row = ?').run(left, row)
  for (const pack of muchChanged(database, row, size)) yield* packAgain(database, pack)
}

/** Ascending, and below what the versions of all from a place on are. */
function unpacked (database: Database, user: number, after: number, low: number) {
  const found = first(
    database,
    sql`
    SELECT json_group_array(row) AS keys, json_group_array(version) AS versions
    FROM (SELECT row, version FROM memories WHERE user = ? AND version > ? AND row > ? ORDER BY row)`,
    user,
    low,
    after
  )
  const keys = json(found?.['keys']) as number[]
  const lows = json(found?.['versions']) as number[]
  // What comes later has a later version than the user has now.
  lows.push(userOf(database, user).version + 1)
  for (let at = keys.length - 1; at >= 0; at--) lows[at] = Math.min(lows[at] as number, lows[at + 1] as number)
  return { keys, lows: lows.map(version => version - 1) }
}

function muchChanged (database: Database, user: number, size: number): number[] {
  return database.prepare(sql`
    SELECT p.row
    FROM packs p
    WHERE p.user = ? AND p.generation = ${documentsGeneration} AND (
      SELECT count(*) FROM changed c WHERE c.user = p.user AND c.memory BETWEEN p.first AND p.last
    ) * ${changedShare} > ?`)
    .all(user, size)
    .map(({ row }) => number(row))
}

/** What of it was deleted or changed is left out or read anew. */
function* packAgain (database: Database, row: number): Generator<void> {
  const pack = readPack(database, row)
  const { user: userRow, generation, first, last, keys } = pack
  const user = userOf(database, userRow)
  const span = { after: first - 1, end: last, size: Infinity }
  const content = generation === documentsGeneration
    ? yield* readDocuments(database, keys ?? rowsInPack(dataOf(database, row)))
    : yield* readVectors(database, { user: userRow, generation }, arenaFor(database), span)
  replacePack(database, user, pack, content)
  yield
}

function* readDocuments (database: Database, keys: number[]): Generator<void, Content> {
  const documents = emptyDocuments()
  for (let start = 0; start < keys.length; start += stepSize) {
    readRows(database, documents, keys.slice(start, start + stepSize))
    yield
  }
  const data = packDocuments(documents)
  yield
  return { first: keys[0] ?? 0, last: keys.at(-1) ?? 0, count: documents.columns.count, data }
}

function* packNewVectors (database: Database, row: number, generation: number, size: number): Generator<void> {
  const whose = { user: row, generation }
  let arena: Arena | undefined
  for (let after = packsOf(database, row, generation, 0).at(-1)?.last ?? 0;;) {
    const waiting = database.prepare(
      'SELECT seq FROM vectors WHERE user = ? AND generation = ? AND seq > ? ORDER BY seq LIMIT 1 OFFSET ?'
    ).all(row, generation, after, size - 1)
    if (waiting.length === 0) return
    arena ??= arenaFor(database)
    const user = userOf(database, row)
    const content = yield* readVectors(database, whose, arena, { after, end: Number.MAX_SAFE_INTEGER, size })
    putPack(database, user, { generation, after, low: 0 }, content)
    after = content.last
    yield
  }
}

function arenaFor (database: Database): Arena {
  const { dimensions } = readGenerations(database).current
  if (dimensions === null) throw new Outdated()
  return createArena(dimensions, false)
}

function* readVectors (database: Database, whose: Whose, arena: Arena, span: Span): Generator<void, Content> {
  const { seqs, data } = yield* packVectors(database, whose, arena, span, stepSize)
  yield
  return { first: seqs[0] ?? 0, last: seqs.at(-1) ?? 0, count: seqs.length, data }
}
