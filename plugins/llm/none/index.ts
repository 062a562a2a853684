/** No LLM: `configured` is false, and a call raises `LlmNotConfigured`, which says what to set. */
import fp from 'fastify-plugin'
import { llmInterfaceVersion, type Llm } from '../../../domain/capabilities/llm.ts'
import { LlmNotConfigured } from '../../../domain/errors.ts'

function createNoLlm (): Llm {
  return {
    interfaceVersion: llmInterfaceVersion,
    provider: 'none',
    model: '',
    endpoint: null,
    configured: false,
    usage: { calls: 0, promptTokens: 0, completionTokens: 0 },
    generate: async () => {
      throw new LlmNotConfigured()
    }
  }
}

export default fp(async fastify => {
  fastify.decorate('llm', createNoLlm())
}, { name: 'llm-none', fastify: '5.x' })
