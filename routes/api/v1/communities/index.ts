/** Groups of entities that are spoken of together. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers } from '../../../../http/fields.ts'
import { toCommunity } from '../../../../http/graph.ts'
import { communitiesAnswer, communitiesQuery, type CommunitiesQuery } from './schema.ts'

const communities: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    schema: {
      tags: ['graph'],
      summary: 'List communities',
      querystring: communitiesQuery,
      response: answers(communitiesAnswer)
    }
  }, onList)
}

async function onList ({ query, server: { memory } }: FastifyRequest<{ Querystring: CommunitiesQuery }>) {
  const items = (await memory.communities(query.user_id)).map(toCommunity)
  return { items, total: items.length }
}

export default fp(communities, {
  name: 'routes-communities',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
