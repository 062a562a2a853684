/**
 * What searching needs of one user's memories, kept in memory while the user is: the fields a filter asks for, and
 * who holds which term. It is brought up to date from the rows that changed since, and never written to, so another
 * process's commits are seen as well.
 */
import type { Corpus } from '../../../../domain/text/bm25.ts'
import type { Database, SqlValue } from '../../../_shared/sqlite.ts'
import { json, readTerms } from '../rows.ts'
import { sql } from '../sql.ts'
import { createColumns, type Columns, type Fields } from './columns.ts'
import { states, type Document } from './document.ts'

/** Who holds a term, and how often: place and frequency in turns, of `count` documents. */
export interface Postings {
  count: number
  entries: Uint32Array
}

/** What BM25 has to know, as sums. */
interface Sums {
  documents: number
  length: number
}

export interface Documents {
  columns: Columns
  postings: Map<string, Postings>
  /** Of the active, and of those that ended. */
  active: Sums
  ended: Sums
  /** Of the user, when this was read. */
  version: number
  dead: number
  postingBytes: number
}

export const emptyDocuments = (): Documents => ({
  columns: createColumns(),
  postings: new Map(),
  active: { documents: 0, length: 0 },
  ended: { documents: 0, length: 0 },
  version: 0,
  dead: 0,
  postingBytes: 0
})

export const bytesOfDocuments = ({ columns, postingBytes }: Documents): number => columns.bytes + postingBytes

/** Roughly, of a term and its list, beside the list's entries. */
const termBytes = 250
/** So many rows are read at once, as one JSON text: as rows they would take twice as long. */
const rowsAtOnce = 512

export function bringUpToDate (
  database: Database,
  known: Documents,
  user: { row: number, version: number, removed: number, reanalysed: number }
): Documents {
  // Postings of other terms stand under them.
  let documents = user.reanalysed > known.version ? emptyDocuments() : known
  if (user.removed > documents.version) documents = withoutRemoved(database, documents, user.row)
  if (user.version > documents.version) {
    readChanged(database, documents, user.row)
    documents.version = user.version
  }
  return documents
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

function readChanged (database: Database, documents: Documents, user: number): void {
  const { columns } = documents
  const changed = rowsOf(database, 'user = ? AND version > ?', user, documents.version)
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
        addPostings(documents, added, String(row.at(-1)))
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

function addPostings (documents: Documents, place: number, packed: string): void {
  for (const [term, frequency] of readTerms(packed)) {
    let postings = documents.postings.get(term)
    if (postings === undefined) {
      postings = { count: 0, entries: new Uint32Array(2) }
      documents.postings.set(term, postings)
      documents.postingBytes += termBytes + 8
    } else if (postings.count * 2 === postings.entries.length) {
      const larger = new Uint32Array(Math.ceil(postings.count * 1.5) * 2)
      larger.set(postings.entries)
      documents.postingBytes += larger.byteLength - postings.entries.byteLength
      postings.entries = larger
    }
    postings.entries[postings.count * 2] = place
    postings.entries[postings.count * 2 + 1] = frequency
    postings.count++
  }
}
