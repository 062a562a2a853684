/** Any server with OpenAI's `/v1/chat/completions`: `hosted_b`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { openAiCompatible, type Endpoint } from '../../../kernel/openai/endpoint.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { checkLlm } from '../openai/check.ts'
import { createLlm } from '../openai/generate.ts'

const Options = Type.Object({
  HostedBEndpoint: Type.String({ default: '', description: 'Base URL, ending in `/v1`.' }),
  HostedBModel: Type.String({ default: '', description: 'Model name.' }),
  HostedBApiKey: Type.String({ default: '', description: 'Bearer key, when the server wants one.' })
})

function createHostedLlm (fastify: FastifyInstance, endpoint: Endpoint) {
  const { settings: { Llm }, log } = fastify
  return createLlm(endpoint, {
    timeoutMs: Llm.TimeoutMs,
    limits: { perUser: Llm.DailyTokenLimit, total: Llm.DailyTokenLimitTotal },
    tokensField: 'max_tokens',
    cache: fastify.hasDecorator('cache') ? fastify.cache : null,
    log
  })
}

export default fp(async (fastify, options) => {
  const { HostedBEndpoint, HostedBModel, HostedBApiKey } = checkOptions('Llm', Options, options)
  const settings = { endpoint: 'Llm:HostedBEndpoint', model: 'Llm:HostedBModel', key: 'Llm:HostedBApiKey', timeout: 'Llm:TimeoutMs' }
  const endpoint = openAiCompatible({ provider: 'hosted_b', url: HostedBEndpoint, model: HostedBModel, key: HostedBApiKey, settings })
  fastify.health.register('llm', checkLlm(endpoint))
  fastify.decorate('llm', createHostedLlm(fastify, endpoint))
}, { name: 'llm-openai-compatible', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
