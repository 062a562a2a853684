/**
 * Step 7: a second search, where the answer is spread over a long time and rerank is asked. What the first one believes
 * calls the matter by names that the question does not know ("my mother-in-law": Noreen), and other turns know it by
 * these alone. Both orders are fused, and spread over time.
 */
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import type { Scores } from './arms.ts'
import { fuse, shareOfRank } from './fuse.ts'
import { namesSaid } from './names.ts'
import { passagesToRead } from './passages.ts'
import { rank, type RankContext, type Ranked } from './rank.ts'
import type { Recipe } from './recipes.ts'
import type { ScoredMemory } from './rerank.ts'
import { speakerWeight } from './speaker.ts'
import { spreadOverTime } from './spread.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Memories whose names are asked for; two to five measure alike. */
const believed = 3
const mostNames = 8

/** What the two searches count for memories that stand alone; a fifth puts questions below the plain hybrid search. */
const shareAlone = 0.1

/**
 * What is left of the budget for reranking bounds the second search. `inOrder`: the order of events is asked for, which
 * are often told one after the other, so that they are not spread.
 */
export async function searchAgain (
  context: RankContext,
  request: RecallRequest,
  first: Ranked,
  { inOrder, stages }: { inOrder: boolean, stages: Stopwatch }
): Promise<Ranked> {
  const names = namesBeside(request.query, first.ordered.slice(0, believed))
  const budgetMs = Math.floor(context.reranking.budgetMs - stages.total())
  const again = names.length === 0 || budgetMs < 1
    ? null
    : await rank(
      { ...context, reranking: { ...context.reranking, budgetMs } },
      { ...request, query: [request.query, ...names].join(' ') },
      () => stages.lap('again')
    ).catch(() => null)
  const searches = again === null ? [first] : [first, again]
  const scores = fusedScores(searches)
  const plain = plainOrder(first, request.query, context.recipe)
  return reordered(again ?? first, searches, scoresAlone(scores, searches, plain), inOrder)
}

/** What the memories call by name in the passage that the query is most about, and the query does not. */
export function namesBeside (query: string, memories: Array<Pick<ScoredMemory, 'memory'>>): string[] {
  const known = new Set(terms(query))
  const passages = passagesToRead(query, memories.map(({ memory: { text } }) => text)).flatMap(([best]) => best ?? [])
  const weights = new Map<string, number>()
  for (const [place, passage] of passages.entries()) {
    for (const name of new Set(namesSaid(passage))) {
      if (!terms(name).every(term => known.has(term))) weights.set(name, (weights.get(name) ?? 0) + 1 / (1 + place))
    }
  }
  return [...weights].sort(([, a], [, b]) => b - a).slice(0, mostNames).map(([name]) => name)
}

function fusedScores (searches: Ranked[]): Scores {
  const scores: Scores = new Map()
  for (const { ordered } of searches) {
    for (const [place, { id }] of ordered.entries()) scores.set(id, (scores.get(id) ?? 0) + shareOfRank(place + 1))
  }
  return scores
}

/** The ids as a search without rerank would order them. */
function plainOrder ({ arms, ordered }: Ranked, query: string, { weights }: Recipe): string[] {
  const weightOf = weights.session === 0 ? () => 1 : speakerWeight(query)
  const weightsById = new Map(ordered.map(({ id, memory }) => [id, weightOf(memory)]))
  const found = arms.flatMap(arm =>
    arm.name === 'text' || arm.name === 'vector' ? [{ ...arm, weight: weights[arm.name] }] : []
  )
  return fuse(found).map(({ id, rrfScore }) => ({ id, score: rrfScore * (weightsById.get(id) ?? 1) }))
    .sort((a, b) => b.score - a.score).map(({ id }) => id)
}

/** The scores, those of memories that stand alone by their place in the plain order. */
function scoresAlone (scores: Scores, searches: Ranked[], plain: string[]): Scores {
  const ranks = new Map(plain.map((id, place) => [id, place + 1]))
  const memories = searches.flatMap(({ ordered }) => ordered)
  return new Map(memories.map(({ id, memory: { sessionId, source } }) => {
    const score = scores.get(id) ?? 0
    if (sessionId !== null && source === 'verbatim') return [id, score]
    const rank = ranks.get(id)
    const byPlace = rank === undefined ? 0 : searches.length * shareOfRank(rank)
    return [id, shareAlone * score + (1 - shareAlone) * byPlace]
  }))
}

/** `last` in the order of the scores, with the places' priors as they were. */
function reordered (last: Ranked, searches: Ranked[], scores: Scores, inOrder: boolean): Ranked {
  const known = new Set(last.ordered.map(({ id }) => id))
  const others = searches.flatMap(({ ordered }) => ordered).filter(({ id }) => !known.has(id))
  const memories = [...last.ordered, ...others]
  const priors = memories.map(({ prior }) => prior).sort((a, b) => b - a)
  const places = new Map(inOrder ? [] : searches.flatMap(({ expanded }) => [...expanded.places()]))
  return {
    ...last,
    degraded: [...new Set(searches.flatMap(({ degraded }) => degraded))],
    ordered: spreadOverTime(memories, scores, places)
      .map((one, place) => ({ ...one, prior: priors[place] as number }))
  }
}
