/** A reranker behind HTTP: llama.cpp, Jina, vLLM, or whatever else serves `/v1/reranking`. */
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { CheckResult } from '../../../kernel/capabilities/health.ts'
import { rerankerInterfaceVersion, type Reranker } from '../../../kernel/capabilities/reranker.ts'
import { RerankUnavailable } from '../../../kernel/errors.ts'
import { checkOptions, requireSetting } from '../../../kernel/options.ts'
import { askServer, completeUrl } from './endpoint.ts'

const Options = Type.Object({
  HttpEndpoint: Type.String({ default: '', description: 'Server exposing `/v1/reranking`.' }),
  HttpModel: Type.String({ default: '', description: 'Model name; empty sends none.' }),
  HttpApiKey: Type.String({ default: '', description: 'Bearer key, when the server wants one.' })
})

/** A health probe may take longer than a search allows: it asks whether the server lives, not whether it is quick. */
const checkWithinMs = 3_000

export function createHttpReranker (given: unknown, log: Pick<FastifyInstance['log'], 'warn'>) {
  const { HttpEndpoint, HttpModel: model, HttpApiKey: key } = checkOptions('Rerank', Options, given)
  const url = completeUrl(requireSetting('Rerank:HttpEndpoint', HttpEndpoint, 'a server exposing /v1/reranking'))
  const asking = { url, model, key }
  const shown = `${url.origin}${url.pathname}`
  let failing = false

  async function ask (query: string, documents: string[], withinMs: number, signal?: AbortSignal) {
    const late = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)))
    try {
      const scores = await askServer(asking, query, documents, signal === undefined ? late : AbortSignal.any([signal, late]))
      failing = false
      return scores
    } catch (error) {
      if (signal?.aborted) throw error
      const reason = late.aborted ? `it took longer than ${withinMs} ms (Rerank:BudgetMs).` : (error as Error).message
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
    rerank: async (query, documents, { budgetMs, signal }) => ({ scores: documents.length === 0 ? [] : await ask(query, documents, budgetMs, signal) })
  }

  async function check (): Promise<CheckResult> {
    const start = performance.now()
    const about = { provider: 'http', model: model || null, url: shown }
    try {
      await ask('ping', ['pong'], checkWithinMs)
      return { ok: true, ...about, latency_ms: Math.round(performance.now() - start), error: null }
    } catch (error) {
      return { ok: false, ...about, latency_ms: null, error: (error as Error).message }
    }
  }

  return { reranker, check }
}

export default fp(async (fastify, options) => {
  const { reranker, check } = createHttpReranker(options, fastify.log)
  fastify.health.register('rerank', check)
  fastify.decorate('reranker', reranker)
}, { name: 'reranker-http', fastify: '5.x', decorators: { fastify: ['health'] } })
