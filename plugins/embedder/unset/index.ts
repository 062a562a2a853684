/** No embedder was chosen. The service starts and says so to whoever needs one. */
import fp from 'fastify-plugin'
import { embedderInterfaceVersion, type Embedder } from '../../../kernel/capabilities/embedder.ts'
import { EmbeddingNotConfigured } from '../../../kernel/errors.ts'
import { checkEmbeddings } from '../health/check.ts'

function createUnsetEmbedder (dimensions: number): Embedder {
  return {
    interfaceVersion: embedderInterfaceVersion,
    provider: 'unset',
    model: '',
    dimensions,
    endpoint: null,
    embed: async () => { throw new EmbeddingNotConfigured() }
  }
}

export default fp(async fastify => {
  const embedder = createUnsetEmbedder(fastify.settings.Embedding.Dimensions)
  fastify.health.register('embeddings', checkEmbeddings(embedder))
  fastify.decorate('embedder', embedder)
}, { name: 'embedder-unset', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
