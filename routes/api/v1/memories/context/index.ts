/** What is remembered, as a ready block for a prompt. Never asks an LLM. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isUserRole } from '../../../../../domain/roles.ts'
import { disconnectSignal } from '../../../../../http/disconnect.ts'
import { answers, given } from '../../../../../http/fields.ts'
import { filterFrom } from '../../../../../http/filters.ts'
import { contextAnswer, contextBody, type ContextBody } from './schema.ts'

/** Characters of a question; what was said last is at its end. */
const longestQuery = 5_000
/** User turns that make up the question: "and there?" is understood from the turn before it. */
const turnsAsked = 2

const context: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('', {
    config: { reads: true },
    schema: {
      tags: ['recall'],
      summary: 'Context for a prompt',
      description: 'What bears on the question, as text within a token budget. The same facts give the same text.',
      body: contextBody,
      response: answers(contextAnswer)
    }
  }, onContext)
}

async function onContext ({ body, server: { memory } }: FastifyRequest<{ Body: ContextBody }>, reply: FastifyReply) {
  const { text, memoryIds, tokens, degraded } = await memory.context({
    userId: body.user_id,
    query: given(body.query) ?? questionIn(body.messages ?? []),
    maxTokens: body.max_tokens ?? 1_000,
    filter: filterFrom({ session_id: body.session_id, project: body.project, as_of: body.as_of }),
    app: given(body.app_name),
    signal: disconnectSignal(reply)
  })
  return { context: text, memory_ids: memoryIds, tokens, degraded }
}

function questionIn (messages: NonNullable<ContextBody['messages']>): string | null {
  const said = messages.filter(({ role }) => isUserRole(role)).map(({ content }) => content.trim())
  return given(said.slice(-turnsAsked).join('\n').slice(-longestQuery))
}

export default fp(context, {
  name: 'routes-context',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
