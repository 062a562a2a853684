/** Step 6: the cross-encoder over the top of the fused list, within its budget. */
import type { Reranker } from '../../../../kernel/capabilities/reranker.ts'
import type { Memory } from '../../../../kernel/nouns.ts'
import type { Fused } from './fuse.ts'

export interface Candidate extends Fused {
  memory: Memory
  /** What was told just before it in its session, when known. */
  previous: Memory | null
  /** What it is worth before the cross-encoder has read it; higher is better. */
  prior: number
  rerankScore: number | null
  relevance: number | null
}

/** Share of the cross-encoder in the final order; the rest is the fused order, which knows of sessions and words it does not. */
const rerankShare = 0.5

export async function rerank (reranker: Reranker, query: string, candidates: Candidate[], budgetMs: number, signal?: AbortSignal): Promise<{ ordered: Candidate[], degraded: string[] }> {
  if (candidates.length === 0) return { ordered: [], degraded: [] }
  let scores: Array<number | null>
  try {
    ({ scores } = await reranker.rerank(query, candidates.map(documentOf), { budgetMs, ...(signal !== undefined && { signal }) }))
  } catch {
    return { ordered: candidates, degraded: ['rerank'] }
  }
  if (scores.length === 0) return { ordered: candidates, degraded: [] }
  const scored = candidates.map((candidate, index) => ({ ...candidate, rerankScore: scores[index] ?? null, relevance: relevanceOf(reranker, scores[index] ?? null) }))
  const [ranked, left] = [scored.filter(({ rerankScore }) => rerankScore !== null), scored.filter(({ rerankScore }) => rerankScore === null)]
  const [rerankScale, priorScale] = [scale(ranked.map(({ rerankScore }) => rerankScore as number)), scale(ranked.map(({ prior }) => prior))]
  const blended = (candidate: Candidate) => rerankShare * rerankScale(candidate.rerankScore as number) + (1 - rerankShare) * priorScale(candidate.prior)
  return {
    ordered: [...ranked.sort((a, b) => blended(b) - blended(a)), ...left],
    degraded: left.length > 0 ? ['rerank'] : []
  }
}

function documentOf ({ memory }: Candidate): string {
  return memory.text
}

function relevanceOf ({ calibration }: Reranker, score: number | null): number | null {
  return calibration === null || score === null ? null : 1 / (1 + Math.exp(-(calibration.slope * score + calibration.intercept)))
}

/** Maps the range of the values onto 0 to 1. */
function scale (values: number[]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return value => high === low ? 1 : (value - low) / (high - low)
}
