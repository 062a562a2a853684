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

/** Share of the cross-encoder in the final order; the rest is what the arms found, which knows of sessions and rare words. Anything from 0.2 to 0.5 measures alike. */
const rerankShare = 0.3
/** A distilled fact says all it means, so what the cross-encoder reads in it counts for more than what neighbours lend. */
const rerankShareOfFacts = 0.6
/** What stands before a turn tells what it is about; more than its end would only take time. */
const longestContext = 200

export interface Bounds { budgetMs: number, candidates: number }

/** The first `candidates` are read; those behind them, and those the budget left out, keep their order. */
export async function rerank (reranker: Reranker, query: string, all: Candidate[], { budgetMs, candidates }: Bounds, signal?: AbortSignal): Promise<{ ordered: Candidate[], degraded: string[] }> {
  if (all.length === 0) return { ordered: [], degraded: [] }
  const top = all.slice(0, candidates)
  let scores: Array<number | null>
  try {
    ({ scores } = await reranker.rerank(query, top.map(documentOf), { budgetMs, ...(signal !== undefined && { signal }) }))
  } catch {
    return { ordered: all, degraded: ['rerank'] }
  }
  if (scores.length === 0) return { ordered: all, degraded: [] }
  const scored = top.map((candidate, index) => ({ ...candidate, rerankScore: scores[index] ?? null, relevance: relevanceOf(reranker, scores[index] ?? null) }))
  const [ranked, left] = [scored.filter(({ rerankScore }) => rerankScore !== null), scored.filter(({ rerankScore }) => rerankScore === null)]
  const [rerankScale, priorScale] = [scale(ranked.map(({ rerankScore }) => rerankScore as number)), scale(ranked.map(({ prior }) => prior))]
  const blended = (candidate: Candidate) => {
    const share = candidate.memory.source === 'verbatim' ? rerankShare : rerankShareOfFacts
    return share * rerankScale(candidate.rerankScore as number) + (1 - share) * priorScale(candidate.prior)
  }
  return {
    ordered: [...ranked.sort((a, b) => blended(b) - blended(a)), ...left, ...all.slice(candidates)],
    degraded: left.length > 0 ? ['rerank'] : []
  }
}

/** A distilled fact is readable alone; a turn stored word for word is read with the one before it. */
function documentOf ({ memory, previous }: Candidate): string {
  return previous === null || memory.source !== 'verbatim' ? memory.text : `${previous.text.slice(-longestContext)}\n${memory.text}`
}

function relevanceOf ({ calibration }: Reranker, score: number | null): number | null {
  return calibration === null || score === null ? null : 1 / (1 + Math.exp(-(calibration.slope * score + calibration.intercept)))
}

/** Maps the range of the values onto 0 to 1. */
function scale (values: number[]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return value => high === low ? 1 : (value - low) / (high - low)
}
