/** Memories of one user: add, list, delete, read one, its history. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { HistoryLink } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import {
  answers,
  commaSeparated,
  given,
  givenNames,
  givenTime,
  knownMemoryType,
  paged
} from '../../../../http/fields.ts'
import { filterFrom } from '../../../../http/filters.ts'
import { idempotencyOf, refuseDeep } from '../../../../http/idempotency.ts'
import { isoTime } from '../../../../domain/instants.ts'
import { single, toItem, toSingle } from '../../../../http/memories.ts'
import { refuseInverted } from '../../../../http/order.ts'
import { toOutcome } from '../../../../http/outcomes.ts'
import {
  accessesAnswer,
  addBody,
  added,
  deleteBody,
  deleted,
  historyAnswer,
  idempotencyHeader,
  idParams,
  listed,
  listQuery,
  userQuery
} from './schema.ts'
import type { AddBody, DeleteBody, ListQuery, OneMemory } from './schema.ts'

const memories: FastifyPluginAsyncTypebox = async fastify => {
  const tags = ['memories']

  fastify.post('', {
    schema: {
      tags,
      summary: 'Add a memory',
      description: 'Distils the text into facts, or stores it as it is with `infer: false`. It can be found at once.',
      headers: idempotencyHeader,
      body: addBody,
      response: answers(added, 404, 409)
    }
  }, onAdd)
  fastify.get('', {
    schema: {
      tags,
      summary: 'List memories',
      description: 'Newest first.',
      querystring: listQuery,
      response: answers(listed)
    }
  }, onList)
  fastify.delete('', {
    schema: {
      tags,
      summary: 'Delete memories',
      description: 'For good, with every trace. To end a fact and keep its history, say so in a conversation.',
      body: deleteBody,
      response: answers(deleted)
    }
  }, onDelete)
  fastify.get('/:id', {
    schema: {
      tags,
      summary: 'Read one memory',
      params: idParams,
      querystring: userQuery,
      response: answers(single, 404)
    }
  }, onGet)
  fastify.get('/:id/history', {
    schema: {
      tags: ['history'],
      summary: 'What it superseded and what superseded it',
      params: idParams,
      querystring: userQuery,
      response: answers(historyAnswer, 404)
    }
  }, onHistory)
  fastify.get('/:id/accesses', {
    schema: {
      tags: ['history'],
      summary: 'Who recalled it, and when',
      description: 'The newest hundred searches that answered with it, newest first.',
      params: idParams,
      querystring: userQuery,
      response: answers(accessesAnswer, 404)
    }
  }, onAccesses)
}

async function onAdd (request: FastifyRequest<{ Body: AddBody }>) {
  const { body } = request
  refuseDeep(body.metadata, 'Metadata')
  refuseInverted(body, 'InvalidAt')
  const metadata = body.metadata ?? null
  const { memory: stored, event, results, refused, degraded } = await request.server.memory.remember({
    userId: body.user_id,
    text: body.text,
    infer: body.infer ?? true,
    memoryType: knownMemoryType(body.memory_type),
    metadata,
    validAt: givenTime(body.valid_at),
    invalidAt: givenTime(body.invalid_at),
    supersedes: body.supersedes ?? [],
    app: given(body.app),
    project: given(body.project),
    sessionId: given(body.session_id),
    tags: givenNames(body.tags),
    categories: givenNames(body.categories),
    idempotency: idempotencyOf(request)
  })
  return {
    ...stored === null ? nothingStored(body) : envelopeOf(stored),
    event,
    results: results.map(toOutcome),
    ...(refused > 0 && { refused }),
    degraded
  }
}

const envelopeOf = ({ id, text, state, app, createdAt, metadata }: Memory) => ({
  id,
  content: text,
  state,
  app_name: app,
  created_at: isoTime(createdAt),
  metadata: metadata === null ? null : JSON.stringify(metadata)
})

/** Clients hold these as text, also where nothing was stored. */
const nothingStored = ({ text, app }: AddBody) => ({
  id: '',
  content: text,
  state: 'active',
  app_name: given(app),
  created_at: isoTime(Date.now()),
  metadata: null
})

async function onList ({ query, server: { memory } }: FastifyRequest<{ Querystring: ListQuery }>) {
  const page = { page: query.page ?? 1, size: query.limit ?? query.size ?? 20 }
  const filter = filterFrom({
    ...query,
    app: query.app_id,
    categories: commaSeparated(query.categories),
    tags: commaSeparated(query.tags)
  })
  const search = given(query.search_query)
  const { items, total } = await memory.list(query.user_id, {
    ...filter,
    ...page,
    ...(search === null ? {} : { search })
  })
  return paged(items.map(toItem), total, page)
}

async function onDelete ({ body, server: { memory } }: FastifyRequest<{ Body: DeleteBody }>) {
  const { deleted, notFound } = await memory.forget(body.user_id, [...new Set(body.memory_ids)])
  return {
    message: `Deleted ${deleted.length} ${deleted.length === 1 ? 'memory' : 'memories'}.`,
    deleted,
    not_found: notFound
  }
}

async function onGet ({ params, query, server: { memory } }: FastifyRequest<OneMemory>) {
  return toSingle(await memory.get(query.user_id, params.id))
}

async function onHistory ({ params, query, server: { memory } }: FastifyRequest<OneMemory>) {
  const history = await memory.history(query.user_id, params.id)
  return { id: params.id, history: history.map(toLink) }
}

async function onAccesses ({ params, query, server: { memory } }: FastifyRequest<OneMemory>) {
  const accesses = await memory.accesses(query.user_id, params.id)
  return { id: params.id, accesses: accesses.map(({ app, at, rank }) => ({ app_name: app, at: isoTime(at), rank })) }
}

function toLink (link: HistoryLink) {
  return {
    old_id: link.oldId,
    new_id: link.newId,
    kind: link.kind,
    reason: link.reason,
    quote: link.quote,
    invalid_at: isoTime(link.invalidAt),
    expired_at: isoTime(link.expiredAt),
    restored_at: isoTime(link.restoredAt),
    old: link.old && toItem(link.old),
    new: link.new && toItem(link.new)
  }
}

export default fp(memories, {
  name: 'routes-memories',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
