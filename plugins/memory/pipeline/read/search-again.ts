/**
 * Step 7: a second search, where the answer is spread over a long time and rerank is asked. What the first one believes
 * calls the matter by names that the question does not know ("my mother-in-law": Noreen), and other turns know it by
 * these alone. Both orders are fused, and spread over time.
 */
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import type { Scores } from './arms.ts'
import { shareOfRank } from './fuse.ts'
import { namesSaid } from './names.ts'
import { passagesToRead } from './passages.ts'
import { rank, type RankContext, type Ranked } from './rank.ts'
import type { ScoredMemory } from './rerank.ts'
import { spreadOverTime } from './spread.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Memories whose names are asked for; two to five measure alike. */
const believed = 3
const mostNames = 8

/** What is left of the budget for reranking bounds the second search; where it finds nothing, the first is spread. */
export async function searchAgain (
  context: RankContext,
  request: RecallRequest,
  first: Ranked,
  stages: Stopwatch
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
  return fused(again ?? first, again === null ? [first] : [first, again])
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

/** `last` in the order of all of them together, with the places' scores as they were. */
function fused (last: Ranked, all: Ranked[]): Ranked {
  const scores: Scores = new Map()
  for (const { ordered } of all) {
    for (const [place, { id }] of ordered.entries()) scores.set(id, (scores.get(id) ?? 0) + shareOfRank(place + 1))
  }
  const known = new Set(last.ordered.map(({ id }) => id))
  const others = all.flatMap(({ ordered }) => ordered).filter(({ id }) => !known.has(id))
  const memories = [...last.ordered, ...others]
  const priors = memories.map(({ prior }) => prior).sort((a, b) => b - a)
  const places = new Map(all.flatMap(({ expanded }) => [...expanded.places()]))
  return {
    ...last,
    degraded: [...new Set(all.flatMap(({ degraded }) => degraded))],
    ordered: spreadOverTime(memories, scores, places)
      .map((one, place) => ({ ...one, prior: priors[place] as number }))
  }
}
