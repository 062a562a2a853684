/** No embedder was chosen. The service starts; every call raises an error that names the setting. */
import fp from 'fastify-plugin'
import { embedderInterfaceVersion, type Embedder } from '../../../domain/capabilities/embedder.ts'
import { EmbeddingNotConfigured } from '../../../domain/errors.ts'
import type { Given } from '../../../domain/manifest.ts'
import { checkEmbeddings } from '../_health/check.ts'
import type { Options } from './manifest.ts'

function createUnsetEmbedder (dimensions: number): Embedder {
  const embedder: Embedder = {
    interfaceVersion: embedderInterfaceVersion,
    provider: 'unset',
    model: '',
    configured: false,
    dimensions,
    endpoint: null,
    embed: async () => {
      throw new EmbeddingNotConfigured()
    }
  }
  return { ...embedder, check: checkEmbeddings(embedder) }
}

export default fp(async (fastify, options) => {
  fastify.decorate('embedder', createUnsetEmbedder((options as Given<typeof Options>).Dimensions))
}, { name: 'embedder-unset', fastify: '5.x' })
