/**
 * What searching needs of one user's memories, kept in memory while the user is: the fields a filter asks for, and
 * who holds which term. It is brought up to date from the rows that changed since, and never written to, so another
 * process's commits are seen as well.
 */
import type { Corpus } from '../../../../domain/text/bm25.ts'
import type { Database, SqlValue } from '../../../_shared/sqlite.ts'
import { json } from '../rows.ts'
import { sql } from '../sql.ts'
import { columnSections, createColumns, type Columns } from './columns.ts'
import { states, type Document, type Fields } from './document.ts'
import { dataOf, documentsGeneration, packsOf } from './packs.ts'
import { addTerms, emptyTerms, loadTerms, packTerms, type Terms } from './postings.ts'
import { joinSections, splitSections } from './sections.ts'

/** What BM25 has to know, as sums. */
interface Sums {
  documents: number
  length: number
}

export interface Documents {
  columns: Columns
  terms: Terms
  /** Of the active, and of those that ended. */
  active: Sums
  ended: Sums
  /** Of the user, when this was read. */
  version: number
  dead: number
}

export const emptyDocuments = (): Documents => ({
  columns: createColumns(),
  terms: emptyTerms(),
  active: { documents: 0, length: 0 },
  ended: { documents: 0, length: 0 },
  version: 0,
  dead: 0
})

export const bytesOfDocuments = ({ columns, terms }: Documents): number => columns.bytes + terms.bytes

/** So many rows are read at once, as one JSON text: as rows they would take twice as long. */
const rowsAtOnce = 512

export function bringUpToDate (
  database: Database,
  known: Documents,
  user: { row: number, version: number, removed: number, reanalysed: number }
): Documents {
  // Postings of other terms stand under them.
  let documents = user.reanalysed > known.version ? emptyDocuments() : known
  if (documents.version > 0 && user.removed > documents.version) {
    documents = withoutRemoved(database, documents, user.row)
  }
  if (documents.version === 0) readAll(database, documents, user.row)
  else if (user.version > documents.version) {
    readRows(database, documents, rowsOf(database, 'user = ? AND version > ?', user.row, documents.version))
  }
  documents.version = user.version
  return documents
}

/** What was packed as it was packed, and what was not or changed since a row each. */
function readAll (database: Database, documents: Documents, user: number): void {
  const packs = packsOf(database, user, documentsGeneration, 0)
  documents.columns.reserve(packs.reduce((sum, { count }) => sum + count, 0))
  for (const { row, left } of packs) {
    if (left !== null) readRows(database, documents, left)
    else loadPack(documents, dataOf(database, row))
  }
  const { last, low } = packs.at(-1) ?? { last: 0, low: 0 }
  readRows(database, documents, rowsOf(database, 'user = ? AND version > ? AND row > ?', user, low, last))
  readRows(database, documents, rowsOf(database, 'row IN (SELECT memory FROM changed WHERE user = ?)', user))
}

/** Of documents that were read just now. */
export function packDocuments ({ columns, terms }: Documents): Uint8Array {
  const { head, parts } = columns.pack()
  return joinSections(head, [...parts, ...packTerms(terms)])
}

/** Ascending. */
export function rowsInPack (data: Uint8Array): number[] {
  const columns = createColumns()
  columns.load(splitSections(data))
  return [...columns.rows.subarray(0, columns.count)]
}

function loadPack (documents: Documents, data: Uint8Array): void {
  const { columns, terms } = documents
  const { head, parts } = splitSections(data)
  const base = columns.count
  columns.load({ head, parts })
  loadTerms(terms, base, parts.slice(columnSections))
  for (let place = base; place < columns.count; place++) count(documents, place, 1)
}

function withoutRemoved (database: Database, documents: Documents, user: number): Documents {
  const left = new Set(rowsOf(database, 'user = ?', user))
  const { columns } = documents
  for (let place = 0; place < columns.count; place++) {
    if (columns.states[place] === states.deleted || left.has(columns.rows[place] as number)) continue
    count(documents, place, -1)
    columns.states[place] = states.deleted
    documents.dead++
  }
  // Postings of the deleted are skipped, not removed; when most are, begin anew.
  return documents.dead > 500 && documents.dead * 2 > columns.count ? emptyDocuments() : documents
}

/** Ascending. */
function rowsOf (database: Database, condition: string, ...parameters: SqlValue[]): number[] {
  const [found] = database.prepare(sql`SELECT json_group_array(row) AS rows FROM memories WHERE ${condition}`)
    .all(...parameters)
  return (json(found?.['rows']) as number[]).sort((a, b) => a - b)
}

type Read = [...Array<string | number | null>]

const fieldsRead = sql`
  row, id, state = 'active', length, revisions, memory_type, app, project, session_id, tags, categories, extraction,
  valid_at, invalid_at, created_at, expired_at, terms`

/** Adds them, or takes their fields over where they are known. Rows that are not known are above those that are. */
export function readRows (database: Database, documents: Documents, changed: number[]): void {
  const { columns } = documents
  for (let start = 0; start < changed.length; start += rowsAtOnce) {
    const [read] = database.prepare(sql`
      SELECT json_group_array(json_array(${fieldsRead})) AS read
      FROM memories
      WHERE row IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(changed.slice(start, start + rowsAtOnce)))
    const rows = json(read?.['read']) as Read[]
    rows.sort(([one], [other]) => Number(one) - Number(other))
    for (const row of rows) {
      const place = columns.placeOf(Number(row[0]))
      if (place === undefined) {
        const added = columns.add(toFields(row))
        addTerms(documents.terms, added, String(row.at(-1)))
        count(documents, added, 1)
      } else {
        count(documents, place, -1)
        columns.set(place, toFields(row))
        count(documents, place, 1)
      }
    }
  }
}

/** Adds the document to the sums, or takes it away. */
function count ({ columns, active, ended }: Documents, place: number, times: 1 | -1): void {
  const sums = columns.states[place] === states.active ? active : ended
  sums.documents += times
  sums.length += times * (columns.lengths[place] as number)
}

/** What BM25 has to know of the user's memories: the active ones, or with those that ended. */
export function corpusOf ({ active, ended }: Documents, withEnded: boolean): Corpus {
  const documents = active.documents + (withEnded ? ended.documents : 0)
  return { documents, averageLength: (active.length + (withEnded ? ended.length : 0)) / documents }
}

export function documentOf ({ columns }: Documents, row: number): Document | undefined {
  const place = columns.placeOf(row)
  return place === undefined ? undefined : columns.at(place)
}

/** In the order of `fieldsRead`. */
function toFields (read: Read): Fields {
  const [row, id, active, length, revisions, memoryType, app, project, sessionId, tags, categories, extraction] = read
  const [validAt, invalidAt, createdAt, expiredAt] = read.slice(12) as Array<number | null>
  return {
    row: Number(row),
    id: String(id),
    active: active === 1,
    length: Number(length),
    revisions: String(revisions),
    memoryType: memoryType as string,
    app: app as string | null,
    project: project as string | null,
    sessionId: sessionId as string | null,
    tags: tags as string,
    categories: categories as string,
    extraction: extraction as string,
    validAt: validAt as number,
    invalidAt: invalidAt as number | null,
    createdAt: createdAt as number,
    expiredAt: expiredAt as number | null
  }
}
