/** No LLM. Nobody who can do without one asks; who cannot is told what to set. */
import fp from 'fastify-plugin'
import { llmInterfaceVersion, type Llm } from '../../../kernel/capabilities/llm.ts'
import { LlmNotConfigured } from '../../../kernel/errors.ts'

function createNoLlm (): Llm {
  return {
    interfaceVersion: llmInterfaceVersion,
    provider: 'none',
    model: '',
    endpoint: null,
    configured: false,
    usage: { calls: 0, promptTokens: 0, completionTokens: 0 },
    generate: async () => { throw new LlmNotConfigured() }
  }
}

export default fp(async fastify => {
  fastify.decorate('llm', createNoLlm())
}, { name: 'llm-none', fastify: '5.x' })
