/** One user in numbers. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers } from '../../../../http/fields.ts'
import { isoTime } from '../../../../domain/instants.ts'
import { statsAnswer, statsQuery, type StatsQuery } from './schema.ts'

const stats: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    schema: { tags: ['users'], summary: 'One user in numbers', querystring: statsQuery, response: answers(statsAnswer) }
  }, onStats)
}

async function onStats ({ query, server: { memory } }: FastifyRequest<{ Querystring: StatsQuery }>) {
  const { memories, entities, relations, sessions, communities, firstAt, lastAt } = await memory.stats(query.user_id)
  return {
    memories,
    entities,
    relations,
    sessions,
    communities,
    first_at: isoTime(firstAt),
    last_at: isoTime(lastAt)
  }
}

export default fp(stats, {
  name: 'routes-stats',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
