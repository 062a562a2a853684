/** Any server with OpenAI's `/v1/embeddings`: `hosted_a` and `hosted_b`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { openAiCompatible } from '../../../kernel/openai/endpoint.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { checkEmbeddings } from '../health/check.ts'
import { cachedEmbedder } from '../openai/cached.ts'
import { createEmbedder } from '../openai/embedder.ts'

const Options = Type.Object({
  Endpoint: Type.String({ default: '', description: 'Base URL, ending in `/v1`.' }),
  Model: Type.String({ default: '', description: 'Model name sent with every request.' }),
  ApiKey: Type.String({ default: '', description: 'Bearer key, when the server wants one.' })
})

function createHostedEmbedder ({ settings: { Embedding }, log }: FastifyInstance, given: unknown) {
  const section = Embedding.Provider === 'hosted_a' ? 'Embedding:HostedA' : 'Embedding:HostedB'
  const { Endpoint, Model, ApiKey } = checkOptions(section, Options, given)
  const settings = { endpoint: `${section}:Endpoint`, model: `${section}:Model`, key: `${section}:ApiKey`, timeout: 'Embedding:TimeoutMs' }
  const endpoint = openAiCompatible({ provider: Embedding.Provider, url: Endpoint, model: Model, key: ApiKey, settings })
  return createEmbedder(endpoint, { dimensions: Embedding.Dimensions, timeoutMs: Embedding.TimeoutMs, log })
}

export default fp(async (fastify, options) => {
  const embedder = createHostedEmbedder(fastify, options)
  // The check asks the provider itself, never the cache.
  fastify.health.register('embeddings', checkEmbeddings(embedder))
  fastify.decorate('embedder', fastify.hasDecorator('cache') ? cachedEmbedder(embedder, fastify.cache) : embedder)
}, { name: 'embedder-openai-compatible', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
