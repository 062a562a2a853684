/** Nodes and edges of one user, to be drawn. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { MemoryGraph } from '../../../../domain/capabilities/memory.ts'
import { isoTime } from '../../../../domain/instants.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { answers, given, givenTime } from '../../../../http/fields.ts'
import { graphAnswer, graphQuery, type GraphQuery } from './schema.ts'

const graph: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    schema: {
      tags: ['graph'],
      summary: 'Nodes and edges',
      description: 'A page of memories with the entities that they mention and everything between them: of all that ' +
        'the user has in every state, or of what was believed at a time, or around one entity.',
      querystring: graphQuery,
      response: answers(graphAnswer, 404)
    }
  }, onGraph)
}

async function onGraph ({ query, server: { memory } }: FastifyRequest<{ Querystring: GraphQuery }>) {
  const page = { page: query.page ?? 1, size: query.size ?? 100 }
  const found = await memory.graph(query.user_id, {
    center: given(query.center),
    depth: query.depth ?? 1,
    asOf: givenTime(query.as_of),
    knownAt: givenTime(query.known_at),
    ...page
  })
  return {
    center: found.center?.id ?? null,
    nodes: nodesOf(found),
    edges: edgesOf(found),
    total: found.total,
    ...page,
    pages: Math.ceil(found.total / page.size)
  }
}

function nodesOf ({ entities, memories, successors, communities }: MemoryGraph) {
  return [
    ...entities.map(({ id, name, type, summary }) => ({ id, kind: 'entity', label: name, type, state: null, summary })),
    ...[...memories, ...successors].map(({ id, text, memoryType, state }) => ({
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

function edgesOf ({ memories, successors, relations, communities }: MemoryGraph) {
  const present = new Map([...memories, ...successors].map(memory => [memory.id, memory]))
  const edge = (kind: string, from: string, to: string, dates = undated) => ({
    from,
    to,
    kind,
    predicate: null,
    memory_id: null,
    ...dates
  })
  return [
    ...memories.flatMap(memory =>
      memory.entityIds.map(entityId => edge('MENTIONS', memory.id, entityId, datesOf(memory)))
    ),
    ...relations.map(({ fromEntityId, toEntityId, predicate, memoryId }) => ({
      ...edge('RELATES', fromEntityId, toEntityId, datesOf(present.get(memoryId))),
      predicate,
      memory_id: memoryId
    })),
    ...memories.flatMap(memory => {
      const successor = memory.supersededBy === null ? undefined : present.get(memory.supersededBy)
      return successor === undefined ? [] : [edge('SUPERSEDES', successor.id, memory.id, takeover(memory, successor))]
    }),
    ...communities.flatMap(({ id, entityIds }) => entityIds.map(entityId => edge('MEMBER_OF', entityId, id)))
  ]
}

interface Dates {
  valid_at: string | null
  invalid_at: string | null
  created_at: string | null
  expired_at: string | null
}

const undated: Dates = { valid_at: null, invalid_at: null, created_at: null, expired_at: null }

function datesOf (memory: Memory | undefined): Dates {
  if (memory === undefined) return undated
  const { validAt, invalidAt, createdAt, expiredAt } = memory
  return {
    valid_at: isoTime(validAt),
    invalid_at: isoTime(invalidAt),
    created_at: isoTime(createdAt),
    expired_at: isoTime(expiredAt)
  }
}

/** What takes over on a day to come was believed to do so since it was stored. */
function takeover (older: Memory, newer: Memory): Dates {
  return { ...undated, valid_at: isoTime(older.invalidAt), created_at: isoTime(older.expiredAt ?? newer.createdAt) }
}

export default fp(graph, {
  name: 'routes-graph',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
