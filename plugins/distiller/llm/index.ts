/** Facts read by an LLM. Where it may not be asked any more today, the rules take over. */
import fp from 'fastify-plugin'
import type { Distiller } from '../../../domain/capabilities/distiller.ts'
import { LlmNotConfigured } from '../../../domain/errors.ts'
import { createLlmDistiller } from './distiller.ts'

let loading: Promise<Distiller> | undefined

/** The rules bring a grammar of English along, which a service whose LLM always answers never needs. */
function rules (): Promise<Distiller> {
  loading ??= import('../_rules/distiller.ts').then(({ createRulesDistiller }) => createRulesDistiller())
  return loading
}

export default fp(async fastify => {
  const { llm, log } = fastify
  if (!llm.configured) throw new LlmNotConfigured()
  fastify.decorate('distiller', createLlmDistiller({ llm, log, rules }))
}, { name: 'distiller-llm', fastify: '5.x', decorators: { fastify: ['llm'] } })
