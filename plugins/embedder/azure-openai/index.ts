/** A managed deployment of an OpenAI embedding model: `cloud`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { azureOpenAi } from '../../_shared/openai/endpoint.ts'
import type { Given } from '../../../domain/manifest.ts'
import { cachedEmbedder } from '../_openai/cached.ts'
import { createEmbedder } from '../_openai/embedder.ts'
import type { Options, Request } from './manifest.ts'

function createCloudEmbedder (
  { Endpoint, ApiKey, Deployment, ApiVersion, Dimensions, TimeoutMs, chosen }: Given<typeof Options & typeof Request>,
  log: FastifyInstance['log']
) {
  const settings = {
    endpoint: 'Embedding:Cloud:Endpoint',
    model: 'Embedding:Cloud:Deployment',
    key: 'Embedding:Cloud:ApiKey',
    timeout: 'Embedding:TimeoutMs'
  }
  const endpoint = azureOpenAi({
    provider: chosen.value,
    url: Endpoint,
    model: Deployment,
    key: ApiKey,
    apiVersion: ApiVersion,
    settings
  })
  return createEmbedder(endpoint, { dimensions: Dimensions, timeoutMs: TimeoutMs, log })
}

export default fp(async (fastify, options) => {
  const embedder = createCloudEmbedder(options as never, fastify.log)
  fastify.decorate('embedder', fastify.hasDecorator('cache') ? cachedEmbedder(embedder, fastify.cache) : embedder)
}, { name: 'embedder-azure-openai', fastify: '5.x' })
