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
      description: 'Everything, for good; the answer says what was removed, and which backups still hold the user.',
      params: userParams,
      response: answers(receipt)
    }
  }, onErase)
}

async function onErase ({ params, server: { memory, backup } }: FastifyRequest<OneUser>) {
  const removed = await memory.erase(params.user_id)
  const erasedAt = Date.now()
  const backups = await backup.holding(params.user_id)
  return {
    user_id: params.user_id,
    erased_at: isoTime(erasedAt),
    removed: { ...removed },
    backups: backups.map(({ file, madeAt, until }) => ({ file, made_at: isoTime(madeAt), until: isoTime(until) }))
  }
}

export default fp(users, {
  name: 'routes-users',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory', 'backup'] }
})
