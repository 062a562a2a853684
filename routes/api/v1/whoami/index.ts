/** Whom the caller acts for: what a page must know before it can ask anything else. */
import { createRequire } from 'node:module'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers } from '../../../../http/fields.ts'
import { whoamiAnswer } from './schema.ts'

const { version } = createRequire(import.meta.url)('palimpsest/package.json') as { version: string }
const usersListed = 100

const whoami: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    config: { operator: 'also' },
    schema: { tags: ['users'], summary: 'Whom the caller acts for', response: answers(whoamiAnswer) }
  }, onWhoami)
}

async function onWhoami ({ principal, server: { auth, store } }: FastifyRequest) {
  const operator = principal?.operator ?? false
  // The key of a user sees that user alone; without auth every user can be asked for by name anyway.
  const users = auth.open || operator ? await store.users({ limit: usersListed }) : []
  return {
    auth: auth.open ? 'open' : 'keys',
    user_id: principal?.userId ?? null,
    operator,
    read_only: principal?.readOnly ?? false,
    version,
    users: users.map(({ userId, memories }) => ({ user_id: userId, memories }))
  }
}

export default fp(whoami, {
  name: 'routes-whoami',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['auth', 'store'] }
})
