/** What each request changed, and taking it back. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ValidationFailed } from '../../../../domain/errors.ts'
import { toChange, toNoted, toReference } from '../../../../http/changes.ts'
import { answers, given, givenTime } from '../../../../http/fields.ts'
import { changesAnswer, changesQuery, undoAnswer, undoBody, type ChangesQuery, type UndoBody } from './schema.ts'

const changes: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['history']

  fastify.get('', {
    schema: {
      tags,
      summary: 'What each request changed',
      description: 'Newest first: what was stored, what ended and by which words, what was restored.',
      querystring: changesQuery,
      response: answers(changesAnswer)
    }
  }, onChanges)
  fastify.post('/undo', {
    schema: {
      tags,
      summary: 'Take changes back',
      description: 'One change, or all of one conversation or source: what they stored is no longer believed, what ' +
        'they ended is. What was stated later is kept and named. With `dry_run` it only says so.',
      body: undoBody,
      response: answers(undoAnswer, 404, 409)
    }
  }, onUndo)
}

async function onChanges ({ query, server: { memory } }: FastifyRequest<{ Querystring: ChangesQuery }>) {
  const { items, total } = await memory.changes(query.user_id, {
    sessionId: given(query.session_id),
    since: givenTime(query.since),
    page: query.page ?? 1,
    size: query.size ?? 50
  })
  return { items: items.map(toChange), total }
}

async function onUndo ({ body, server: { memory } }: FastifyRequest<{ Body: UndoBody }>) {
  const [changeId, sessionId, source] = [given(body.change_id), given(body.session_id), given(body.source)]
  if ([changeId, sessionId, source].filter(name => name !== null).length !== 1) {
    throw new ValidationFailed({ ChangeId: ['Give exactly one of change_id, session_id and source.'] })
  }
  const dryRun = body.dry_run ?? false
  const { retired, restored, kept, conflicts } = await memory.undo(body.user_id, {
    changeId,
    sessionId,
    source,
    dryRun
  })
  return {
    retired: retired.map(toReference),
    restored: restored.map(toReference),
    kept: kept.map(toNoted),
    conflicts: conflicts.map(toNoted),
    dry_run: dryRun
  }
}

export default fp(changes, {
  name: 'routes-changes',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
