/**
 * The steps of a re-embedding, each a write of its own, so that others get their turn between them and a killed run
 * is resumed.
 */
import type { BegunReembed } from '../../../../domain/capabilities/store.ts'
import { requireVector, vectorBytes } from '../../../../domain/vector.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import type { ReembedItem } from '../protocol.ts'
import { number, text } from '../rows.ts'
import { sql } from '../sql.ts'
import { documentsGeneration } from '../warm/packs.ts'
import { readGenerations } from './vectors.ts'

const lacking = sql`
  SELECT 'memory' AS kind, row, text
  FROM memories m
  WHERE NOT EXISTS (SELECT 1 FROM vectors WHERE memory = m.row AND generation = ?1)
  UNION ALL
  SELECT 'session', row, gist
  FROM sessions s
  WHERE gist IS NOT NULL AND NOT EXISTS (SELECT 1 FROM session_vectors WHERE session = s.row AND generation = ?1)
  LIMIT ?2`

const switchGenerations = sql`
  UPDATE meta
  SET generation = next_generation,
      dimensions = next_dimensions,
      model = next_model,
      declared_dimensions = next_dimensions,
      declared_model = next_model,
      next_generation = NULL,
      next_dimensions = NULL,
      next_model = NULL,
      next_started_at = NULL
  WHERE next_generation = ?`

const putMemoryVector = sql`
  INSERT OR IGNORE INTO vectors (user, memory, generation, vector)
  SELECT user, row, ?, ? FROM memories WHERE row = ?`

const putSessionVector = sql`
  INSERT OR IGNORE INTO session_vectors (session, generation, vector)
  SELECT row, ?, ? FROM sessions WHERE row = ? AND gist = ?`

const count = (database: Database, query: string, ...parameters: number[]): number =>
  number(first(database, query, ...parameters)?.['n'])

const total = (database: Database): number =>
  count(
    database,
    sql`SELECT (SELECT count(*) FROM memories) + (SELECT count(*) FROM sessions WHERE gist IS NOT NULL) AS n`
  )

export function reembedding (database: Database): BegunReembed | null {
  const { next } = readGenerations(database)
  if (next === null) return null
  const done = count(
    database,
    sql`
      SELECT (SELECT count(*) FROM vectors WHERE generation = ?1) +
             (SELECT count(*) FROM session_vectors WHERE generation = ?1) AS n`,
    next.generation
  )
  return { ...next, done, total: total(database) }
}

export function reembedBegin (
  database: Database,
  { model, dimensions }: { model: string, dimensions: number }
): BegunReembed {
  const { current, next } = readGenerations(database)
  if (next?.model !== model || next.dimensions !== dimensions) {
    if (next !== null) dropGenerations(database, 'generation = ?', next.generation)
    const generation = (next?.generation ?? current.generation) + 1
    database.prepare('UPDATE meta SET next_generation = ?, next_model = ?, next_dimensions = ?, next_started_at = ?')
      .run(generation, model, dimensions, Date.now())
  }
  return reembedding(database) as BegunReembed
}

/** While this process was suspended another may have taken over. */
function ours (database: Database, generation: number): { dimensions: number } {
  const { next } = readGenerations(database)
  if (next?.generation !== generation) throw new Error('another re-embedding took over')
  return next
}

export function reembedNext (database: Database, generation: number, limit: number): ReembedItem[] {
  return database.prepare(lacking).all(generation, limit).map(row => ({
    kind: row['kind'] as ReembedItem['kind'],
    row: number(row['row']),
    text: text(row['text'])
  }))
}

export function reembedPut (
  database: Database,
  generation: number,
  items: ReembedItem[],
  vectors: Float32Array[]
): void {
  const next = ours(database, generation)
  for (const [place, item] of items.entries()) {
    const vector = requireVector(vectors[place] ?? new Float32Array(0), next.dimensions, 'A vector of the new model')
    // What was deleted or rewritten while the embedder worked is left alone.
    if (item.kind === 'memory') {
      database.prepare(putMemoryVector).run(generation, vectorBytes(vector), item.row)
    } else {
      database.prepare(putSessionVector).run(generation, vectorBytes(vector), item.row, item.text)
    }
  }
}

/** The switch: one transaction in which nothing lacks a vector. */
export function reembedFinish (database: Database, generation: number): number | null {
  ours(database, generation)
  if (database.prepare(lacking).all(generation, 1).length > 0) return null
  database.prepare(switchGenerations).run(generation)
  dropGenerations(database, 'generation <> ?', generation)
  return total(database)
}

function dropGenerations (database: Database, which: string, generation: number): void {
  for (const table of ['vectors', 'session_vectors']) {
    database.prepare(`DELETE FROM ${table} WHERE ${which}`).run(generation)
  }
  database.prepare(`DELETE FROM packs WHERE generation <> ${documentsGeneration} AND ${which}`).run(generation)
}
