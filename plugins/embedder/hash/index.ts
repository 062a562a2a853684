/** The embedder that needs nothing: hashed words and parts of words. It finds the same and similar wording, not the same meaning. */
import { setImmediate as breathe } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { embedderInterfaceVersion, type Embedder } from '../../../kernel/capabilities/embedder.ts'
import { checkEmbeddings } from '../health/check.ts'
import { hashFeatures } from './features.ts'

/** Changes with the features, so that stored vectors of an older kind are noticed. */
const model = 'feature-hashing-1'

function createHashEmbedder (dimensions: number): Embedder {
  async function embed (texts: string[], { signal }: { signal?: AbortSignal } = {}): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    let written = 0
    for (const text of texts) {
      signal?.throwIfAborted()
      vectors.push(hashFeatures(text, dimensions))
      written += text.length
      // Long lists must not keep other requests waiting.
      if (written > 20_000) { await breathe(); written = 0 }
    }
    return vectors
  }
  return { interfaceVersion: embedderInterfaceVersion, provider: 'builtin', model, dimensions, endpoint: null, embed }
}

export default fp(async fastify => {
  const embedder = createHashEmbedder(fastify.settings.Embedding.Dimensions)
  fastify.health.register('embeddings', checkEmbeddings(embedder))
  fastify.decorate('embedder', embedder)
}, { name: 'embedder-hash', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
