/** Step 6: the cross-encoder reads the top of the list, within its budget; what it says is one more score that a memory has of its own. */
import type { Reranker } from '../../../../kernel/capabilities/reranker.ts'
import type { Memory } from '../../../../kernel/nouns.ts'
import type { Scores } from './arms.ts'
import type { Fused } from './fuse.ts'

export interface Candidate extends Fused {
  memory: Memory
  /** What was told just before it in its session, when known. */
  previous: Memory | null
  /** What orders the candidates; higher is better. */
  prior: number
  rerankScore: number | null
  relevance: number | null
}

export interface Bounds { budgetMs: number, candidates: number }

/** The first `candidates` are read, each alone: what its neighbours say is lent to it afterwards. Those behind them, and those the budget left out, keep no score. */
export async function rerank (reranker: Reranker, query: string, all: Candidate[], { budgetMs, candidates }: Bounds, signal?: AbortSignal): Promise<{ read: Candidate[], degraded: string[] }> {
  if (all.length === 0) return { read: [], degraded: [] }
  const top = all.slice(0, candidates)
  let scores: Array<number | null>
  try {
    ({ scores } = await reranker.rerank(query, top.map(({ memory }) => memory.text), { budgetMs, ...(signal !== undefined && { signal }) }))
  } catch {
    return { read: all, degraded: ['rerank'] }
  }
  if (scores.length === 0) return { read: all, degraded: [] }
  const scored = top.map((candidate, index) => ({ ...candidate, rerankScore: scores[index] ?? null, relevance: relevanceOf(reranker, scores[index] ?? null) }))
  return { read: [...scored, ...all.slice(candidates)], degraded: scored.some(({ rerankScore }) => rerankScore === null) ? ['rerank'] : [] }
}

/** The memories' own scores with what the cross-encoder found in them, from the least it gave (0) to the most (`weight`). */
export function withWhatWasRead (own: Scores, candidates: Candidate[], weight: number): Scores {
  const read = candidates.flatMap(({ id, rerankScore }) => rerankScore === null ? [] : [{ id, score: rerankScore }])
  const [least, most] = [Math.min(...read.map(({ score }) => score)), Math.max(...read.map(({ score }) => score))]
  const scores: Scores = new Map(own)
  for (const { id, score } of read) scores.set(id, (own.get(id) ?? 0) + weight * (most === least ? 1 : (score - least) / (most - least)))
  return scores
}

function relevanceOf ({ calibration }: Reranker, score: number | null): number | null {
  return calibration === null || score === null ? null : 1 / (1 + Math.exp(-(calibration.slope * score + calibration.intercept)))
}
