/** A managed deployment of an OpenAI chat model: `cloud`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { azureOpenAi, type Endpoint } from '../../_shared/openai/endpoint.ts'
import type { Given } from '../../../domain/manifest.ts'
import { checkLlm } from '../_chat/check.ts'
import { createLlm } from '../_chat/generate.ts'
import type { Options } from './manifest.ts'

function createCloudLlm (fastify: FastifyInstance, endpoint: Endpoint, options: Given<typeof Options>) {
  return createLlm(endpoint, {
    timeoutMs: options.TimeoutMs,
    limits: { perUser: options.DailyTokenLimit, total: options.DailyTokenLimitTotal },
    counters: fastify.hasDecorator('store') ? fastify.store : null,
    tokensField: 'max_completion_tokens',
    cache: fastify.hasDecorator('cache') ? fastify.cache : null,
    log: fastify.log
  })
}

export default fp(async (fastify, given) => {
  const options = given as Given<typeof Options>
  const { CloudEndpoint, CloudApiKey, CloudDeployment, CloudApiVersion } = options
  const settings = {
    endpoint: 'Llm:CloudEndpoint',
    model: 'Llm:CloudDeployment',
    key: 'Llm:CloudApiKey',
    timeout: 'Llm:TimeoutMs'
  }
  const endpoint = azureOpenAi({
    provider: 'cloud',
    url: CloudEndpoint,
    model: CloudDeployment,
    key: CloudApiKey,
    apiVersion: CloudApiVersion,
    settings
  })
  fastify.decorate('llm', { ...createCloudLlm(fastify, endpoint, options), check: checkLlm(endpoint) })
}, { name: 'llm-azure-openai', fastify: '5.x' })
