/** Any server with OpenAI's `/v1/chat/completions`: `hosted_b`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { openAiCompatible, type Endpoint } from '../../_shared/openai/endpoint.ts'
import type { Given } from '../../../domain/manifest.ts'
import { checkLlm } from '../_chat/check.ts'
import { createLlm } from '../_chat/generate.ts'
import type { Options } from './manifest.ts'

function createHostedLlm (fastify: FastifyInstance, endpoint: Endpoint, options: Given<typeof Options>) {
  return createLlm(endpoint, {
    timeoutMs: options.TimeoutMs,
    limits: { perUser: options.DailyTokenLimit, total: options.DailyTokenLimitTotal },
    counters: fastify.hasDecorator('store') ? fastify.store : null,
    tokensField: 'max_tokens',
    cache: fastify.hasDecorator('cache') ? fastify.cache : null,
    log: fastify.log
  })
}

export default fp(async (fastify, given) => {
  const options = given as Given<typeof Options>
  const { HostedBEndpoint, HostedBModel, HostedBApiKey } = options
  const settings = {
    endpoint: 'Llm:HostedBEndpoint',
    model: 'Llm:HostedBModel',
    key: 'Llm:HostedBApiKey',
    timeout: 'Llm:TimeoutMs'
  }
  const endpoint = openAiCompatible({
    provider: 'hosted_b',
    url: HostedBEndpoint,
    model: HostedBModel,
    key: HostedBApiKey,
    settings
  })
  fastify.decorate('llm', { ...createHostedLlm(fastify, endpoint, options), check: checkLlm(endpoint) })
}, { name: 'llm-openai-compatible', fastify: '5.x' })
