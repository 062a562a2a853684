/**
 * What searching needs of one user's memories, kept in memory while the user is: the fields a filter asks for, and
 * who holds which term. It is brought up to date from the rows that changed since, and never written to, so another
 * process's commits are seen as well.
 */
import type { Corpus } from '../../../../domain/text/bm25.ts'
import type { Revision } from '../../../../domain/nouns.ts'
import type { Database } from '../../../_shared/sqlite.ts'
import type { Filterable } from '../filter.ts'
import { json, number, numberOrNull, readTerms, strings, text, textOrNull } from '../rows.ts'
import { sql } from '../sql.ts'

export interface Document extends Filterable {
  row: number
  /** Among all that were ever read, from 0. */
  place: number
  id: string
  active: boolean
  /** In terms. */
  length: number
  /** False once deleted; the place is not used again. */
  alive: boolean
}

interface Postings {
  documents: Document[]
  frequencies: number[]
}

export interface Documents {
  byRow: Map<number, Document>
  /** How many were ever read. */
  places: number
  postings: Map<string, Postings>
  /** Of the active and of all, until something changes. */
  corpora: { active?: Corpus, all?: Corpus }
  /** Of the user, when this was read. */
  version: number
  dead: number
  bytes: number
}

export const emptyDocuments = (): Documents => ({
  byRow: new Map(),
  places: 0,
  postings: new Map(),
  corpora: {},
  version: 0,
  dead: 0,
  bytes: 0
})

const columns = sql`
      row, id, memory_type, state, app, project, session_id, tags, categories, valid_at, invalid_at, created_at,
      expired_at, revisions, extraction, length`

/** Roughly, for the bound on what is kept. */
const [documentBytes, postingBytes, termBytes] = [600, 16, 200]

export function bringUpToDate (
  database: Database,
  known: Documents,
  user: { row: number, version: number, removed: number, reanalysed: number }
): Documents {
  // Postings of other terms stand under them.
  let documents = user.reanalysed > known.version ? emptyDocuments() : known
  if (user.removed > documents.version || user.version > documents.version) documents.corpora = {}
  if (user.removed > documents.version) {
    const left = new Set(
      database.prepare('SELECT row FROM memories WHERE user = ?').all(user.row).map(row => number(row['row']))
    )
    for (const [row, document] of documents.byRow) {
      if (left.has(row)) continue
      document.alive = false
      documents.byRow.delete(row)
      documents.dead++
    }
    // Postings of the deleted are skipped, not removed; when most are, begin anew.
    if (documents.dead > 500 && documents.dead > documents.byRow.size) documents = emptyDocuments()
  }
  if (user.version > documents.version) {
    const isNew = documents.byRow.size === 0
    const changed = database.prepare(
      sql`SELECT ${columns}${isNew ? ', terms' : ''} FROM memories WHERE user = ? AND version > ?`
    ).all(user.row, documents.version)
    for (const row of changed) {
      const document = documents.byRow.get(number(row['row']))
      if (document === undefined) {
        add(
          documents,
          toDocument(row, documents.places++),
          text(
            isNew
              ? row['terms']
              : database.prepare('SELECT terms FROM memories WHERE row = ?').all(number(row['row']))[0]?.['terms']
          )
        )
      } else Object.assign(document, toDocument(row, document.place))
    }
    documents.version = user.version
  }
  return documents
}

/** What BM25 has to know of the user's memories: the active ones, or with those that ended. */
export function corpusOf (documents: Documents, ended: boolean): Corpus {
  const known = ended ? documents.corpora.all : documents.corpora.active
  if (known !== undefined) return known
  let [total, length] = [0, 0]
  for (const document of documents.byRow.values()) {
    if (!ended && !document.active) continue
    total++
    length += document.length
  }
  const corpus = { documents: total, averageLength: length / total }
  documents.corpora[ended ? 'all' : 'active'] = corpus
  return corpus
}

function toDocument (row: Record<string, string | number | null | Uint8Array>, place: number): Document {
  return {
    place,
    row: number(row['row']),
    id: text(row['id']),
    active: row['state'] === 'active',
    length: number(row['length']),
    alive: true,
    memoryType: text(row['memory_type']),
    app: textOrNull(row['app']),
    project: textOrNull(row['project']),
    sessionId: textOrNull(row['session_id']),
    tags: row['tags'] === '[]' ? none : strings(row['tags']),
    categories: row['categories'] === '[]' ? none : json(row['categories']) as string[],
    validAt: number(row['valid_at']),
    invalidAt: numberOrNull(row['invalid_at']),
    createdAt: number(row['created_at']),
    expiredAt: numberOrNull(row['expired_at']),
    revisions: row['revisions'] === '[]' ? unrevised : json(row['revisions']) as Revision[],
    extraction: text(row['extraction'])
  }
}

const none: string[] = []
const unrevised: Revision[] = []

function add (documents: Documents, document: Document, packed: string): void {
  documents.byRow.set(document.row, document)
  documents.bytes += documentBytes
  for (const [term, frequency] of readTerms(packed)) {
    let postings = documents.postings.get(term)
    if (postings === undefined) {
      postings = { documents: [], frequencies: [] }
      documents.postings.set(term, postings)
      documents.bytes += termBytes
    }
    postings.documents.push(document)
    postings.frequencies.push(frequency)
    documents.bytes += postingBytes
  }
}
