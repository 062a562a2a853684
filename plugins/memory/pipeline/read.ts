/**
 * The read path, in its order: arms, expand, fuse, hydrate, boost, rerank, search again, pack, scale. It is given no
 * LLM, so it cannot call one.
 */
import type { MemoryService, Recall, RecallRequest } from '../../../domain/capabilities/memory.ts'
import { MemoryNotFound } from '../../../domain/errors.ts'
import { recallMeasured, type RecallMeasured } from '../../../domain/telemetry.ts'
import type { AccessLog } from './read/access-log.ts'
import { missOf } from './read/miss.ts'
import { noneRelevant } from './read/none-relevant.ts'
import { asksForOrder, topicOverTime } from './read/over-time.ts'
import { pack } from './read/pack.ts'
import { questionVectors } from './read/question-vectors.ts'
import { hydrate, rank, type RankContext, type Ranked } from './read/rank.ts'
import { withRelevance } from './read/relevance.ts'
import { scaleOf, scaleScores } from './read/scores.ts'
import { searchAgain } from './read/search-again.ts'
import { stopwatch } from './read/stopwatch.ts'

/** All that reading may use: no LLM. */
export interface ReadPathNeeds extends Omit<RankContext, 'vectorOf'> {
  accessLog: AccessLog
}

export function createReadPath (needs: ReadPathNeeds): Pick<MemoryService, 'recall' | 'explainMiss'> {
  const context: RankContext = { ...needs, vectorOf: questionVectors(needs.embedder) }
  return {
    async recall (request) {
      const { answer, laps } = await search(context, request)
      recallMeasured.publish({ request, timings: laps } satisfies RecallMeasured)
      needs.accessLog.record(request.userId, request.app, answer.hits)
      return answer
    },
    async explainMiss (request, id) {
      const [memory] = await context.store.get(request.userId, [id])
      if (memory === undefined) throw new MemoryNotFound(id)
      return missOf(memory, request, await search(context, request))
    }
  }
}

/** What a search answers, and what it did on the way. */
interface Search extends Pick<Ranked, 'fused' | 'considered' | 'ordered'> {
  answer: Recall
  laps: Record<string, number>
}

async function search (context: RankContext, request: RecallRequest): Promise<Search> {
  const { store, recipe, reranker } = context
  const stages = stopwatch()
  const topic = topicOverTime(request.query)
  const asked = { ...request, query: topic ?? request.query }
  const ranking = { ...context, overTime: topic !== null }
  const first = await rank(ranking, asked, stages.lap)
  const last = topic !== null && request.rerank
    ? await searchAgain(ranking, asked, first, { inOrder: asksForOrder(request.query), stages })
    : first
  const { arms, expanded, fused, considered, ordered } = last
  let hits = pack(ordered, request)
  if (hits.length < request.topK && hits.some(({ similarIds }) => similarIds.length > 0)) {
    // Equal texts made one hit; the candidates behind them move up.
    const placed = new Set(ordered.map(({ id }) => id))
    const behind = fused.filter(({ id }) => !placed.has(id)).slice(0, request.topK)
    hits = pack([...ordered, ...await hydrate(store, request.userId, behind, expanded)], request)
  }
  // Relevance was calibrated on the candidates that a search reads.
  const candidates = last.ordered.filter(({ beyond }) => beyond === undefined)
  hits = withRelevance(scaleScores(hits, scaleOf(arms, candidates, expanded, recipe)), candidates)
  const answer: Recall = {
    hits,
    degraded: last.degraded,
    noRelevantMemory: hits.length === 0 ||
      noneRelevant(reranker, request.query, first.named, first.ordered.filter(({ beyond }) => beyond !== 'far')),
    tookMs: stages.total(),
    timings: request.explain ? stages.laps : null
  }
  return { answer, laps: stages.laps, fused, considered, ordered }
}
