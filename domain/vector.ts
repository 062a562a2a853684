/** Vectors: the check before one is stored or searched with, and its bytes, the same everywhere. */
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
  const squares = squaresOf(vector)
  if (!Number.isFinite(squares)) throw new DimensionMismatch(`${what} holds numbers that are not finite.`)
  if (squares === 0) throw new DimensionMismatch(`${what} is all zero and points nowhere.`)
  return vector
}

/** The float32 numbers of a vector in the byte order of the machine. They are not copied. */
export function vectorBytes (vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
}

/** Copied, since the bytes of a driver need not begin where a float may. */
export function vectorOf (bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer)
}

/** For bytes from outside: undefined when they are no finite vector that points somewhere. */
export function checkedVectorOf (bytes: Uint8Array): Float32Array | undefined {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined
  const vector = vectorOf(bytes)
  const squares = squaresOf(vector)
  return Number.isFinite(squares) && squares > 0 ? vector : undefined
}

function squaresOf (vector: Float32Array): number {
  let squares = 0
  for (const number of vector) squares += number * number
  return squares
}
