/** A managed deployment of an OpenAI embedding model: `cloud`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { azureOpenAi } from '../../../kernel/openai/endpoint.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { checkEmbeddings } from '../health/check.ts'
import { cachedEmbedder } from '../openai/cached.ts'
import { createEmbedder } from '../openai/embedder.ts'

const Options = Type.Object({
  Endpoint: Type.String({ default: '', description: 'Base URL of the resource.' }),
  ApiKey: Type.String({ default: '', description: 'Its key.' }),
  Deployment: Type.String({ default: '', description: 'Name of the deployment.' }),
  ApiVersion: Type.String({ default: '', description: 'API version; empty takes the built-in default.' })
})

function createCloudEmbedder ({ settings: { Embedding }, log }: FastifyInstance, given: unknown) {
  const { Endpoint, ApiKey, Deployment, ApiVersion } = checkOptions('Embedding:Cloud', Options, given)
  const settings = { endpoint: 'Embedding:Cloud:Endpoint', model: 'Embedding:Cloud:Deployment', key: 'Embedding:Cloud:ApiKey', timeout: 'Embedding:TimeoutMs' }
  const endpoint = azureOpenAi({ provider: 'cloud', url: Endpoint, model: Deployment, key: ApiKey, apiVersion: ApiVersion, settings })
  return createEmbedder(endpoint, { dimensions: Embedding.Dimensions, timeoutMs: Embedding.TimeoutMs, log })
}

export default fp(async (fastify, options) => {
  const embedder = createCloudEmbedder(fastify, options)
  // The check asks the provider itself, never the cache.
  fastify.health.register('embeddings', checkEmbeddings(embedder))
  fastify.decorate('embedder', fastify.hasDecorator('cache') ? cachedEmbedder(embedder, fastify.cache) : embedder)
}, { name: 'embedder-azure-openai', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
