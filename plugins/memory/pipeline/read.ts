/** The read path, in its order: arms, widen, fuse, hydrate, rerank, pack. It is given no LLM, so it cannot call one. */
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { Guard } from '../../../kernel/capabilities/guard.ts'
import type { Recall, RecallRequest } from '../../../kernel/capabilities/memory.ts'
import type { Reranker } from '../../../kernel/capabilities/reranker.ts'
import type { Store } from '../../../kernel/capabilities/store.ts'
import type { AccessLog } from './read/access-log.ts'
import { askArms } from './read/arms.ts'
import { fuse } from './read/fuse.ts'
import { pack } from './read/pack.ts'
import { rerank, type Candidate } from './read/rerank.ts'
import { widen } from './read/widen.ts'

/** Weights and depths of one way to recall; a named whole, so that it can be measured as one. */
export interface Recipe {
  weights: { text: number, vector: number, graph: number, session: number }
  depth: number
  rerank: { budgetMs: number, candidates: number }
}

export interface Reading {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  reranker: Reranker
  recipe: Recipe
  accessLog: AccessLog
}

export function createReadPath ({ store, embedder, guard, reranker, recipe, accessLog }: Reading) {
  return async function recall (request: RecallRequest): Promise<Recall> {
    const stages = stopwatch()
    const found = await askArms(store, embedder, guard, request, recipe.depth)
    stages.lap('arms')
    const widened = await widen(store, request, found, recipe.depth)
    stages.lap('widen')
    const fused = fuse([
      { name: 'text', weight: recipe.weights.text, scores: new Map(found.text.map(({ id, score }) => [id, score])) },
      { name: 'vector', weight: recipe.weights.vector, scores: new Map(found.vector.map(({ id, score }) => [id, score])) },
      { name: 'graph', weight: recipe.weights.graph, scores: widened.graph },
      { name: 'session', weight: recipe.weights.session, scores: widened.session }
    ])
    stages.lap('fuse')
    const candidates = await hydrate(request, fused.slice(0, request.rerank ? Math.max(recipe.rerank.candidates, request.topK) : request.topK * 2), widened.previous)
    stages.lap('hydrate')
    const { ordered, degraded } = request.rerank
      ? await rerank(reranker, request.query, candidates, recipe.rerank.budgetMs, request.signal)
      : { ordered: candidates, degraded: [] }
    stages.lap('rerank')
    const hits = pack(ordered, request)
    accessLog.record(request.userId, request.app, hits)
    const best = Math.max(...hits.map(({ relevance }) => relevance ?? 1))
    return {
      hits,
      degraded: [...new Set([...found.degraded, ...widened.degraded, ...degraded])],
      noRelevantMemory: hits.length === 0 || best < (reranker.calibration?.noRelevantBelow ?? 0),
      tookMs: stages.total(),
      timings: request.explain ? stages.laps : null
    }
  }

  /** Texts of the candidates, and of what was told just before them, in one round trip. */
  async function hydrate ({ userId, rerank }: RecallRequest, fused: ReturnType<typeof fuse>, previous: Map<string, string>): Promise<Candidate[]> {
    const before = rerank ? fused.map(({ id }) => previous.get(id)).filter(id => id !== undefined) : []
    const memories = new Map((await store.get(userId, [...new Set([...fused.map(({ id }) => id), ...before])])).map(memory => [memory.id, memory]))
    return fused.flatMap(entry => {
      const memory = memories.get(entry.id)
      if (memory === undefined) return []
      const context = memories.get(previous.get(entry.id) ?? '')?.text ?? null
      return [{ ...entry, memory, context, rerankScore: null, relevance: null }]
    })
  }
}

function stopwatch () {
  const start = performance.now()
  let last = start
  const laps: Record<string, number> = {}
  return {
    laps,
    lap (name: string): void {
      const now = performance.now()
      laps[name] = rounded(now - last)
      last = now
    },
    total: () => rounded(performance.now() - start)
  }
}

function rounded (ms: number): number {
  return Math.round(ms * 100) / 100
}
