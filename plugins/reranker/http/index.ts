/** A reranker behind HTTP: llama.cpp, Jina, vLLM, or another server of `/v1/reranking`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import { rerankerInterfaceVersion, type Reranker } from '../../../domain/capabilities/reranker.ts'
import { RerankUnavailable } from '../../../domain/errors.ts'
import { requireSetting } from '../../_shared/require-setting.ts'
import { callWithRetry, createBreaker, TimedOut, type Failure } from '../../_shared/resilience.ts'
import { askServer, completeUrl, ServerFault } from './endpoint.ts'
import type { Options } from './manifest.ts'

/** A search has a budget of some hundred milliseconds: a second retry would not fit. */
const attempts = 2
/** Milliseconds; a health probe may take longer than a search allows. */
const checkWithinMs = 3_000

export function createHttpReranker (
  { HttpEndpoint, HttpModel: model, HttpApiKey: key }: Static<typeof Options>,
  log: Pick<FastifyInstance['log'], 'warn'>
) {
  const url = completeUrl(requireSetting('Rerank:HttpEndpoint', HttpEndpoint, 'a server exposing /v1/reranking'))
  const server = { url, model, key }
  const shown = `${url.origin}${url.pathname}`
  const breaker = createBreaker(error => error instanceof TimedOut || failureOf(error).passing)
  let failing = false

  async function score (query: string, documents: string[], withinMs: number, signal?: AbortSignal) {
    const timeoutMs = Math.max(1, Math.ceil(withinMs))
    try {
      const scores = await breaker.execute(async () =>
        await callWithRetry(
          { timeoutMs, attempts, ...signal && { signal } },
          failureOf,
          async signal => await askServer(server, query, documents, signal)
        )
      )
      failing = false
      return scores
    } catch (error) {
      if (signal?.aborted) throw error
      const reason = error instanceof TimedOut
        ? `it took longer than ${withinMs} ms (Rerank:BudgetMs).`
        : (error as Error).message
      // Searches go on without it, so the log is where an operator sees it: once, until it answers again.
      if (!failing) log.warn({ endpoint: shown }, `the reranker did not answer: ${reason}`)
      failing = true
      throw new RerankUnavailable(shown, reason)
    }
  }

  const reranker: Reranker = {
    interfaceVersion: rerankerInterfaceVersion,
    provider: 'http',
    model: model || 'unnamed',
    calibration: null,
    rerank: async (query, documents, { budgetMs, signal }) => ({
      scores: documents.length === 0 || budgetMs <= 0
        ? documents.map(() => null)
        : await score(query, documents, budgetMs, signal)
    })
  }

  async function check (): Promise<CheckResult> {
    const start = performance.now()
    const about = { provider: 'http', model: model || null, url: shown }
    try {
      await score('ping', ['pong'], checkWithinMs)
      return { ok: true, ...about, latency_ms: Math.round(performance.now() - start), error: null }
    } catch (error) {
      return { ok: false, ...about, latency_ms: null, error: (error as Error).message }
    }
  }

  return { reranker: { ...reranker, check } }
}

export default fp(async (fastify, options) => {
  fastify.decorate('reranker', createHttpReranker(options as Static<typeof Options>, fastify.log).reranker)
}, { name: 'reranker-http', fastify: '5.x' })

function failureOf (error: unknown): Failure {
  return {
    reason: (error as Error).message,
    passing: error instanceof ServerFault && error.passing,
    retryAfterMs: null
  }
}
