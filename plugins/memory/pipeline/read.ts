/** The read path, in its order: arms, widen, fuse, hydrate, converse, rerank, pack. It is given no LLM, so it cannot call one. */
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { Guard } from '../../../kernel/capabilities/guard.ts'
import type { Recall, RecallRequest } from '../../../kernel/capabilities/memory.ts'
import type { Reranker } from '../../../kernel/capabilities/reranker.ts'
import type { Match, Store } from '../../../kernel/capabilities/store.ts'
import type { AccessLog } from './read/access-log.ts'
import { askArms, type Found } from './read/arms.ts'
import { converse, questionOf } from './read/converse.ts'
import { fuse, type Fused } from './read/fuse.ts'
import { pack } from './read/pack.ts'
import { questionVectors } from './read/question-vectors.ts'
import type { Recipe } from './read/recipes.ts'
import { rerank, withWhatWasRead, type Bounds, type Candidate } from './read/rerank.ts'
import { widen, type Widened } from './read/widen.ts'

/** How many of the fused are looked at for what they say; on LoCoMo nothing is won by looking at more. */
const orderedAnew = 60

export interface Reading {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  reranker: Reranker
  recipe: Recipe
  reranking: Bounds
  accessLog: AccessLog
}

export function createReadPath ({ store, embedder, guard, reranker, recipe, reranking, accessLog }: Reading) {
  const vectorOf = questionVectors(embedder)

  return async function recall (request: RecallRequest): Promise<Recall> {
    const stages = stopwatch()
    const found = await askArms(store, vectorOf, guard, request, recipe.depth)
    stages.lap('arms')
    const widened = await widen(store, request, found, recipe)
    stages.lap('widen')
    const fused = fuse(armsOf(found, widened, recipe))
    stages.lap('fuse')
    const wide = request.rerank || request.sessionArm
    const looked = wide ? Math.max(orderedAnew, reranking.candidates, request.topK) : request.topK
    const hydrated = await hydrate(request.userId, fused.slice(0, looked), widened)
    stages.lap('hydrate')
    const { ordered, degraded } = wide ? await readCandidates(request, hydrated, widened) : { ordered: hydrated, degraded: [] }
    stages.lap('rerank')
    let hits = pack(ordered, request)
    if (hits.length < request.topK && hits.some(({ similarIds }) => similarIds.length > 0)) {
      // What was told twice made one hit; those behind move up.
      hits = pack([...ordered, ...await hydrate(request.userId, fused.slice(looked, looked + request.topK), widened)], request)
    }
    accessLog.record(request.userId, request.app, hits)
    return {
      hits,
      degraded: [...new Set([...found.degraded, ...widened.degraded, ...degraded])],
      noRelevantMemory: hits.length === 0 || answersNothing(ordered),
      tookMs: stages.total(),
      timings: request.explain ? stages.laps : null
    }
  }

  /** Whether the cross-encoder read something, and believed none of it. */
  function answersNothing (candidates: Candidate[]): boolean {
    const relevances = candidates.flatMap(({ relevance }) => relevance === null ? [] : [relevance])
    return relevances.length > 0 && Math.max(...relevances) < (reranker.calibration?.noRelevantBelow ?? 0)
  }

  /** Orders the candidates by what they say; what the cross-encoder found is lent to neighbours like words and meaning. */
  async function readCandidates (request: RecallRequest, hydrated: Candidate[], { own, session, lent }: Widened): Promise<{ ordered: Candidate[], degraded: string[] }> {
    const question = questionOf(request.query, Date.now())
    const weight = recipe.weights.session
    const candidates = converse(question, hydrated, { own, session, weight })
    if (!request.rerank) return { ordered: candidates, degraded: [] }
    const { read, degraded } = await rerank(reranker, request.query, candidates, reranking, request.signal)
    if (read.every(({ rerankScore }) => rerankScore === null)) return { ordered: read, degraded }
    const scores = withWhatWasRead(own, read, recipe.weights.rerank)
    return { ordered: converse(question, read, { own: scores, session: lent(scores), weight }), degraded }
  }

  /** Texts of the candidates, and of what was told and found just before them, in one round trip. */
  async function hydrate (userId: string, fused: Fused[], { previous, own }: Widened): Promise<Candidate[]> {
    const ids = new Set(fused.flatMap(({ id }) => [id, ...askedBefore(id)]))
    const memories = new Map((await store.get(userId, [...ids])).map(memory => [memory.id, memory]))
    return fused.flatMap(entry => {
      const memory = memories.get(entry.id)
      if (memory === undefined) return []
      return [{ ...entry, memory, previous: memories.get(previous.get(entry.id) ?? '') ?? null, prior: entry.rrfScore, rerankScore: null, relevance: null }]
    })

    /** What was not found has nothing to lend to its answer. */
    function askedBefore (id: string): string[] {
      const before = previous.get(id)
      return before !== undefined && own.has(before) ? [before] : []
    }
  }
}

/** Where the session arm answered, it has counted the others already; they are named for their ranks. */
function armsOf (found: Found, { graph, session }: Widened, { weights }: Recipe): Array<Parameters<typeof fuse>[0][number]> {
  const alone = session.size === 0
  const scoresOf = (matches: Match[]) => new Map(matches.map(({ id, score }) => [id, score]))
  return [
    { name: 'text', weight: alone ? weights.text : 0, scores: scoresOf(found.text) },
    { name: 'vector', weight: alone ? weights.vector : 0, scores: scoresOf(found.vector) },
    { name: 'graph', weight: alone ? weights.graph : 0, scores: graph },
    { name: 'session', weight: 1, scores: session }
  ]
}

function stopwatch () {
  const start = performance.now()
  let last = start
  const laps: Record<string, number> = {}
  return {
    laps,
    lap (name: string): void {
      const now = performance.now()
      laps[name] = rounded(now - last)
      last = now
    },
    total: () => rounded(performance.now() - start)
  }
}

function rounded (ms: number): number {
  return Math.round(ms * 100) / 100
}
