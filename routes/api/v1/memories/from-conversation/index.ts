/** Turns of a conversation in, durable facts stored. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ValidationFailed } from '../../../../../domain/errors.ts'
import { answers, given, givenNames, givenTime } from '../../../../../http/fields.ts'
import { idempotencyOf } from '../../../../../http/idempotency.ts'
import { toOutcome } from '../../../../../http/memories.ts'
import { idempotencyHeader } from '../schema.ts'
import { conversationBody, ingested, type ConversationBody } from './schema.ts'

const fromConversation: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('', {
    schema: {
      tags: ['memories'],
      summary: 'Remember a conversation',
      description: 'Distils the turns into facts, recognises what is known already, and ends what the new turns ' +
        'contradict. Answered when everything is stored.',
      headers: idempotencyHeader,
      body: conversationBody,
      response: answers(ingested, 409)
    }
  }, onConversation)
}

async function onConversation (request: FastifyRequest<{ Body: ConversationBody }>) {
  const { body } = request
  requireContent(body)
  const now = Date.now()
  const { results, degraded } = await request.server.memory.ingest({
    userId: body.user_id,
    turns: body.messages.map(({ role, content, uuid, name, created_at: at }) => ({
      role,
      content,
      uuid: given(uuid),
      name: given(name),
      at: givenTime(at) ?? now,
      timed: givenTime(at) !== null
    })),
    aboutAssistant: body.is_agent_memory ?? false,
    transcriptPath: given(body.transcript_path),
    app: given(body.app),
    project: given(body.project),
    sessionId: given(body.session_id),
    tags: givenNames(body.tags),
    categories: givenNames(body.categories),
    idempotency: idempotencyOf(request)
  })
  return {
    ...(results.length === 0 ? { no_facts_extracted: true as const } : { results: results.map(toOutcome) }),
    ...(degraded.length === 0 ? {} : { degraded })
  }
}

/** A schema cannot say "at least one of these is not blank". */
function requireContent ({ messages }: ConversationBody): void {
  if (messages.every(({ content }) => content.trim() === '')) {
    throw new ValidationFailed({ Messages: ['The Messages field must hold at least one turn that is not blank.'] })
  }
}

export default fp(fromConversation, {
  name: 'routes-from-conversation',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
