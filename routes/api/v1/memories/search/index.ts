/** Recall: hybrid search over one user's memories. Never asks an LLM. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { RecallRequest } from '../../../../../domain/capabilities/memory.ts'
import { disconnectSignal } from '../../../../../http/disconnect.ts'
import { answers, given } from '../../../../../http/fields.ts'
import { filterFrom } from '../../../../../http/filters.ts'
import { toHit } from '../../../../../http/memories.ts'
import { found, miss, missParams, searchBody, type SearchBody } from './schema.ts'

/** `explain-miss` stands beside the other routes of one memory. */
export const prefixOverride = '/api/v1/memories'

const search: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('/search', {
    config: { reads: true },
    schema: {
      tags: ['recall'],
      summary: 'Search memories',
      description: 'Words and meaning, fused; optionally reranked. Best first.',
      body: searchBody,
      response: answers(found)
    }
  }, onSearch)
  fastify.post('/:id/explain-miss', {
    config: { reads: true },
    schema: {
      tags: ['recall'],
      summary: 'Why a search does not find a memory',
      description: 'The same search once more; names the first stage that leaves the memory out. Records no access.',
      params: missParams,
      body: searchBody,
      response: answers(miss, 404)
    }
  }, onExplainMiss)
}

function requestOf (body: SearchBody, reply: FastifyReply): RecallRequest {
  return {
    userId: body.user_id,
    query: body.query,
    topK: body.top_k ?? 10,
    mode: body.mode ?? 'hybrid',
    rerank: given(body.rerank) !== null,
    sessionArm: body.include_session_arm ?? false,
    tokenBudget: body.token_budget ?? 0,
    expandQuery: body.expand_query ?? false,
    filter: filterFrom(body),
    app: given(body.app_name),
    explain: body.explain ?? false,
    signal: disconnectSignal(reply)
  }
}

async function onSearch ({ body, server: { memory } }: FastifyRequest<{ Body: SearchBody }>, reply: FastifyReply) {
  const { hits, degraded, noRelevantMemory, tookMs, timings } = await memory.recall(requestOf(body, reply))
  return {
    query: body.query,
    results: hits.map(toHit),
    total: hits.length,
    degraded,
    no_relevant_memory: noRelevantMemory,
    took_ms: tookMs,
    ...(timings === null ? {} : { timings })
  }
}

async function onExplainMiss (
  { params: { id }, body, server: { memory } }: FastifyRequest<{ Params: Static<typeof missParams>, Body: SearchBody }>,
  reply: FastifyReply
) {
  return { id, ...await memory.explainMiss(requestOf(body, reply), id) }
}

export default fp(search, {
  name: 'routes-search',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
