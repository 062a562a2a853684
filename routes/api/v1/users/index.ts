/** One user as a whole. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers } from '../../../../http/fields.ts'
import { isoTime } from '../../../../domain/instants.ts'
import { receipt, userParams, type OneUser } from './schema.ts'

const users: FastifyPluginAsyncTypebox = async fastify => {
  fastify.delete('/:user_id', {
    schema: {
      tags: ['users'],
      summary: 'Erase a user',
      description: 'Everything, for good; the answer says what was removed.',
      params: userParams,
      response: answers(receipt)
    }
  }, onErase)
}

async function onErase ({ params, server: { memory } }: FastifyRequest<OneUser>) {
  const removed = await memory.erase(params.user_id)
  return { user_id: params.user_id, erased_at: isoTime(Date.now()), removed: { ...removed } }
}

export default fp(users, {
  name: 'routes-users',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
