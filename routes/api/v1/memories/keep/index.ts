/** Keeping one memory right by hand: restore, correct, retire, pin. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Correction } from '../../../../../domain/capabilities/keeping.ts'
import { answers, given, givenNames, givenTime } from '../../../../../http/fields.ts'
import { refuseDeep } from '../../../../../http/idempotency.ts'
import { toSingle } from '../../../../../http/memories.ts'
import { correctBody, idParams, pinBody, restoreBody, retireBody, single, userQuery } from './schema.ts'
import type { CorrectRequest, OneMemory, PinRequest, RestoreRequest, RetireRequest } from './schema.ts'

/** These stand beside the other routes of one memory. */
export const prefixOverride = '/api/v1/memories'

const keep: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['history']
  const found = answers(single, 404, 409)

  fastify.post('/:id/restore', {
    schema: {
      tags,
      summary: 'Undo a supersession',
      description: 'The memory is believed again, with the end that its speaker stated. The newer one stays unless ' +
        '`replace` is true. `known_at` before this still shows what was believed then.',
      params: idParams,
      body: restoreBody,
      response: found
    }
  }, onRestore)
  fastify.patch('/:id', {
    schema: {
      tags,
      summary: 'Correct a memory',
      description: 'Another text or beginning makes a new memory (with a new id), and the old one is kept as ' +
        'corrected. Metadata, tags and end are changed in place. Absent fields are left as they are.',
      params: idParams,
      body: correctBody,
      response: found
    }
  }, onCorrect)
  fastify.post('/:id/retire', {
    schema: {
      tags,
      summary: 'End a memory and keep its history',
      params: idParams,
      body: retireBody,
      response: found
    }
  }, onRetire)
  fastify.post('/:id/pin', {
    schema: {
      tags,
      summary: 'Pin a memory',
      description: 'It is ended only by words that name it, or by id.',
      params: idParams,
      body: pinBody,
      response: answers(single, 404)
    }
  }, onPin)
  fastify.delete('/:id/pin', {
    schema: {
      tags,
      summary: 'Unpin a memory',
      params: idParams,
      querystring: userQuery,
      response: answers(single, 404)
    }
  }, onUnpin)
}

async function onRestore ({ params, body, server: { memory } }: FastifyRequest<RestoreRequest>) {
  return toSingle(await memory.restore(body.user_id, params.id, { replace: body.replace ?? false }))
}

async function onCorrect ({ params, body, server: { memory } }: FastifyRequest<CorrectRequest>) {
  refuseDeep(body.metadata, 'Metadata')
  const [text, validAt] = [given(body.text), givenTime(body.valid_at)]
  const correction: Correction = {
    ...(text !== null && { text }),
    ...(body.metadata !== undefined && { metadata: body.metadata }),
    ...(Array.isArray(body.tags) && { tags: givenNames(body.tags) }),
    ...(validAt !== null && { validAt }),
    ...(body.invalid_at !== undefined && { invalidAt: givenTime(body.invalid_at) })
  }
  return toSingle(await memory.correct(body.user_id, params.id, correction))
}

async function onRetire ({ params, body, server: { memory } }: FastifyRequest<RetireRequest>) {
  return toSingle(await memory.retire(body.user_id, params.id, body.reason))
}

async function onPin ({ params, body, server: { memory } }: FastifyRequest<PinRequest>) {
  return toSingle(await memory.pin(body.user_id, params.id, true))
}

async function onUnpin ({ params, query, server: { memory } }: FastifyRequest<OneMemory>) {
  return toSingle(await memory.pin(query.user_id, params.id, false))
}

export default fp(keep, {
  name: 'routes-keep',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
