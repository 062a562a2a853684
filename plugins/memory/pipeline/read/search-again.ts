/**
 * Step 7: a second search, where the answer is spread over a long time and rerank is asked. What the first one believes
 * calls the matter by names that the question does not know ("my mother-in-law": Noreen), and other turns know it by
 * these alone. Both orders are fused, and a whole matter is spread over time.
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
  const plain = plainOrder(searches, request.query, context.recipe)
  return reordered(again ?? first, searches, fusedScores(searches, plain), inOrder)
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

/**
 * Both orders fused by rank. A memory that stands alone, or is a distilled fact, names its matter itself, so that
 * nothing beside it may move it: it keeps its place in the plain order.
 */
function fusedScores (searches: Ranked[], plain: string[]): Scores {
  const scores: Scores = new Map()
  for (const { ordered } of searches) {
    for (const [place, { id }] of ordered.entries()) scores.set(id, (scores.get(id) ?? 0) + shareOfRank(place + 1))
  }
  const ranks = new Map(plain.map((id, place) => [id, place + 1]))
  for (const { id, memory: { sessionId, source } } of candidatesOf(searches)) {
    if (sessionId !== null && source === 'verbatim') continue
    scores.set(id, searches.length * shareOfRank(ranks.get(id) ?? Infinity))
  }
  return scores
}

/** The candidates as the question would order them without rerank; who said the others is not known. */
function plainOrder (searches: Ranked[], query: string, { weights }: Recipe): string[] {
  const weightOf = weights.session === 0 ? () => 1 : speakerWeight(query)
  const weightsById = new Map(candidatesOf(searches).map(({ id, memory }) => [id, weightOf(memory)]))
  const found = (searches[0]?.arms ?? []).flatMap(arm =>
    arm.name === 'text' || arm.name === 'vector' ? [{ ...arm, weight: weights[arm.name] }] : []
  )
  return fuse(found).flatMap(({ id, rrfScore }) => {
    const weight = weightsById.get(id)
    return weight === undefined ? [] : [{ id, score: rrfScore * weight }]
  }).sort((a, b) => b.score - a.score).map(({ id }) => id)
}

const candidatesOf = (searches: Ranked[]): ScoredMemory[] => searches.flatMap(({ ordered }) => ordered)

/** `last` in the order of the scores, with the places' priors as they were. */
function reordered (last: Ranked, searches: Ranked[], scores: Scores, inOrder: boolean): Ranked {
  const known = new Set(last.ordered.map(({ id }) => id))
  const others = candidatesOf(searches).filter(({ id }) => !known.has(id))
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
