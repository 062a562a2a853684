/** Step 9: puts the scores of the hits on scales that a client can set a floor on. */
import type { Hit, RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Found } from './arms.ts'
import type { Expanded } from './expand.ts'
import { mostFused, type Arm } from './fuse.ts'
import { asOwnSession } from './propagate.ts'
import type { Recipe } from './recipes.ts'
import type { ScoredMemory } from './rerank.ts'

export interface ScoreScale {
  /** The most that the fused arms could give. */
  fused: number
  /** The most that what orders the candidates could be, without boosts. */
  prior: number
  /** How likely the best candidate is relevant, 0 to 1; null without a calibrated cross-encoder. */
  relevance: number | null
}

/** Fused arms are asked arms: one that failed could give nothing. */
export function scaleOf (
  arms: Arm[],
  ordered: ScoredMemory[],
  { graph, session }: Pick<Expanded, 'graph' | 'session'>,
  { weights }: Recipe
): ScoreScale {
  const fused = mostFused(arms)
  const asked = new Set(arms.map(({ name }) => name))
  const relevances = ordered.flatMap(({ relevance }) => relevance === null ? [] : [relevance])
  const reranked = ordered.some(({ rerankScore }) => rerankScore !== null)
  const own = (asked.has('text') ? weights.text : 0) +
    (asked.has('vector') ? weights.vector : 0) +
    (graph.size > 0 ? weights.graph : 0) +
    (reranked ? weights.rerank : 0)
  return {
    fused,
    prior: session.size === 0 && !reranked ? fused : asOwnSession(own, weights.session),
    relevance: relevances.length === 0 ? null : Math.max(...relevances)
  }
}

/**
 * `rrfScore` as a share of the most that the arms could give. `score`, which never rises from one hit to the next: with
 * a calibrated cross-encoder the best candidate's relevance, times the hit's share of the first hit's score; else the
 * hit's share of the most that there could be.
 */
export function scaleScores (hits: Hit[], { fused, prior, relevance }: ScoreScale): Hit[] {
  const first = hits[0]?.score ?? 1
  let ceiling = 1
  return hits.map(hit => {
    const share = relevance === null ? hit.score / prior : relevance * hit.score / first
    ceiling = Math.min(ceiling, share)
    return { ...hit, rrfScore: Math.min(1, hit.rrfScore / fused), score: ceiling }
  })
}

/** Whether an arm was asked and answered. */
export function answered (
  name: 'text' | 'vector',
  { mode }: Pick<RecallRequest, 'mode'>,
  { degraded }: Found
): boolean {
  return (mode === 'hybrid' || mode === name) && !degraded.includes(name)
}
