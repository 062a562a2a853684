/** Reads an embeddings answer, and trusts nothing in it: count, order, length, finiteness. */
import { DimensionMismatch, withDetail } from '../../../domain/errors.ts'
import type { Endpoint } from '../../_shared/openai/endpoint.ts'
import { MalformedAnswer } from '../../_shared/openai/faults.ts'

/**
 * Throws `MalformedAnswer`, or `DimensionMismatch` when the model is of another size than `Embedding:Dimensions`
 * says.
 */
export function readVectors (
  answer: unknown,
  expected: number,
  dimensions: number,
  { model, url, settings }: Endpoint
): Float32Array[] {
  const items = (answer as { data?: unknown } | null | undefined)?.data
  if (!Array.isArray(items)) throw new MalformedAnswer('its answer is no list of embeddings')
  if (items.length !== expected) throw new MalformedAnswer(`it answered ${items.length} vectors for ${expected} texts`)
  const vectors: Float32Array[] = []
  for (const [position, item] of items.entries()) {
    const { embedding, index = position } = item as { embedding?: unknown, index?: unknown }
    if (!Array.isArray(embedding)) throw new MalformedAnswer('its answer holds an embedding that is no list of numbers')
    if (
      typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= expected ||
      vectors[index] !== undefined
    ) throw new MalformedAnswer('its vectors are numbered wrongly')
    if (embedding.length !== dimensions) {
      throw withDetail(
        new DimensionMismatch(
          `The model ${model} at ${url} answered a vector of ${embedding.length} numbers where ` +
            `Embedding:Dimensions says ${dimensions}.`
        ),
        `Set Embedding:Dimensions (SVC_Embedding__Dimensions) to ${embedding.length}, or ${settings.model} to a ` +
          `model of ${dimensions} dimensions.`
      )
    }
    vectors[index] = floatsOf(embedding)
  }
  return vectors
}

function floatsOf (embedding: unknown[]): Float32Array {
  // Before they are floats: `null` and text become numbers there, and what overflows becomes infinite.
  const vector = embedding.every(value => typeof value === 'number') ? Float32Array.from(embedding) : null
  if (vector === null || !vector.every(Number.isFinite)) {
    throw new MalformedAnswer('it answered a vector with something in it that is no number')
  }
  if (vector.every(value => value === 0)) throw new MalformedAnswer('it answered a vector of zeros')
  return vector
}
