/**
 * Steps 5 and 6: the candidates in the order of what they say. They are boosted and the first of them read by the
 * cross-encoder; what it found is propagated, and those that this raises are read in a second round, together with what
 * it remembers of the memories behind them.
 */
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import { englishCompiled } from '../../../_shared/english/date-patterns.ts'
import { boost, cuesOf, type QueryCues } from './boosts.ts'
import type { Expanded } from './expand.ts'
import { rerankKnown } from './known.ts'
import type { Recipe } from './recipes.ts'
import { addRerankScores, rerank, type RerankLimits, type ScoredMemory } from './rerank.ts'
import { fuseTail } from './tail.ts'
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

/** What a search looks at. */
export interface Looked {
  candidates: ScoredMemory[]
  /** The turns next to the candidates, for the second round. */
  beside: ScoredMemory[]
  /** Behind both: placed only where the reranker remembers it. */
  behind: ScoredMemory[]
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
  behind: ScoredMemory[]
  /** How many the second may read. */
  later: number
  overTime: boolean
}

/** `period`: of a fact that the query names. `overTime`: the answer is spread, and the order will be too. */
export async function reorder (
  needs: Reordering,
  request: RecallRequest,
  { candidates: found, beside, behind }: Looked,
  expanded: Expanded,
  { period, overTime }: { period: Nearness | null, overTime: boolean }
): Promise<{ ordered: ScoredMemory[], degraded: string[] }> {
  const { reranker, recipe: { weights }, reranking } = needs
  const { own, session, propagated } = expanded
  await englishCompiled()
  const cues = cuesOf(request.query, Date.now(), period)
  const weight = weights.session
  const candidates = boost(cues, found, { own, session, weight })
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
  const round = { cues, end, request, expanded, first, ordered, more, behind, later, overTime }
  const last = await secondRound(needs, round)
  return { ordered: overTime ? last : fuseTail(last, cues, weight), degraded }
}

/** The order with what the first round raised: also turns that the arms had put too far behind to be looked at. */
async function secondRound (
  { reranker, recipe: { weights } }: Reordering,
  { cues, end, request, expanded: { own, propagated }, first, ordered, more, behind, later, overTime }: Round
): Promise<ScoredMemory[]> {
  const firstRead = new Set(first.map(({ id }) => id))
  const next = more.filter(({ id }) => !firstRead.has(id)).slice(0, later)
  const budgetMs = Math.floor(end - performance.now())
  if (next.length === 0 || budgetMs < 1) return ordered
  const limits = { budgetMs, candidates: later }
  const asked = new Set(next.map(({ id }) => id))
  const others = overTime ? [] : [...more.filter(({ id }) => !firstRead.has(id) && !asked.has(id)), ...behind]
  const [{ reranked }, remembered] = await Promise.all([
    // Whatever it leaves out stands where the first round put it, so that nothing is missing.
    rerank(reranker, request.query, next, limits, request.signal),
    rerankKnown(
      reranker,
      request.query,
      others,
      { budgetMs, utterances: first[0]?.utteranceScores?.length ?? 0 },
      request.signal
    )
  ])
  const near = new Set(more.map(({ id }) => id))
  const known = remembered.map(one => near.has(one.id) ? { ...one, beyond: 'near' as const } : one)
  const read = new Map(
    [...reranked.filter(({ rerankScore }) => rerankScore !== null), ...known].map(one => [one.id, one])
  )
  if (read.size === 0) return ordered
  const scores = addRerankScores(own, [...first, ...read.values()], weights.rerank)
  const session = propagated(scores)
  const all = [...more.map(one => read.get(one.id) ?? one), ...known.filter(({ beyond }) => beyond === 'far')]
  const reordered = boost(cues, all, {
    own: scores,
    session,
    weight: weights.session
  })
  const kept = ordered.slice(0, standing)
  const places = new Set(kept.map(({ id }) => id))
  return [...kept, ...reordered.filter(({ id }) => !places.has(id))]
}
