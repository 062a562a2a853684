/** Step 6: the cross-encoder scores the first candidates within its budget, one more score of each memory's own. */
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Scores } from './arms.ts'
import type { Fused } from './fuse.ts'
import { passagesToRead, withoutAssistant } from './passages.ts'
import { addUtterances, latestUtterances } from './utterances.ts'

/** A memory with all the scores it has so far. */
export interface ScoredMemory extends Fused {
  memory: Memory
  /** The turn just before it in its session, when that was found too. */
  previous: Memory | null
  /** What orders the candidates; higher is better. */
  prior: number
  rerankScore: number | null
  /** Of a dialogue in the query the scores for its latest utterances, latest first. */
  utteranceScores?: number[]
  relevance: number | null
  /**
   * Scored only because the reranker remembered it, so that nothing is compared with it: `near` was looked at anyway,
   * `far` is known for no other reason.
   */
  beyond?: 'near' | 'far'
}

export interface RerankLimits {
  /** Milliseconds for one search; 0 or more. */
  budgetMs: number
  /** How many candidates are scored at most, both rounds together. */
  candidates: number
}

/**
 * The first `candidates` are read, each by itself and a long one in its best passages: scores are propagated to
 * neighbours afterwards. Of a dialogue its latest utterances are read too, where there is time. Those behind them, and
 * those the budget left out, get no score.
 */
export async function rerank (
  reranker: Reranker,
  query: string,
  all: ScoredMemory[],
  { budgetMs, candidates }: RerankLimits,
  signal?: AbortSignal
): Promise<{ reranked: ScoredMemory[], degraded: string[] }> {
  if (all.length === 0) return { reranked: [], degraded: [] }
  const start = performance.now()
  const top = all.slice(0, candidates)
  const asked = withoutAssistant(query)
  const passages = passagesToRead(asked, top.map(({ memory }) => memory.text))
  const read = readerOf(async (...question) => await reranker.rerank(...question), passages, signal)
  let scores: Array<number | null> | null
  try {
    scores = await read(asked, budgetMs)
  } catch {
    return { reranked: all, degraded: ['rerank'] }
  }
  if (scores === null) return { reranked: all, degraded: [] }
  const degraded = scores.includes(null) ? ['rerank'] : []
  const utterances = degraded.length > 0 ? [] : await readUtterances(read, asked, start, budgetMs)
  const scored = top.map((candidate, index) => ({
    ...candidate,
    rerankScore: scores[index] ?? null,
    utteranceScores: utterances.map(reading => reading[index] as number),
    relevance: relevanceOf(reranker, scores[index] ?? null)
  }))
  return { reranked: [...scored, ...all.slice(candidates)], degraded }
}

/** Each text's score for a question, that of its best passage; null where the reranker has no opinion. */
type Read = (question: string, budgetMs: number) => Promise<Array<number | null> | null>

export function readerOf (ask: Reranker['rerank'], passages: string[][], signal?: AbortSignal): Read {
  // Every candidate's best passage before anybody's second one, so that the budget reaches all of them.
  const documents = [0, 1].flatMap(rank =>
    passages.flatMap((of, place) => of[rank] === undefined ? [] : [{ place, text: of[rank] }])
  )
  return async (question, budgetMs) => {
    const { scores: found } = await ask(question, documents.map(({ text }) => text), {
      budgetMs,
      ...(signal !== undefined && { signal })
    })
    if (found.length === 0) return null
    const scores: Array<number | null> = passages.map(() => null)
    for (const [index, { place }] of documents.entries()) {
      const score = found[index] ?? null
      if (score !== null) scores[place] = Math.max(score, scores[place] ?? -Infinity)
    }
    return scores
  }
}

/** As many of a dialogue's latest utterances as the budget allows, each for all of the candidates. */
async function readUtterances (read: Read, asked: string, start: number, budgetMs: number): Promise<number[][]> {
  const tookMs = performance.now() - start
  const readings: number[][] = []
  for (const utterance of latestUtterances(asked)) {
    const leftMs = Math.floor(budgetMs - (performance.now() - start))
    // A server is not asked what it would hardly answer in time: it would count as down.
    if (leftMs < Math.max(1, tookMs)) break
    const reading = await read(utterance, leftMs).catch(() => null)
    if (reading === null || reading.includes(null)) break
    readings.push(reading as number[])
  }
  return readings
}

/**
 * The memories' own scores plus the cross-encoder's, scaled from its lowest (0) to its highest (`weight`). Squared,
 * because the lower half of the candidates differs by chance, and more candidates shall not move the upper ones. Those
 * of the candidates asked for that the budget left out get the mean of the others, and all of it counts only as far as
 * the reading got: what was read first are the short ones, not the best. What was scored beyond the candidates stands
 * last and is put on their scale.
 */
export function addRerankScores (own: Scores, candidates: ScoredMemory[], weight: number): Scores {
  const read = candidates.filter(({ rerankScore }) => rerankScore !== null)
  const compared = read.filter(({ beyond }) => beyond === undefined).length
  const combined = addUtterances(
    read.map(({ rerankScore }) => rerankScore as number),
    read.map(({ utteranceScores }) => utteranceScores ?? []),
    compared
  )
  const reranked = read.map(({ id }, place) => ({ id, score: combined[place] as number }))
  const scale = combined.slice(0, compared)
  const [lowest, highest] = [Math.min(...scale), Math.max(...scale)]
  const shares = new Map(
    reranked.map(({ id, score }) => [
      id,
      highest === lowest ? 1 : (Math.max(0, score - lowest) / (highest - lowest)) ** 2
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

export function relevanceOf ({ calibration }: Reranker, score: number | null): number | null {
  return calibration === null || score === null
    ? null
    : 1 / (1 + Math.exp(-(calibration.slope * score + calibration.intercept)))
}
