/** The check of every vector before it is stored or searched with, the same for all stores. */
import { DimensionMismatch } from './errors.ts'

/**
 * Throws `DimensionMismatch` unless the vector has `dimensions` numbers (any length when null), all finite and not
 * all zero. `what` names it in the message.
 */
export function requireVector (vector: Float32Array, dimensions: number | null, what: string): Float32Array {
  if (dimensions !== null && vector.length !== dimensions) {
    throw new DimensionMismatch(
      `${what} has ${vector.length} dimensions, the stored vectors have ${dimensions}. Configure the embedder ` +
        `they were made with, or run reindex-vectors.`
    )
  }
  let squares = 0
  for (const number of vector) squares += number * number
  if (!Number.isFinite(squares)) throw new DimensionMismatch(`${what} holds numbers that are not finite.`)
  if (squares === 0) throw new DimensionMismatch(`${what} is all zero and points nowhere.`)
  return vector
}
