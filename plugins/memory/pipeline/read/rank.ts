/** One search: what the arms find, expanded, fused, boosted and reranked. */
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { askArms, type Found } from './arms.ts'
import { expand, type Expanded } from './expand.ts'
import { armOf, fuse, type Arm, type Fused } from './fuse.ts'
import { periodNamed } from './period.ts'
import type { VectorOf } from './question-vectors.ts'
import type { Recipe } from './recipes.ts'
import { reorder, type Looked } from './reorder.ts'
import type { RerankLimits, ScoredMemory } from './rerank.ts'
import { answered } from './scores.ts'
import { speakerWeight } from './speaker.ts'

/** Candidates that are boosted and reranked; on LoCoMo more of them bring nothing. */
const candidatesBoosted = 60
/** Candidates whose neighbours are fetched along, because what the cross-encoder finds may raise them; and how many. */
const lookedBeside = 40
const mostBeside = 60
/** Of the fused so many are looked at where the reranker remembers them; 120 to 300 measure alike. */
const lookedKnown = 200

export interface RankContext {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  reranker: Reranker
  recipe: Recipe
  reranking: RerankLimits
  vectorOf: VectorOf
  /** Set where the answer is spread over a long time: what comes after this search orders it by that. */
  overTime?: boolean
}

export interface Ranked {
  arms: Arm[]
  expanded: Expanded
  /** Whether the query names an entity of the user. */
  named: boolean
  fused: Fused[]
  /** How many of the fused were looked at. */
  considered: number
  /** The candidates, best first. */
  ordered: ScoredMemory[]
  degraded: string[]
}

/** `lap` is called with each stage when it ends. */
export async function rank (
  context: RankContext,
  request: RecallRequest,
  lap: (stage: string) => void
): Promise<Ranked> {
  const { store, vectorOf, guard, recipe, overTime = false } = context
  const reorders = request.rerank || request.sessionArm
  const period = reorders ? periodNamed(store, request.userId, request.query, request.filter).catch(() => null) : null
  const found = await askArms(store, vectorOf, guard, request, recipe.depth)
  lap('arms')
  const expanded = await expand(store, request, found, recipe)
  lap('expand')
  const arms = armsOf(request, found, expanded, recipe)
  const fused = fuse(arms)
  lap('fuse')
  const wanted = reorders ? Math.max(candidatesBoosted, context.reranking.candidates, request.topK) : request.topK
  const { weightOf, ...looked } = await candidatesOf(context, request, fused, wanted, expanded)
  lap('hydrate')
  const { ordered, degraded } = reorders
    ? await reorder(context, request, looked, expanded, { period: await period, overTime })
    : { ordered: bySpeaker(looked.candidates, weightOf), degraded: [] }
  lap('rerank')
  return {
    arms,
    expanded,
    named: found.named.length > 0,
    fused,
    considered: looked.candidates.length,
    ordered,
    degraded: [...new Set([...found.degraded, ...expanded.degraded, ...degraded])]
  }
}

/**
 * The first `wanted` of the fused, and as many from behind as an assistant said of these; what a speaker counts; turns
 * next to them for the second round of reading; and others that the reranker may remember.
 */
async function candidatesOf (
  { store, recipe, reranker, overTime }: RankContext,
  { userId, query, rerank }: RecallRequest,
  fused: Fused[],
  wanted: number,
  expanded: Expanded
): Promise<Looked & { weightOf: (memory: Memory) => number }> {
  const weightOf = recipe.weights.session === 0 ? () => 1 : speakerWeight(query)
  const beside = rerank ? besideFirst(fused, wanted, expanded) : []
  const widely = rerank && recipe.weights.session > 0 && reranker.rerankKnown !== undefined && overTime !== true
  const behind = widely ? fused.slice(wanted, lookedKnown) : []
  const looked = new Map<string, ScoredMemory>()
  const look = async (some: Fused[]) => {
    const missing = some.filter(({ id }) => !looked.has(id))
    const found = missing.length === 0 ? [] : await hydrate(store, userId, missing, expanded)
    for (const one of found) looked.set(one.id, one)
  }
  await look([...new Set([...fused.slice(0, wanted), ...beside, ...behind])])
  /** Each is given once, whoever asks first. */
  const take = (some: Fused[]) =>
    some.flatMap(({ id }) => {
      const one = looked.get(id)
      looked.delete(id)
      return one ?? []
    })
  const first = take(fused.slice(0, wanted))
  const assistants = first.filter(({ memory }) => weightOf(memory) < 1).length
  const moved = fused.slice(wanted, wanted + assistants)
  await look(moved)
  return { candidates: [...first, ...take(moved)], beside: take(beside), behind: take(behind), weightOf }
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
export async function hydrate (
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
