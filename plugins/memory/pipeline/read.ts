/**
 * The read path, in its order: arms, expand, fuse, hydrate, boost, rerank, pack, scale. It is given no LLM, so it
 * cannot call one.
 */
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../domain/capabilities/guard.ts'
import type { MemoryService, Recall, RecallRequest } from '../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { MemoryNotFound } from '../../../domain/errors.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { recallMeasured, type RecallMeasured } from '../../../domain/telemetry.ts'
import type { AccessLog } from './read/access-log.ts'
import { askArms, type Found } from './read/arms.ts'
import { expand, type Expanded } from './read/expand.ts'
import { armOf, fuse, type Arm, type Fused } from './read/fuse.ts'
import { missOf } from './read/miss.ts'
import { noneRelevant } from './read/none-relevant.ts'
import { pack } from './read/pack.ts'
import { periodNamed } from './read/period.ts'
import { questionVectors, type VectorOf } from './read/question-vectors.ts'
import type { Recipe } from './read/recipes.ts'
import { withRelevance } from './read/relevance.ts'
import { reorder } from './read/reorder.ts'
import type { RerankLimits, ScoredMemory } from './read/rerank.ts'
import { speakerWeight } from './read/speaker.ts'
import { answered, scaleOf, scaleScores } from './read/scores.ts'

/** Candidates that are boosted and reranked; on LoCoMo more of them bring nothing. */
const candidatesBoosted = 60
/** Candidates whose neighbours are fetched along, because what the cross-encoder finds may raise them; and how many. */
const lookedBeside = 40
const mostBeside = 60

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
      recallMeasured.publish({ request, timings: laps } satisfies RecallMeasured)
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
  const reorders = request.rerank || request.sessionArm
  const period = reorders ? periodNamed(store, request.userId, request.query, request.filter).catch(() => null) : null
  const found = await askArms(store, vectorOf, guard, request, recipe.depth)
  stages.lap('arms')
  const expanded = await expand(store, request, found, recipe)
  stages.lap('expand')
  const arms = armsOf(request, found, expanded, recipe)
  const fused = fuse(arms)
  stages.lap('fuse')
  const wanted = reorders ? Math.max(candidatesBoosted, context.reranking.candidates, request.topK) : request.topK
  const { candidates, beside, weightOf } = await candidatesOf(context, request, fused, wanted, expanded)
  stages.lap('hydrate')
  const { ordered, degraded } = reorders
    ? await reorder(context, request, candidates, beside, expanded, await period)
    : { ordered: bySpeaker(candidates, weightOf), degraded: [] }
  stages.lap('rerank')
  let hits = pack(ordered, request)
  if (hits.length < request.topK && hits.some(({ similarIds }) => similarIds.length > 0)) {
    // Equal texts made one hit; the candidates behind them move up.
    const placed = new Set(ordered.map(({ id }) => id))
    const behind = fused.filter(({ id }) => !placed.has(id)).slice(0, request.topK)
    hits = pack([...ordered, ...await hydrate(store, request.userId, behind, expanded)], request)
  }
  hits = withRelevance(scaleScores(hits, scaleOf(arms, ordered, expanded, recipe)), ordered)
  const answer: Recall = {
    hits,
    degraded: [...new Set([...found.degraded, ...expanded.degraded, ...degraded])],
    noRelevantMemory: hits.length === 0 ||
      noneRelevant(context.reranker, request.query, found.named.length > 0, ordered),
    tookMs: stages.total(),
    timings: request.explain ? stages.laps : null
  }
  return { answer, laps: stages.laps, fused, considered: candidates.length, ordered }
}

/**
 * The first `wanted` of the fused, and as many from behind as an assistant said of these; what a speaker counts; and
 * turns next to them for the second round of reading.
 */
async function candidatesOf (
  { store, recipe }: ReadContext,
  { userId, query, rerank }: RecallRequest,
  fused: Fused[],
  wanted: number,
  expanded: Expanded
): Promise<{ candidates: ScoredMemory[], beside: ScoredMemory[], weightOf: (memory: Memory) => number }> {
  const weightOf = recipe.weights.session === 0 ? () => 1 : speakerWeight(query)
  const next = rerank ? besideFirst(fused, wanted, expanded) : []
  const hydrated = await hydrate(store, userId, [...fused.slice(0, wanted), ...next], expanded)
  const besides = new Set(next.map(({ id }) => id))
  const first = hydrated.filter(({ id }) => !besides.has(id))
  const assistants = first.filter(({ memory }) => weightOf(memory) < 1).length
  const moved = assistants === 0
    ? []
    : await hydrate(store, userId, fused.slice(wanted, wanted + assistants), expanded)
  for (const { id } of moved) besides.delete(id)
  return { candidates: [...first, ...moved], beside: hydrated.filter(({ id }) => besides.has(id)), weightOf }
}

/** The candidates as they were fused, an assistant's turns further back. */
function bySpeaker (candidates: ScoredMemory[], weightOf: (memory: Memory) => number): ScoredMemory[] {
  return candidates.map(one => ({ ...one, prior: one.prior * weightOf(one.memory) })).sort((a, b) => b.prior - a.prior)
}

/** Of the fused those behind the candidates that stand next to one of the first of these. */
function besideFirst (fused: Fused[], candidates: number, { beside }: Expanded): Fused[] {
  const behind = new Map(fused.slice(candidates).map(one => [one.id, one]))
  return beside(fused.slice(0, lookedBeside).map(({ id }) => id)).flatMap(id => behind.get(id) ?? [])
    .slice(0, mostBeside)
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
  return fused.flatMap(({ id, rrfScore, ranks, scores }) => {
    const memory = memories.get(id)
    if (memory === undefined) return []
    return [{
      id,
      rrfScore,
      ranks,
      scores,
      memory,
      previous: memories.get(previous.get(id) ?? '') ?? null,
      prior: rrfScore,
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
  const arms: Array<Arm & { asked: boolean }> = [
    {
      ...armOf('text', withoutSessions ? weights.text : 0, found.text),
      asked: answered('text', request, found)
    },
    {
      ...armOf('vector', withoutSessions ? weights.vector : 0, found.vector),
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
