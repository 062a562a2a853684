/** Step 6: the cross-encoder scores the first candidates within its budget, one more score of each memory's own. */
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Scores } from './arms.ts'
import type { Fused } from './fuse.ts'
import { passagesToRead, withoutAssistant } from './passages.ts'

/** A memory with all the scores it has so far. */
export interface ScoredMemory extends Fused {
  memory: Memory
  /** The turn just before it in its session, when that was found too. */
  previous: Memory | null
  /** What orders the candidates; higher is better. */
  prior: number
  rerankScore: number | null
  relevance: number | null
}

export interface RerankLimits {
  /** Milliseconds for one search; 0 or more. */
  budgetMs: number
  /** How many candidates are scored at most, both rounds together. */
  candidates: number
}

/**
 * The first `candidates` are read, each by itself and a long one in its best passages: scores are propagated to
 * neighbours afterwards. Those behind them, and those the budget left out, get no score.
 */
export async function rerank (
  reranker: Reranker,
  query: string,
  all: ScoredMemory[],
  { budgetMs, candidates }: RerankLimits,
  signal?: AbortSignal
): Promise<{ reranked: ScoredMemory[], degraded: string[] }> {
  if (all.length === 0) return { reranked: [], degraded: [] }
  const top = all.slice(0, candidates)
  const asked = withoutAssistant(query)
  const passages = passagesToRead(asked, top.map(({ memory }) => memory.text))
  // Every candidate's best passage before anybody's second one, so that the budget reaches all of them.
  const documents = [0, 1].flatMap(rank =>
    passages.flatMap((of, place) => of[rank] === undefined ? [] : [{ place, text: of[rank] }])
  )
  let found: Array<number | null>
  try {
    ;({ scores: found } = await reranker.rerank(asked, documents.map(({ text }) => text), {
      budgetMs,
      ...(signal !== undefined && { signal })
    }))
  } catch {
    return { reranked: all, degraded: ['rerank'] }
  }
  if (found.length === 0) return { reranked: all, degraded: [] }
  const scores: Array<number | null> = top.map(() => null)
  for (const [index, { place }] of documents.entries()) {
    const score = found[index] ?? null
    if (score !== null) scores[place] = Math.max(score, scores[place] ?? -Infinity)
  }
  const scored = top.map((candidate, index) => ({
    ...candidate,
    rerankScore: scores[index] ?? null,
    relevance: relevanceOf(reranker, scores[index] ?? null)
  }))
  return {
    reranked: [...scored, ...all.slice(candidates)],
    degraded: scored.some(({ rerankScore }) => rerankScore === null) ? ['rerank'] : []
  }
}

/**
 * The memories' own scores plus the cross-encoder's, scaled from its lowest (0) to its highest (`weight`). Squared,
 * because the lower half of the candidates differs by chance, and more candidates shall not move the upper ones. Those
 * of the candidates asked for that the budget left out get the mean of the others, and all of it counts only as far as
 * the reading got: what was read first are the short ones, not the best.
 */
export function addRerankScores (own: Scores, candidates: ScoredMemory[], weight: number): Scores {
  const reranked = candidates.flatMap(({ id, rerankScore }) => rerankScore === null ? [] : [{ id, score: rerankScore }])
  const [lowest, highest] = [
    Math.min(...reranked.map(({ score }) => score)),
    Math.max(...reranked.map(({ score }) => score))
  ]
  const shares = new Map(
    reranked.map(({ id, score }) => [
      id,
      highest === lowest ? 1 : ((score - lowest) / (highest - lowest)) ** 2
    ])
  )
  const mean = [...shares.values()].reduce((sum, share) => sum + share, 0) / Math.max(1, shares.size)
  const scores: Scores = new Map(own)
  for (const { id } of candidates) {
    const share = (shares.get(id) ?? mean) * shares.size / candidates.length
    scores.set(id, (own.get(id) ?? 0) + weight * share)
  }
  return scores
}

function relevanceOf ({ calibration }: Reranker, score: number | null): number | null {
  return calibration === null || score === null
    ? null
    : 1 / (1 + Math.exp(-(calibration.slope * score + calibration.intercept)))
}
