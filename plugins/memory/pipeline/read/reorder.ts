/**
 * Steps 5 and 6: the candidates in the order of what they say. They are boosted and the first of them read by the
 * cross-encoder; what it found is propagated, and those that this raises are read in a second round.
 */
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import { englishCompiled } from '../../../_shared/english/date-patterns.ts'
import { boost, cuesOf, type QueryCues } from './boosts.ts'
import type { Expanded } from './expand.ts'
import type { Recipe } from './recipes.ts'
import { addRerankScores, rerank, type RerankLimits, type ScoredMemory } from './rerank.ts'
import type { Nearness } from './time.ts'

/** The share of the candidates that may be read that waits for what the first ones raise. */
const shareOfSecondRound = 1 / 3
/** Places that the second round does not change: what it finds is more often the tenth or the twentieth hit. */
const standing = 5

export interface Reordering {
  reranker: Reranker
  recipe: Recipe
  reranking: RerankLimits
}

interface Round {
  cues: QueryCues
  /** When all reading ends, as `performance.now` counts. */
  end: number
  request: RecallRequest
  expanded: Expanded
  /** What the first round was to read. */
  first: ScoredMemory[]
  /** The order after it, and with the turns beside. */
  ordered: ScoredMemory[]
  more: ScoredMemory[]
  /** How many the second may read. */
  later: number
}

/** `beside` are the turns next to the candidates, for the second round. `period`: of a fact that the query names. */
export async function reorder (
  needs: Reordering,
  request: RecallRequest,
  hydrated: ScoredMemory[],
  beside: ScoredMemory[],
  expanded: Expanded,
  period: Nearness | null
): Promise<{ ordered: ScoredMemory[], degraded: string[] }> {
  const { reranker, recipe: { weights }, reranking } = needs
  const { own, session, propagated } = expanded
  await englishCompiled()
  const cues = cuesOf(request.query, Date.now(), period)
  const weight = weights.session
  const candidates = boost(cues, hydrated, { own, session, weight })
  if (!request.rerank) return { ordered: candidates, degraded: [] }
  const later = Math.floor(reranking.candidates * shareOfSecondRound)
  const limits = { ...reranking, candidates: reranking.candidates - later }
  const end = performance.now() + reranking.budgetMs
  const { reranked, degraded } = await rerank(reranker, request.query, candidates, limits, request.signal)
  if (reranked.every(({ rerankScore }) => rerankScore === null)) return { ordered: reranked, degraded }
  const first = reranked.slice(0, limits.candidates)
  const scores = addRerankScores(own, first, weights.rerank)
  const raised = propagated(scores)
  const ordered = boost(cues, reranked, { own: scores, session: raised, weight })
  // Without sessions nothing is propagated, so nothing is raised.
  if (weight === 0 || later === 0 || degraded.length > 0) return { ordered, degraded }
  const more = boost(cues, [...ordered, ...beside], { own: scores, session: raised, weight })
  const round = { cues, end, request, expanded, first, ordered, more, later }
  return { ordered: await secondRound(needs, round), degraded }
}

/** The order with what the first round raised: also turns that the arms had put too far behind to be looked at. */
async function secondRound (
  { reranker, recipe: { weights } }: Reordering,
  { cues, end, request, expanded: { own, propagated }, first, ordered, more, later }: Round
): Promise<ScoredMemory[]> {
  const firstRead = new Set(first.map(({ id }) => id))
  const next = more.filter(({ id }) => !firstRead.has(id)).slice(0, later)
  const budgetMs = Math.floor(end - performance.now())
  if (next.length === 0 || budgetMs < 1) return ordered
  const limits = { budgetMs, candidates: later }
  // Whatever it leaves out stands where the first round put it, so that nothing is missing.
  const { reranked } = await rerank(reranker, request.query, next, limits, request.signal)
  const read = new Map(reranked.filter(({ rerankScore }) => rerankScore !== null).map(one => [one.id, one]))
  if (read.size === 0) return ordered
  const scores = addRerankScores(own, [...first, ...read.values()], weights.rerank)
  const session = propagated(scores)
  const reordered = boost(cues, more.map(one => read.get(one.id) ?? one), {
    own: scores,
    session,
    weight: weights.session
  })
  const kept = ordered.slice(0, standing)
  const places = new Set(kept.map(({ id }) => id))
  return [...kept, ...reordered.filter(({ id }) => !places.has(id))]
}
