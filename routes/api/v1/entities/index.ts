/** Who and what a user's memories speak of. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { answers, given, paged } from '../../../../http/fields.ts'
import { toEntity, toMergeSuggestion, toRelation } from '../../../../http/graph.ts'
import { toItem } from '../../../../http/memories.ts'
import {
  entitiesAnswer,
  entitiesQuery,
  entity,
  entityAnswer,
  idParams,
  refusedAnswer,
  separateBody,
  suggestionParams,
  suggestionsAnswer,
  suggestionsQuery,
  userQuery
} from './schema.ts'
import type { EntitiesQuery, OneEntity, SeparateRequest, SuggestionsQuery } from './schema.ts'

const entities: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['graph']

  fastify.get('', {
    schema: { tags, summary: 'List entities', querystring: entitiesQuery, response: answers(entitiesAnswer) }
  }, onList)
  fastify.get('/merge-suggestions', {
    schema: {
      tags,
      summary: 'Entities that may be one',
      description: 'Pairs of which one is known by the name of the other. Both have facts of their own, so they were ' +
        'not merged.',
      querystring: suggestionsQuery,
      response: answers(suggestionsAnswer)
    }
  }, onSuggestions)
  fastify.post('/merge-suggestions/:id/accept', {
    schema: {
      tags,
      summary: 'Merge two entities',
      description: '`entity` is merged into `into`, which the answer shows; `POST /entities/{id}/separate` undoes it.',
      params: suggestionParams,
      body: separateBody,
      response: answers(entity, 404)
    }
  }, onAccept)
  fastify.post('/merge-suggestions/:id/refuse', {
    schema: {
      tags,
      summary: 'Keep two entities apart',
      description: 'They are not suggested again.',
      params: suggestionParams,
      body: separateBody,
      response: answers(refusedAnswer, 404)
    }
  }, onRefuse)
  fastify.get('/:id', {
    schema: {
      tags,
      summary: 'One entity with its facts and neighbours',
      params: idParams,
      querystring: userQuery,
      response: answers(entityAnswer, 404)
    }
  }, onGet)

  fastify.post('/:id/separate', {
    schema: {
      tags,
      summary: 'Undo a merge',
      description: 'The entity stands for itself again, under its own names.',
      params: idParams,
      body: separateBody,
      response: answers(entity, 404, 409)
    }
  }, onSeparate)
}

async function onList ({ query, server: { memory } }: FastifyRequest<{ Querystring: EntitiesQuery }>) {
  const page = { page: query.page ?? 1, size: query.size ?? 20 }
  const search = given(query.search)
  const { items, total } = await memory.entities(query.user_id, {
    ...page,
    ...(query.merged && { merged: true }),
    ...(search === null ? {} : { search })
  })
  return paged(items.map(toEntity), total, page)
}

async function onSuggestions ({ query, server: { memory } }: FastifyRequest<{ Querystring: SuggestionsQuery }>) {
  const [page, size] = [query.page ?? 1, query.size ?? 20]
  const found = await memory.mergeSuggestions(query.user_id)
  return paged(found.slice((page - 1) * size, page * size).map(toMergeSuggestion), found.length, { page, size })
}

async function onAccept ({ params, body, server: { memory } }: FastifyRequest<SeparateRequest>) {
  return toEntity(await memory.acceptMerge(body.user_id, params.id))
}

async function onRefuse ({ params, body, server: { memory } }: FastifyRequest<SeparateRequest>) {
  await memory.refuseMerge(body.user_id, params.id)
  return { id: params.id }
}

async function onGet ({ params, query, server: { memory } }: FastifyRequest<OneEntity>) {
  const { entity: found, memories, relations, neighbours } = await memory.entity(query.user_id, params.id)
  return {
    ...toEntity(found),
    memories: memories.map(toItem),
    relations: relations.map(toRelation),
    neighbours: neighbours.map(toEntity)
  }
}

async function onSeparate ({ params, body, server: { memory } }: FastifyRequest<SeparateRequest>) {
  return toEntity(await memory.separate(body.user_id, params.id))
}

export default fp(entities, {
  name: 'routes-entities',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
