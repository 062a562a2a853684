/**
 * The read path, in its order: arms, expand, fuse, hydrate, boost, rerank, pack, scale. It is given no LLM, so it
 * cannot call one.
 */
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../domain/capabilities/guard.ts'
import type { MemoryService, Recall, RecallRequest } from '../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import type { Match, Store } from '../../../domain/capabilities/store.ts'
import { MemoryNotFound } from '../../../domain/errors.ts'
import { recallMeasured } from '../../../domain/telemetry.ts'
import type { AccessLog } from './read/access-log.ts'
import { askArms, type Found } from './read/arms.ts'
import { boost, cuesOf } from './read/boosts.ts'
import { expand, type Expanded } from './read/expand.ts'
import { fuse, type Arm, type Fused } from './read/fuse.ts'
import { missOf } from './read/miss.ts'
import { pack } from './read/pack.ts'
import { questionVectors, type VectorOf } from './read/question-vectors.ts'
import type { Recipe } from './read/recipes.ts'
import { addRerankScores, rerank, type RerankLimits, type ScoredMemory } from './read/rerank.ts'
import { answered, scaleOf, scaleScores } from './read/scores.ts'

/** Candidates that are boosted and reranked; on LoCoMo more of them bring nothing. */
const candidatesBoosted = 60

/** All that reading may use: no LLM. */
export interface ReadPathNeeds {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  reranker: Reranker
  recipe: Recipe
  reranking: RerankLimits
  accessLog: AccessLog
}

type ReadContext = ReadPathNeeds & { vectorOf: VectorOf }

export function createReadPath (needs: ReadPathNeeds): Pick<MemoryService, 'recall' | 'explainMiss'> {
  const context: ReadContext = { ...needs, vectorOf: questionVectors(needs.embedder) }
  return {
    async recall (request) {
      const { answer, laps } = await search(context, request)
      recallMeasured.publish({ timings: laps })
      context.accessLog.record(request.userId, request.app, answer.hits)
      return answer
    },
    async explainMiss (request, id) {
      const [memory] = await context.store.get(request.userId, [id])
      if (memory === undefined) throw new MemoryNotFound(id)
      return missOf(memory, request, await search(context, request))
    }
  }
}

/** What a search answers, and what it did on the way. */
interface Search {
  answer: Recall
  laps: Record<string, number>
  fused: Fused[]
  /** How many of the fused were looked at. */
  considered: number
  ordered: ScoredMemory[]
}

async function search (context: ReadContext, request: RecallRequest): Promise<Search> {
  const { store, vectorOf, guard, recipe } = context
  const stages = stopwatch()
  const found = await askArms(store, vectorOf, guard, request, recipe.depth)
  stages.lap('arms')
  const expanded = await expand(store, request, found, recipe)
  stages.lap('expand')
  const arms = armsOf(request, found, expanded, recipe)
  const fused = fuse(arms)
  stages.lap('fuse')
  const reorders = request.rerank || request.sessionArm
  const wanted = reorders ? Math.max(candidatesBoosted, context.reranking.candidates, request.topK) : request.topK
  const hydrated = await hydrate(store, request.userId, fused.slice(0, wanted), expanded)
  stages.lap('hydrate')
  const { ordered, degraded } = reorders
    ? await reorder(context, request, hydrated, expanded)
    : { ordered: hydrated, degraded: [] }
  stages.lap('rerank')
  let hits = pack(ordered, request)
  if (hits.length < request.topK && hits.some(({ similarIds }) => similarIds.length > 0)) {
    // Equal texts made one hit; the candidates behind them move up.
    const next = fused.slice(wanted, wanted + request.topK)
    hits = pack([...ordered, ...await hydrate(store, request.userId, next, expanded)], request)
  }
  hits = scaleScores(hits, scaleOf(arms, ordered, expanded, recipe))
  const answer: Recall = {
    hits,
    degraded: [...new Set([...found.degraded, ...expanded.degraded, ...degraded])],
    noRelevantMemory: hits.length === 0 || noneRelevant(context.reranker, ordered),
    tookMs: stages.total(),
    timings: request.explain ? stages.laps : null
  }
  return { answer, laps: stages.laps, fused, considered: wanted, ordered }
}

/** Whether the cross-encoder scored candidates, and all of them below its threshold. */
function noneRelevant ({ calibration }: Reranker, candidates: ScoredMemory[]): boolean {
  const relevances = candidates.flatMap(({ relevance }) => relevance === null ? [] : [relevance])
  return relevances.length > 0 && Math.max(...relevances) < (calibration?.noRelevantBelow ?? 0)
}

/** Orders the candidates by what they say: boosted, reranked, and boosted again with the propagated rerank scores. */
async function reorder (
  { reranker, recipe: { weights }, reranking }: ReadContext,
  request: RecallRequest,
  hydrated: ScoredMemory[],
  { own, session, propagated }: Expanded
): Promise<{ ordered: ScoredMemory[], degraded: string[] }> {
  const cues = cuesOf(request.query, Date.now())
  const weight = weights.session
  const candidates = boost(cues, hydrated, { own, session, weight })
  if (!request.rerank) return { ordered: candidates, degraded: [] }
  const { reranked, degraded } = await rerank(reranker, request.query, candidates, reranking, request.signal)
  if (reranked.every(({ rerankScore }) => rerankScore === null)) return { ordered: reranked, degraded }
  const scores = addRerankScores(own, reranked, weights.rerank, reranking.candidates)
  return { ordered: boost(cues, reranked, { own: scores, session: propagated(scores), weight }), degraded }
}

/** The candidates' memories, and the turns before them that were found too, in one round trip. */
async function hydrate (
  store: Store,
  userId: string,
  fused: Fused[],
  { previous, own }: Expanded
): Promise<ScoredMemory[]> {
  // A turn that was not found itself adds nothing to the one after it.
  const before = fused.flatMap(({ id }) => previous.get(id) ?? []).filter(id => own.has(id))
  const ids = new Set([...fused.map(({ id }) => id), ...before])
  const memories = new Map((await store.get(userId, [...ids])).map(memory => [memory.id, memory]))
  return fused.flatMap(entry => {
    const memory = memories.get(entry.id)
    if (memory === undefined) return []
    return [{
      ...entry,
      memory,
      previous: memories.get(previous.get(entry.id) ?? '') ?? null,
      prior: entry.rrfScore,
      rerankScore: null,
      relevance: null
    }]
  })
}

/**
 * The arms that were asked and answered. The session arm's score includes the other arms: where it answered they weigh
 * 0 and only their ranks are kept.
 */
function armsOf (
  request: RecallRequest,
  found: Found,
  { graph, session }: Expanded,
  { weights }: Recipe
): Arm[] {
  const withoutSessions = session.size === 0
  const scoresOf = (matches: Match[]) => new Map(matches.map(({ id, score }) => [id, score]))
  const arms: Array<Arm & { asked: boolean }> = [
    {
      name: 'text',
      weight: withoutSessions ? weights.text : 0,
      scores: scoresOf(found.text),
      asked: answered('text', request, found)
    },
    {
      name: 'vector',
      weight: withoutSessions ? weights.vector : 0,
      scores: scoresOf(found.vector),
      asked: answered('vector', request, found)
    },
    { name: 'graph', weight: withoutSessions ? weights.graph : 0, scores: graph, asked: graph.size > 0 },
    { name: 'session', weight: 1, scores: session, asked: !withoutSessions }
  ]
  return arms.filter(({ asked }) => asked)
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
