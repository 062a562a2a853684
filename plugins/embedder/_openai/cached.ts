/**
 * An embedder with a cache on disk. Entries are shared by all users, because `embed` takes no user: on disk are the
 * hash of a text and a vector, never a word. The oldest entries are evicted first.
 */
import { createHash } from 'node:crypto'
import type { Cache } from '../../../domain/capabilities/cache.ts'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import { checkedVectorOf, vectorBytes } from '../../../domain/vector.ts'

export function cachedEmbedder (embedder: Embedder, cache: Cache): Embedder {
  const { endpoint, model, dimensions } = embedder
  const keyOf = (text: string) =>
    `${endpoint} ${model} ${dimensions} ${createHash('sha256').update(text).digest('hex')}`

  return {
    ...embedder,
    async embed (texts, options) {
      const known = new Map<string, Float32Array>()
      await Promise.all([...new Set(texts)].map(async text => {
        const vector = keptVector(await cache.get('embedding', keyOf(text)), dimensions)
        if (vector !== null) known.set(text, vector)
      }))
      const missing = [...new Set(texts)].filter(text => !known.has(text))
      const fresh = await embedder.embed(missing, options)
      for (const [place, text] of missing.entries()) {
        const vector = fresh[place] as Float32Array
        known.set(text, vector)
        // Not waited for: the vector is here already, and `set` never throws.
        cache.set('embedding', keyOf(text), vectorBytes(vector))
      }
      // A copy each, so that one caller's changes are not another's.
      return texts.map(text => Float32Array.from(known.get(text) as Float32Array))
    }
  }
}

/** Null when what was kept is not a vector of this size. */
function keptVector (bytes: Buffer | null, dimensions: number): Float32Array | null {
  return bytes?.length === dimensions * 4 ? checkedVectorOf(bytes) ?? null : null
}
