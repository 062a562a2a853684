/** The rules distiller on its own; the LLM distiller keeps the same rules at hand. */
import fp from 'fastify-plugin'
import { createRulesDistiller } from '../_rules/distiller.ts'

export default fp(async function distillerRules (fastify) {
  fastify.decorate('distiller', createRulesDistiller())
}, { name: 'distiller-rules', fastify: '5.x' })
