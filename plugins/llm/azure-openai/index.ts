/** A managed deployment of an OpenAI chat model: `cloud`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { azureOpenAi, type Endpoint } from '../../../kernel/openai/endpoint.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { checkLlm } from '../openai/check.ts'
import { createLlm } from '../openai/generate.ts'

const Options = Type.Object({
  CloudEndpoint: Type.String({ default: '', description: 'Base URL of the resource.' }),
  CloudApiKey: Type.String({ default: '', description: 'Its key.' }),
  CloudDeployment: Type.String({ default: '', description: 'Name of the deployment.' }),
  CloudApiVersion: Type.String({ default: '', description: 'API version; empty takes the built-in default.' })
})

function createCloudLlm (fastify: FastifyInstance, endpoint: Endpoint) {
  const { settings: { Llm }, log } = fastify
  return createLlm(endpoint, {
    timeoutMs: Llm.TimeoutMs,
    limits: { perUser: Llm.DailyTokenLimit, total: Llm.DailyTokenLimitTotal },
    tokensField: 'max_completion_tokens',
    cache: fastify.hasDecorator('cache') ? fastify.cache : null,
    log
  })
}

export default fp(async (fastify, options) => {
  const { CloudEndpoint, CloudApiKey, CloudDeployment, CloudApiVersion } = checkOptions('Llm', Options, options)
  const settings = { endpoint: 'Llm:CloudEndpoint', model: 'Llm:CloudDeployment', key: 'Llm:CloudApiKey', timeout: 'Llm:TimeoutMs' }
  const endpoint = azureOpenAi({ provider: 'cloud', url: CloudEndpoint, model: CloudDeployment, key: CloudApiKey, apiVersion: CloudApiVersion, settings })
  fastify.health.register('llm', checkLlm(endpoint))
  fastify.decorate('llm', createCloudLlm(fastify, endpoint))
}, { name: 'llm-azure-openai', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
