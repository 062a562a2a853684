/** Embeds everything anew with the configured model, while reads and writes go on. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { ReembedProgress } from '../../../../../domain/capabilities/store.ts'
import { ReindexFailed, withDetail } from '../../../../../domain/errors.ts'
import { answers } from '../../../../../http/fields.ts'
import { isoTime } from '../../../../../domain/instants.ts'
import { progressAnswer, refusedAnswer, waitQuery, type Wait } from './schema.ts'

const reindexVectors: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['operations']

  fastify.post('/', {
    config: { operator: 'also' },
    schema: {
      tags,
      summary: 'Re-embed everything',
      description:
        'Makes all vectors anew with the configured embedding model and switches to them at the end. One run ' +
        'at a time, also over several processes; a killed run is taken up again.',
      querystring: waitQuery,
      response: { ...answers(progressAnswer), 202: progressAnswer, 409: refusedAnswer }
    }
  }, onReindex)
  fastify.get('/', {
    config: { operator: 'also' },
    schema: {
      tags,
      summary: 'How far the re-embedding is',
      description: 'Of the running or the last one.',
      response: answers(progressAnswer)
    }
  }, onProgress)
}

async function onReindex ({ query, server: { guard } }: FastifyRequest<Wait>, reply: FastifyReply) {
  const { finished } = await guard.reindex()
  const { progress, elsewhere } = await guard.progress()
  if (finished === null) {
    return reply.code(409).send({
      status: 409,
      code: 'reindex_running',
      message: `A re-embedding is running${elsewhere ? ' in another process' : ''}${
        progress === null ? '' : `: ${progress.done} of ${progress.total} are done`
      }.`,
      detail: 'GET /api/v1/debug/reindex-vectors shows how far it is.',
      progress: toWire(progress, true)
    })
  }
  if (query.wait === false) return reply.code(202).send(toWire(progress, true))
  const ended = await finished
  if (ended.state === 'failed') {
    throw withDetail(
      new ReindexFailed(ended.error ?? 'the log says why.'),
      'What is done stays done; call it again to go on.'
    )
  }
  return toWire(ended, false)
}

async function onProgress ({ server: { guard } }: FastifyRequest) {
  const { progress, elsewhere } = await guard.progress()
  return toWire(progress, elsewhere)
}

function toWire (progress: ReembedProgress | null, running: boolean) {
  if (progress === null) {
    return {
      state: running ? 'running' : 'idle',
      model: null,
      dimensions: null,
      generation: null,
      done: null,
      total: null,
      started_at: null,
      finished_at: null,
      error: null
    }
  }
  const { state, model, dimensions, generation, done, total, startedAt, finishedAt, error } = progress
  return {
    state,
    model,
    dimensions,
    generation,
    done,
    total,
    started_at: isoTime(startedAt),
    finished_at: isoTime(finishedAt),
    error
  }
}

export default fp(reindexVectors, {
  name: 'routes-reindex-vectors',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['guard'] }
})
