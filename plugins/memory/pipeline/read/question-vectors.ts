/**
 * The vectors of the latest questions, so that a repeated one is not embedded again. The key is a hash: no text is
 * kept.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'

/** Some four thousand of 1,024 dimensions. */
const bytesKept = 16 * 1024 * 1024

/** Throws what the embedder throws; what failed is not kept. The vectors are shared and must not be written to. */
export type VectorOf = (question: string, signal?: AbortSignal) => Promise<Float32Array>

export function questionVectors (embedder: Embedder): VectorOf {
  const kept = new LRUCache<string, Float32Array>({ maxSize: bytesKept, sizeCalculation: vector => vector.byteLength })
  return async (question, signal) => {
    const key = createHash('sha256').update(question).digest('base64')
    const known = kept.get(key)
    if (known !== undefined) return known
    const [vector] = await embedder.embed([question], signal === undefined ? {} : { signal })
    kept.set(key, vector as Float32Array)
    return vector as Float32Array
  }
}
