/**
 * `npm run eval -- locomo <file> --leave-one-out`: what recall to expect of a talk that the weights were not chosen on.
 * For each talk the weights are chosen anew on the others, among those around the shipped ones, and measured on it.
 */
import { table } from '../../cli/table.ts'
import { createReadPath } from '../../plugins/memory/pipeline/read.ts'
import { recipeOf } from '../../plugins/memory/pipeline/read/recipes.ts'
import type { Service } from '../service.ts'
import { cutoffs, recallAt, type Talk } from './talks.ts'

/** Tried around what the recipe `balanced` has: two thirds, as they are, and half as much again. */
const factors = [2 / 3, 1, 3 / 2]
const varied = ['vector', 'session', 'rerank'] as const

type Weights = ReturnType<typeof recipeOf>['weights']

/** Recall of one talk at each cutoff, summed over its questions. */
type Sums = number[]

const shipped = recipeOf({ Recipe: 'balanced' })

export async function leaveOneOut (service: Service, talks: Talk[], turnOf: Map<string, string>): Promise<void> {
  const tried: Array<{ weights: Weights, sums: Sums[] }> = []
  for (const weights of combinations()) tried.push({ weights, sums: await measure(service, talks, turnOf, weights) })
  const asShipped = tried.find(({ weights }) => varied.every(name => weights[name] === shipped.weights[name]))
  if (asShipped === undefined) throw new Error('The shipped weights were not among those tried.')
  const chosen = talks.map((_, left) => {
    const worth = ({ sums }: typeof asShipped) =>
      sums.reduce((all, sum, talk) => talk === left ? all : all + total(sum), 0)
    return tried.reduce((best, one) => worth(one) > worth(best) ? one : best, asShipped)
  })
  const counts = talks.map(({ questions }) => questions.length)
  const rows = talks.map(({ id }, talk) => [
    id,
    shown([asShipped.sums[talk] as Sums], [counts[talk] as number]),
    shown([chosen[talk]?.sums[talk] as Sums], [counts[talk] as number]),
    varied.map(name => `${name} ${chosen[talk]?.weights[name].toFixed(2)}`).join(', ')
  ])
  console.log(
    table(
      `R@${cutoffs.join(' / ')}, hybrid + rerank, ${tried.length} weights tried`,
      ['', 'as shipped', 'left out', 'chosen on the others'],
      [
        ...rows,
        ['all', shown(asShipped.sums, counts), shown(chosen.map(({ sums }, talk) => sums[talk] as Sums), counts), '']
      ]
    )
  )
}

function combinations (): Weights[] {
  return varied.reduce<Weights[]>(
    (all, name) =>
      all.flatMap(weights => factors.map(factor => ({ ...weights, [name]: shipped.weights[name] * factor }))),
    [shipped.weights]
  )
}

/** Asked past HTTP: the service's own read path with other weights, over the memories that the reranker has read. */
async function measure (
  { app }: Service,
  talks: Talk[],
  turnOf: Map<string, string>,
  weights: Weights
): Promise<Sums[]> {
  const { recall } = createReadPath({
    store: app.store,
    embedder: app.embedder,
    guard: undefined,
    reranker: app.reranker,
    recipe: { ...shipped, weights },
    // All is read, so that the load of the machine does not choose.
    reranking: { budgetMs: 600_000, candidates: 60 },
    accessLog: { record: () => {}, flush: async () => {} }
  })
  const sums: Sums[] = []
  for (const { id: userId, questions } of talks) {
    const sum = cutoffs.map(() => 0)
    for (const question of questions) {
      const { hits } = await recall({
        userId,
        query: question.text,
        topK: Math.max(...cutoffs),
        mode: 'hybrid',
        rerank: true,
        sessionArm: false,
        tokenBudget: 0,
        expandQuery: false,
        filter: {},
        app: null,
        explain: false
      })
      const found = hits.map(({ memory }) => turnOf.get(memory.id) ?? '')
      for (const [place, cutoff] of cutoffs.entries()) sum[place]! += recallAt(cutoff, found, question)
    }
    sums.push(sum)
  }
  return sums
}

const total = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

function shown (sums: Sums[], counts: number[]): string {
  return cutoffs.map((_, place) => (100 * total(sums.map(sum => sum[place] as number)) / total(counts)).toFixed(1))
    .join(' / ')
}
