/** What is counted of each capability. */
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Cache } from '../../../kernel/capabilities/cache.ts'
import type { Llm } from '../../../kernel/capabilities/llm.ts'
import type { Ingested, Recall, RecallRequest, Remembered } from '../../../kernel/capabilities/memory.ts'
import type { Reranking } from '../../../kernel/capabilities/reranker.ts'
import { hasCode } from '../../../kernel/errors.ts'
import type { InSpan } from './spans.ts'
import { wrapped, type Around } from './wrap.ts'

const quick = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const slow = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export type Watchers = Record<string, <Provider extends object>(provider: Provider) => Provider>

export function createWatchers (registry: Registry, inSpan: InSpan | null): Watchers {
  const registers = [registry]
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) => new Histogram({ name: `palimpsest_${name}`, help, labelNames, buckets, registers })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) => new Counter({ name: `palimpsest_${name}`, help, labelNames, registers })

  const storeSeconds = histogram('store_seconds', 'Calls of the store.', ['verb', 'outcome'], quick)
  const embedSeconds = histogram('embed_seconds', 'Calls of the embedder.', ['outcome'], slow)
  const embedTexts = counter('embed_texts_total', 'Texts that were embedded.')
  const llmSeconds = histogram('llm_seconds', 'Calls of the LLM, repairs included.', ['prompt', 'outcome'], slow)
  const distillSeconds = histogram('distill_seconds', 'Calls of the distiller.', ['step', 'outcome'], slow)
  const rerankSeconds = histogram('rerank_seconds', 'Calls of the reranker.', ['outcome'], quick)
  const rerankDocuments = counter('rerank_documents_total', 'Documents given to the reranker; `left` did not fit the budget.', ['fate'])
  const cacheReads = counter('cache_reads_total', 'Reads of the cache.', ['space', 'outcome'])
  const recallSeconds = histogram('recall_seconds', 'Recalls as a whole.', ['mode', 'rerank'], quick)
  const stageSeconds = histogram('recall_stage_seconds', 'Stages of a recall.', ['stage'], quick)
  const armHits = counter('recall_hits_total', 'Hits that were answered, by the arms that found them.', ['arm'])
  const degraded = counter('recall_degraded_total', 'Recalls that did without an arm or a stage.', ['arm'])
  const events = counter('facts_total', 'What became of facts that were written.', ['event'])

  const tokens = counter('llm_tokens_total', 'Tokens the LLM was sent and answered.', ['kind'])
  const asked = counter('llm_requests_total', 'Requests to the LLM, repairs included.')

  const spanned = async (capability: string, method: string, work: () => unknown): Promise<unknown> => await (inSpan === null ? work() : inSpan(`${capability}.${method}`, work))
  /** Counts the call and its end, and lets both the answer and the error through. */
  const timed = (capability: string, observe: (seconds: number, outcome: string) => void, also: (answer: unknown, args: unknown[]) => void = () => {}): Around => async (call, args, method) => {
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    try {
      const answer = await spanned(capability, method, () => call(...args))
      observe(seconds(), 'ok')
      also(answer, args)
      return answer
    } catch (error) {
      observe(seconds(), hasCode(error) ? error.code : 'error')
      throw error
    }
  }
  const only = (methods: Record<string, Around>) => (method: string): Around | null => methods[method] ?? null

  const arms = { textRank: 'text', vectorRank: 'vector', graphRank: 'graph', sessionRank: 'session' } as const
  // Stages are timed when the caller asks to have them explained, so they are always asked for and taken off again.
  const recall: Around = async (call, [request]) => {
    const { explain, mode, rerank } = request as RecallRequest
    const answer = await spanned('memory', 'recall', () => call({ ...request as RecallRequest, explain: true })) as Recall
    recallSeconds.observe({ mode, rerank: String(rerank) }, answer.tookMs / 1000)
    for (const [stage, ms] of Object.entries(answer.timings ?? {})) stageSeconds.observe({ stage }, ms / 1000)
    for (const arm of answer.degraded) degraded.inc({ arm })
    for (const hit of answer.hits) for (const [rank, arm] of Object.entries(arms)) if (hit[rank as keyof typeof arms] !== null) armHits.inc({ arm })
    return explain ? answer : { ...answer, timings: null, hits: answer.hits.map(hit => ({ ...hit, armScores: null })) }
  }
  const written = timed('memory', () => {}, answer => {
    for (const { event } of (answer as Remembered | Ingested).results) events.inc({ event })
  })

  return {
    // `export` is no promise, and `close` is the end.
    store: provider => wrapped(provider, method => ['export', 'pool', 'close'].includes(method) ? null : timed('store', (seconds, outcome) => storeSeconds.observe({ verb: method, outcome }, seconds))),
    embedder: provider => wrapped(provider, only({ embed: timed('embedder', (seconds, outcome) => embedSeconds.observe({ outcome }, seconds), (_, [texts]) => embedTexts.inc((texts as string[]).length)) })),
    llm: provider => {
      // Counted by the provider since its start; taken over when somebody asks.
      const llm = provider as Llm
      const collect = (metric: typeof tokens, values: () => Array<[labels: Record<string, string>, value: number]>) => Object.assign(metric, { collect () { metric.reset(); for (const [labels, value] of values()) metric.inc(labels, value) } })
      collect(tokens, () => [[{ kind: 'prompt' }, llm.usage.promptTokens], [{ kind: 'completion' }, llm.usage.completionTokens]])
      collect(asked as typeof tokens, () => [[{}, llm.usage.calls]])
      return wrapped(provider, only({ generate: async (call, args, method) => await timed('llm', (seconds, outcome) => llmSeconds.observe({ prompt: (args[0] as { prompt: string }).prompt, outcome }, seconds))(call, args, method) }))
    },
    distiller: provider => wrapped(provider, only(Object.fromEntries(['distill', 'reconcile', 'summarise'].map(step => [step, timed('distiller', (seconds, outcome) => distillSeconds.observe({ step, outcome }, seconds))])))),
    reranker: provider => wrapped(provider, only({
      rerank: timed('reranker', (seconds, outcome) => rerankSeconds.observe({ outcome }, seconds), answer => {
        const { scores } = answer as Reranking
        const left = scores.filter(score => score === null).length
        rerankDocuments.inc({ fate: 'scored' }, scores.length - left)
        rerankDocuments.inc({ fate: 'left' }, left)
      })
    })),
    cache: provider => wrapped(provider, only({ get: timed('cache', () => {}, (answer, [space]) => cacheReads.inc({ space: space as Parameters<Cache['get']>[0], outcome: answer === null ? 'miss' : 'hit' })) })),
    memory: provider => wrapped(provider, only({ recall, remember: written, ingest: written }))
  }
}
