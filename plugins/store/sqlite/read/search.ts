/** The two arms of search that the store serves. */
import type { Filter } from '../../../../domain/capabilities/store.ts'
import { requireVector } from '../../../../domain/vector.ts'
import type { Database } from '../../../_shared/sqlite.ts'
import { packMatches, type PackedMatches } from '../matches.ts'
import { rankByVector } from '../warm/compare.ts'
import type { Warm } from '../warm/index.ts'
import { rankByText } from '../warm/rank.ts'
import { readGenerations } from '../write/vectors.ts'

export function matchText (warm: Warm, userId: string, query: string, filter: Filter, limit: number): PackedMatches {
  const ranked = warm.search(userId, ({ documents }) => rankByText(documents, query, filter, limit, Date.now()))
  return packMatches(ranked ?? [])
}

export function nearest (
  database: Database,
  warm: Warm,
  userId: string,
  vector: Float32Array,
  filter: Filter,
  limit: number
): PackedMatches {
  const { current, next, declared } = readGenerations(database)
  // While a re-embedding fills a new dimension, a query of that dimension searches what is there already.
  const { generation, dimensions } =
    next !== null && vector.length === next.dimensions && vector.length !== current.dimensions ? next : current
  requireVector(vector, dimensions ?? declared.dimensions, 'The query vector')
  if (dimensions === null) return packMatches([])
  const ranked = warm.search(userId, known => {
    const vectors = warm.vectorsOf(known, generation, dimensions)
    const search = { database, user: known.user.row, documents: known.documents, vectors, mayKeep: warm.mayKeep(known) }
    return rankByVector(search, vector, filter, limit, Date.now())
  })
  return packMatches(ranked ?? [])
}
