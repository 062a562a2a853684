/** The check of every vector on its way into a store, the same for every store. */
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { requireVector } from '../../../domain/vector.ts'

/** How many numbers the vectors of a generation have; null when it is not known, or there is no such generation. */
export interface Dimensions {
  /** Of the generation that reads see. */
  current: number | null
  /** Of the generation that a re-embedding fills. */
  next: number | null
}

/**
 * Throws `DimensionMismatch` before anything is stored, unless every vector fits one of the two generations. When no
 * dimension is known yet, the first vector decides. Answers the dimension of the current generation.
 */
export function requireVectors ({ add = [], sessions = [] }: Changeset, { current, next }: Dimensions): number | null {
  const given = [
    ...add.map(({ embedding }, place) => ({ vector: embedding, what: `The vector of add[${place}]` })),
    ...sessions.map(({ gistEmbedding }, place) => ({
      vector: gistEmbedding,
      what: `The gist vector of sessions[${place}]`
    }))
  ]
  let dimensions = current
  for (const { vector, what } of given) {
    if (vector === null) continue
    dimensions ??= vector.length
    requireVector(vector, vector.length === next ? null : dimensions, what)
  }
  return dimensions
}
