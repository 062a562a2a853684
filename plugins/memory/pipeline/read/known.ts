/**
 * What the reranker remembers from earlier searches: late interaction (ColBERT, see `plugins/reranker/onnx`) scores it
 * at next to no cost, so that it is looked at far behind the candidates that a search may read.
 */
import type { Reranker } from '../../../../domain/capabilities/reranker.ts'
import { passagesToRead, withoutAssistant } from './passages.ts'
import { readerOf, relevanceOf, type ScoredMemory } from './rerank.ts'
import { latestUtterances } from './utterances.ts'

export interface KnownLimits {
  budgetMs: number
  /** Of a dialogue how many utterances the candidates were read for. */
  utterances: number
}

/** Those of `all` that the reranker remembers, with their scores; it may read the others after the search. */
export async function rerankKnown (
  reranker: Reranker,
  query: string,
  all: ScoredMemory[],
  { budgetMs, utterances }: KnownLimits,
  signal?: AbortSignal
): Promise<ScoredMemory[]> {
  if (reranker.rerankKnown === undefined || all.length === 0) return []
  const asked = withoutAssistant(query)
  const passages = passagesToRead(asked, all.map(({ memory }) => memory.text))
  const ask: Reranker['rerank'] = async (...question) => await reranker.rerankKnown!(...question)
  try {
    const scores = await readerOf(ask, passages, signal)(asked, budgetMs) ?? []
    const known = scores.flatMap((score, place) => score === null ? [] : [{ place, score }])
    const read = readerOf(ask, known.map(({ place }) => passages[place] as string[]), signal)
    const readings: number[][] = []
    for (const utterance of latestUtterances(asked).slice(0, utterances)) {
      const reading = await read(utterance, budgetMs)
      // Without it their scores would be of another kind than the candidates'.
      if (reading === null || reading.includes(null)) return []
      readings.push(reading as number[])
    }
    return known.map(({ place, score }, at) => ({
      ...all[place] as ScoredMemory,
      rerankScore: score,
      utteranceScores: readings.map(reading => reading[at] as number),
      relevance: relevanceOf(reranker, score),
      beyond: 'far'
    }))
  } catch {
    // The search has its order without them.
    return []
  }
}
