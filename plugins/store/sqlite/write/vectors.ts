/** Vectors on their way in: checked first, then stored in the generation that has their dimension. */
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import { vectorBytes } from '../../../../domain/vector.ts'
import { requireVectors } from '../../_shared/vectors.ts'
import { first, type Database } from '../../../_shared/sqlite.ts'
import { number, numberOrNull, textOrNull } from '../rows.ts'
import type { Author } from './author.ts'

export interface Generations {
  /** What reads see. `dimensions` is null until the first vector was written. */
  current: { generation: number, dimensions: number | null, model: string | null }
  /** What an unfinished re-embedding fills. */
  next: { generation: number, dimensions: number, model: string, startedAt: number } | null
  /** What `ensureIndexes` announced before there was a vector. */
  declared: { dimensions: number | null, model: string | null }
}

export function readGenerations (database: Database): Generations {
  const meta = first(database, 'SELECT * FROM meta') ?? {}
  const next = numberOrNull(meta['next_generation'])
  return {
    current: {
      generation: number(meta['generation']),
      dimensions: numberOrNull(meta['dimensions']),
      model: textOrNull(meta['model'])
    },
    next: next === null
      ? null
      : {
        generation: next,
        dimensions: number(meta['next_dimensions']),
        model: String(meta['next_model']),
        startedAt: number(meta['next_started_at'] ?? 0)
      },
    declared: { dimensions: numberOrNull(meta['declared_dimensions']), model: textOrNull(meta['declared_model']) }
  }
}

export interface VectorWriter {
  putMemory(author: Author, memory: number, vector: Float32Array): void
  /** Null removes. A new gist makes the vectors of all generations old. */
  putSession(session: number, vector: Float32Array | null): void
}

/** Throws `DimensionMismatch` before anything is stored. */
export function openVectors (database: Database, changeset: Changeset): VectorWriter {
  const { current, next, declared } = readGenerations(database)
  const dimensions = requireVectors(changeset, {
    current: current.dimensions ?? declared.dimensions,
    next: next?.dimensions ?? null
  })
  const { add = [], sessions = [] } = changeset
  const given = [...add.map(memory => memory.embedding), ...sessions.map(session => session.gistEmbedding)]
  if (current.dimensions === null && given.some(vector => vector !== null && vector.length === dimensions)) {
    database.prepare('UPDATE meta SET dimensions = ?, model = declared_model').run(dimensions)
  }
  const generationOf = (vector: Float32Array): number =>
    next === null || vector.length === dimensions ? current.generation : next.generation
  return {
    putMemory (author, memory, vector) {
      database.prepare('INSERT INTO vectors (user, memory, generation, vector) VALUES (?, ?, ?, ?)').run(
        author.row,
        memory,
        generationOf(vector),
        vectorBytes(vector)
      )
    },
    putSession (session, vector) {
      database.prepare('DELETE FROM session_vectors WHERE session = ?').run(session)
      if (vector !== null) {
        database.prepare('INSERT INTO session_vectors (session, generation, vector) VALUES (?, ?, ?)').run(
          session,
          generationOf(vector),
          vectorBytes(vector)
        )
      }
    }
  }
}
