/** The embedder that needs nothing: a table of word vectors distilled from a sentence encoder (models/embedder), read once, microseconds a text. */
import { join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { embedderInterfaceVersion, type Embedder } from '../../../kernel/capabilities/embedder.ts'
import { SettingInvalid } from '../../../kernel/errors.ts'
import { packageRoot } from '../../../kernel/package-root.ts'
import { checkEmbeddings } from '../health/check.ts'
import { loadStaticModel } from './embed.ts'

async function createStaticEmbedder (configured: number): Promise<Embedder> {
  const { model, dimensions, embed: embedOne } = await loadStaticModel(join(packageRoot, 'models', 'embedder'))
  if (configured !== dimensions) {
    throw new SettingInvalid(`The setting Embedding:Dimensions (SVC_Embedding__Dimensions) is ${configured}; the built-in embedder has ${dimensions}.`)
  }

  async function embed (texts: string[], { signal }: { signal?: AbortSignal } = {}): Promise<Float32Array[]> {
    const vectors: Float32Array[] = []
    let written = 0
    for (const text of texts) {
      signal?.throwIfAborted()
      vectors.push(embedOne(text))
      written += text.length
      // Long lists must not keep other requests waiting.
      if (written > 20_000) { await breathe(); written = 0 }
    }
    return vectors
  }
  return { interfaceVersion: embedderInterfaceVersion, provider: 'builtin', model, dimensions, endpoint: null, embed }
}

export default fp(async fastify => {
  const embedder = await createStaticEmbedder(fastify.settings.Embedding.Dimensions)
  fastify.health.register('embeddings', checkEmbeddings(embedder))
  fastify.decorate('embedder', embedder)
}, { name: 'embedder-static', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
