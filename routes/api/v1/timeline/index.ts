/** What held from when to when. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { toInterval } from '../../../../http/changes.ts'
import { answers, given, givenTime } from '../../../../http/fields.ts'
import { timelineAnswer, timelineQuery, type TimelineQuery } from './schema.ts'

const timeline: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    schema: {
      tags: ['history'],
      summary: 'What held from when to when',
      description: 'Every memory as an interval. A search with the same `known_at` and some `as_of` sees exactly ' +
        'those whose interval holds that time.',
      querystring: timelineQuery,
      response: answers(timelineAnswer)
    }
  }, onTimeline)
}

async function onTimeline ({ query, server: { memory } }: FastifyRequest<{ Querystring: TimelineQuery }>) {
  const { items, total } = await memory.timeline(query.user_id, {
    from: givenTime(query.from),
    to: givenTime(query.to),
    knownAt: givenTime(query.known_at),
    subject: given(query.subject),
    page: query.page ?? 1,
    size: query.size ?? 500
  })
  return { items: items.map(toInterval), total }
}

export default fp(timeline, {
  name: 'routes-timeline',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
