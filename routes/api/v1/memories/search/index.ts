/** Recall: hybrid search over one user's memories. Never asks an LLM. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { disconnectSignal } from '../../../../../http/disconnect.ts'
import { answers, given } from '../../../../../http/fields.ts'
import { filterFrom } from '../../../../../http/filters.ts'
import { toHit } from '../../../../../http/memories.ts'
import { found, searchBody, type SearchBody } from './schema.ts'

const search: FastifyPluginAsyncTypebox = async fastify => {
  fastify.post('', {
    config: { reads: true },
    schema: {
      tags: ['recall'],
      summary: 'Search memories',
      description: 'Words and meaning, fused; optionally reranked. Best first.',
      body: searchBody,
      response: answers(found)
    }
  }, onSearch)
}

async function onSearch ({ body, server: { memory } }: FastifyRequest<{ Body: SearchBody }>, reply: FastifyReply) {
  const { hits, degraded, noRelevantMemory, tookMs, timings } = await memory.recall({
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
  })
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

export default fp(search, {
  name: 'routes-search',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['memory'] }
})
