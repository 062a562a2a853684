/** Packs as they are written and dropped: they hold nothing that was deleted, and what of them changed is known. */
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import { first, transaction, type Database, type SqlRow } from '../../../_shared/sqlite.ts'
import { json, number } from '../rows.ts'
import { sql } from '../sql.ts'
import { rowsInPack } from '../warm/documents.ts'
import { documentsGeneration } from '../warm/packs.ts'
import type { Author } from './author.ts'
import { readGenerations } from './vectors.ts'

/** What was read to be packed is not what there is. */
export class Outdated extends Error {}

export interface Content {
  first: number
  last: number
  count: number
  data: Uint8Array
}

/** Of the user, before anything is read. */
interface Moment {
  row: number
  version: number
  removed: number
  reanalysed: number
}

export interface WrittenPack {
  row: number
  user: number
  generation: number
  first: number
  last: number
  /** Null while it has its data. */
  keys: number[] | null
}

/** Parts of a changeset that write to memories that were there before. */
const changing = ['supersede', 'restore', 'refresh', 'revise', 'reanalyse', 'delete'] as const

const noteWritten = sql`
  INSERT OR IGNORE INTO changed (memory, user)
  SELECT row, user
  FROM memories
  WHERE user = ?1 AND version = ?2 AND row <= (
    SELECT max(last) FROM packs WHERE user = ?1 AND generation = ${documentsGeneration}
  )`

/** At the end of a commit: of what it wrote, what stands in packs. */
export function noteChanged (database: Database, { row, version }: Author, changeset: Changeset): void {
  if (changing.every(part => (changeset[part]?.length ?? 0) === 0)) return
  database.prepare(noteWritten).run(row, version)
}

/** Before a memory is deleted: drops the data of the packs that hold it. They are packed again from their keys. */
export function dropFromPacks (database: Database, user: number, memory: number): void {
  dropDocument(database, user, memory)
  const held = database.prepare('SELECT seq, generation FROM vectors WHERE memory = ?').all(memory)
  for (const { seq, generation } of held) {
    const pack = packWith(database, user, number(generation), number(seq))
    // Vectors are found in order, without their keys.
    if (pack !== undefined) empty(database, pack, [])
  }
}

/** Also when its terms are others. */
export function dropDocument (database: Database, user: number, memory: number): void {
  const pack = packWith(database, user, documentsGeneration, memory)
  if (pack === undefined) return
  const data = first(database, 'SELECT data FROM packs WHERE row = ?', number(pack['row']))?.['data']
  empty(database, pack, rowsInPack(data as Uint8Array))
}

/** Undefined also when its data was dropped before. */
function packWith (database: Database, user: number, generation: number, key: number): SqlRow | undefined {
  const pack = first(
    database,
    sql`
    SELECT row, first, keys IS NULL AS whole
    FROM packs
    WHERE user = ? AND generation = ? AND last >= ?
    ORDER BY last
    LIMIT 1`,
    user,
    generation,
    key
  )
  return pack !== undefined && pack['whole'] === 1 && number(pack['first']) <= key ? pack : undefined
}

function empty (database: Database, { row }: SqlRow, keys: number[]): void {
  database.prepare('UPDATE packs SET keys = ?, data = NULL WHERE row = ?').run(JSON.stringify(keys), number(row ?? 0))
}

export function userOf (database: Database, row: number): Moment {
  const user = first(database, 'SELECT version, removed, reanalysed FROM users WHERE row = ?', row)
  if (user === undefined) throw new Outdated()
  const [version, removed, reanalysed] = [user['version'], user['removed'], user['reanalysed']].map(number)
  return { row, version: version!, removed: removed!, reanalysed: reanalysed! }
}

export function readPack (database: Database, row: number): WrittenPack {
  const pack = first(database, 'SELECT user, generation, first, last, keys FROM packs WHERE row = ?', row)
  if (pack === undefined) throw new Outdated()
  const [user, generation, from, last] = [pack['user'], pack['generation'], pack['first'], pack['last']].map(number)
  const keys = pack['keys'] === null ? null : json(pack['keys']) as number[]
  return { row, user: user!, generation: generation!, first: from!, last: last!, keys }
}

/** Stores what was read since, as the pack behind the one that ends at `after`. */
export function putPack (
  database: Database,
  user: Moment,
  { generation, after, low }: { generation: number, after: number, low: number },
  content: Content
): void {
  transaction(database, 'IMMEDIATE', () => {
    requireUntouched(database, user, generation)
    const newest = first(
      database,
      'SELECT max(last) AS last FROM packs WHERE user = ? AND generation = ?',
      user.row,
      generation
    )
    if (number(newest?.['last'] ?? 0) !== after) throw new Outdated()
    database.prepare(sql`
      INSERT INTO packs (user, generation, first, last, count, low, data)
      VALUES (?, ?, ?, ?, ?, ?, ?)`)
      .run(user.row, generation, content.first, content.last, content.count, low, content.data)
    if (generation !== documentsGeneration) return
    database.prepare('UPDATE users SET unpacked = max(0, unpacked - ?) WHERE row = ?').run(content.count, user.row)
    noteChangedSince(database, user, content)
  })
}

/** One that nothing is left of goes: those beside it say as much without it. */
export function replacePack (database: Database, user: Moment, pack: WrittenPack, content: Content): void {
  const { row, generation, first: from, last } = pack
  transaction(database, 'IMMEDIATE', () => {
    requireUntouched(database, user, generation)
    if (readPack(database, row).user !== user.row) throw new Outdated()
    if (content.count === 0) {
      database.prepare('DELETE FROM packs WHERE row = ?').run(row)
    } else {
      database.prepare('UPDATE packs SET count = ?, keys = NULL, data = ? WHERE row = ?').run(
        content.count,
        content.data,
        row
      )
    }
    if (generation !== documentsGeneration) return
    database.prepare('DELETE FROM changed WHERE user = ? AND memory BETWEEN ? AND ?').run(user.row, from, last)
    noteChangedSince(database, user, { first: from, last })
  })
}

function requireUntouched (database: Database, { row, removed, reanalysed }: Moment, generation: number): void {
  const now = userOf(database, row)
  if (now.removed !== removed || now.reanalysed !== reanalysed) throw new Outdated()
  if (generation === documentsGeneration) return
  if (readGenerations(database).current.generation !== generation) throw new Outdated()
}

/** Of a pack what changed while it was read. */
function noteChangedSince (database: Database, user: Moment, { first, last }: { first: number, last: number }): void {
  database.prepare(sql`
    INSERT OR IGNORE INTO changed (memory, user)
    SELECT row, user FROM memories WHERE user = ? AND version > ? AND row BETWEEN ? AND ?`)
    .run(user.row, user.version, first, last)
}
