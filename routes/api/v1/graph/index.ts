/** Nodes and edges of one user, to be drawn. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { MemoryGraph } from '../../../../domain/capabilities/memory.ts'
import { answers } from '../../../../http/fields.ts'
import { graphAnswer, graphQuery, type GraphQuery } from './schema.ts'

const graph: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    schema: {
      tags: ['graph'],
      summary: 'Nodes and edges',
      description: 'A page of entities with the memories that mention them and everything between them.',
      querystring: graphQuery,
      response: answers(graphAnswer)
    }
  }, onGraph)
}

async function onGraph ({ query, server: { memory } }: FastifyRequest<{ Querystring: GraphQuery }>) {
  const page = { page: query.page ?? 1, size: query.size ?? 100 }
  const found = await memory.graph(query.user_id, page)
  return {
    nodes: nodesOf(found),
    edges: edgesOf(found),
    total: found.total,
    ...page,
    pages: Math.ceil(found.total / page.size)
  }
}

function nodesOf ({ entities, memories, communities }: MemoryGraph) {
  return [
    ...entities.map(({ id, name, type, summary }) => ({ id, kind: 'entity', label: name, type, state: null, summary })),
    ...memories.map(({ id, text, memoryType, state }) => ({
      id,
      kind: 'memory',
      label: text,
      type: memoryType,
      state,
      summary: null
    })),
    ...communities.map(({ id, name, summary }) => ({
      id,
      kind: 'community',
      label: name,
      type: null,
      state: null,
      summary
    }))
  ]
}

function edgesOf (found: MemoryGraph) {
  const { entities, memories, relations, communities } = found
  const present = new Set([...entities, ...memories, ...communities].map(({ id }) => id))
  const edge = (kind: string, from: string, to: string) => ({ from, to, kind, predicate: null, memory_id: null })
  return [
    ...memories.flatMap(({ id, entityIds }) => entityIds.map(entityId => edge('MENTIONS', id, entityId))),
    ...relations.map(({ fromEntityId, toEntityId, predicate, memoryId }) => ({
      from: fromEntityId,
      to: toEntityId,
      kind: 'RELATES',
      predicate,
      memory_id: memoryId
    })),
    ...memories.flatMap(({ id, supersededBy }) => supersededBy === null ? [] : [edge('SUPERSEDES', supersededBy, id)]),
    ...communities.flatMap(({ id, entityIds }) => entityIds.map(entityId => edge('MEMBER_OF', entityId, id)))
  ].filter(({ from, to }) => present.has(from) && present.has(to))
}

export default fp(graph, {
  name: 'routes-graph',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
