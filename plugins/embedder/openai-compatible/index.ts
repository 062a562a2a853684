/** Any server with OpenAI's `/v1/embeddings`: `hosted_a` and `hosted_b`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { openAiCompatible } from '../../_shared/openai/endpoint.ts'
import type { Given } from '../../../domain/manifest.ts'
import { cachedEmbedder } from '../_openai/cached.ts'
import { createEmbedder } from '../_openai/embedder.ts'
import type { Options, Request } from './manifest.ts'

function createHostedEmbedder (
  { Endpoint, Model, ApiKey, Dimensions, TimeoutMs, chosen: { value, section } }: Given<
    typeof Options & typeof Request
  >,
  log: FastifyInstance['log']
) {
  const settings = {
    endpoint: `${section}:Endpoint`,
    model: `${section}:Model`,
    key: `${section}:ApiKey`,
    timeout: 'Embedding:TimeoutMs'
  }
  const endpoint = openAiCompatible({ provider: value, url: Endpoint, model: Model, key: ApiKey, settings })
  return createEmbedder(endpoint, { dimensions: Dimensions, timeoutMs: TimeoutMs, log })
}

export default fp(async (fastify, options) => {
  const embedder = createHostedEmbedder(options as never, fastify.log)
  fastify.decorate('embedder', fastify.hasDecorator('cache') ? cachedEmbedder(embedder, fastify.cache) : embedder)
}, { name: 'embedder-openai-compatible', fastify: '5.x' })
