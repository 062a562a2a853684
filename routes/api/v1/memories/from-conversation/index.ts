/** Turns of a conversation in, durable facts stored. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Ingested } from '../../../../../domain/capabilities/memory.ts'
import { answers, given, givenNames } from '../../../../../http/fields.ts'
import { idempotencyOf } from '../../../../../http/idempotency.ts'
import { toOutcome } from '../../../../../http/outcomes.ts'
import { requireTurns, turnTime } from '../../../../../http/turns.ts'
import { idempotencyHeader } from '../schema.ts'
import { conversationAnswer, conversationBody, ingested, type ConversationBody } from './schema.ts'

const fromConversation: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('', {
    schema: {
      tags: ['memories'],
      summary: 'Remember a conversation',
      description: 'Distils the turns into facts, recognises what is known already, and ends what the new turns ' +
        'contradict. Answered when everything is stored; with `dry_run` nothing is. With ' +
        '`Accept: application/x-ndjson` the answer is one line a decision, with its reason, its words and what it ' +
        'takes the place of; what was claimed and not kept is there with `REFUSED`.',
      headers: idempotencyHeader,
      body: conversationBody,
      response: { ...answers(ingested, 409), 200: conversationAnswer }
    }
  }, onConversation)
}

async function onConversation (request: FastifyRequest<{ Body: ConversationBody }>, reply: FastifyReply) {
  const { body } = request
  requireTurns(body.messages, 'Messages')
  const now = Date.now()
  const dryRun = body.dry_run ?? false
  const ingested = await request.server.memory.ingest({
    userId: body.user_id,
    turns: body.messages.map(({ role, content, uuid, name, created_at: at }) => ({
      role,
      content,
      uuid: given(uuid),
      name: given(name),
      ...turnTime(at, now)
    })),
    aboutAssistant: body.is_agent_memory ?? false,
    transcriptPath: given(body.transcript_path),
    app: given(body.app),
    project: given(body.project),
    sessionId: given(body.session_id),
    tags: givenNames(body.tags),
    categories: givenNames(body.categories),
    dryRun,
    // What stores nothing is no answer to repeat.
    idempotency: dryRun ? null : idempotencyOf(request)
  })
  const answer = answerOf(ingested, dryRun)
  if (!wantsLines(request)) return answer
  return reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .serializer((payload: unknown) => payload as string)
    .send(linesOf(ingested, answer)) as never
}

function answerOf ({ results, refused, degraded }: Ingested, dryRun: boolean) {
  return {
    ...(results.length === 0 ? { no_facts_extracted: true as const } : { results: results.map(toOutcome) }),
    ...(refused > 0 && { refused }),
    ...(dryRun && { dry_run: true }),
    ...(degraded.length === 0 ? {} : { degraded })
  }
}

function wantsLines ({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /^application\/x-ndjson\b/i.test(accept.trim())
}

/** One line a decision, when all of them are stored; the last one is the usual answer. */
function linesOf ({ results, leftOut = [] }: Ingested, answer: object): string {
  const facts = results.map(({ id, memory, event, reason, quote, displaced }) => ({
    type: 'fact',
    id,
    memory,
    event,
    ...(reason !== undefined && { reason }),
    ...(quote !== undefined && { quote }),
    ...(displaced !== undefined && { displaced })
  }))
  const refused = leftOut.map(({ memory, reason }) => ({ type: 'fact', id: null, memory, event: 'REFUSED', reason }))
  return [...facts, ...refused, { type: 'done', ...answer }].map(line => `${JSON.stringify(line)}\n`).join('')
}

/** A schema cannot say "at least one of these is not blank". */
export default fp(fromConversation, {
  name: 'routes-from-conversation',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
