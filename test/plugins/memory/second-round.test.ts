/** The second round of a reranked search: what the first one raises is read too, within the budget. */
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import type { RecallRequest } from '../../../domain/capabilities/memory.ts'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import { propagate } from '../../../plugins/memory/pipeline/read/propagate.ts'
import type { Expanded } from '../../../plugins/memory/pipeline/read/expand.ts'
import { reorder } from '../../../plugins/memory/pipeline/read/reorder.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { candidate } from './candidate.ts'

const found = ['one', 'two', 'three', 'four', 'five', 'six']
/** "beside" stands next to the turn that the cross-encoder believes, and no arm had found it. */
const sessions = [{ sessionId: 's', memoryIds: ['six', 'beside'] }, { sessionId: 'o', memoryIds: found.slice(0, 5) }]
const request: RecallRequest = {
  userId: 'ana',
  query: 'which colour',
  topK: 10,
  mode: 'hybrid',
  rerank: true,
  sessionArm: true,
  tokenBudget: 0,
  expandQuery: false,
  filter: {},
  app: null,
  explain: false
}

async function ordered (how: { budgetMs?: number, tookMs?: number, weight?: number, fails?: boolean } = {}) {
  const { budgetMs = 60_000, tookMs = 0, weight = 1, fails = false } = how
  const asked: string[][] = []
  const believed: Record<string, number> = { six: 5, beside: 4 }
  const reranker: Reranker = {
    ...noReranker,
    rerank: async (_, documents) => {
      asked.push(documents)
      if (fails && asked.length > 1) throw new Error('down')
      if (tookMs > 0) await wait(tookMs)
      return { scores: documents.map(text => believed[text] ?? -5) }
    }
  }
  const own = new Map(found.map((id, place) => [id, 1 - place / 100]))
  const propagated: Expanded['propagated'] = scores => propagate(scores, sessions, weight)
  const expanded: Expanded = {
    graph: new Map(),
    session: propagated(own),
    degraded: [],
    own,
    previous: new Map(),
    places: () => new Map(),
    beside: () => [],
    propagated
  }
  const recipe = { weights: { text: 1, vector: 1, graph: 1, session: weight, rerank: 1 }, depth: 100 }
  const reranking = { budgetMs, candidates: 9 }
  const result = await reorder(
    { reranker, recipe, reranking },
    request,
    found.map(candidate),
    [candidate('beside')],
    expanded,
    null
  )
  return { asked, degraded: result.degraded, ids: result.ordered.map(({ id }) => id) }
}

t.test('a turn next to one that the cross-encoder believes is read as well, and takes its place', async t => {
  const { asked, ids, degraded } = await ordered()
  t.same([asked.length, new Set(asked[0]), asked[1]], [2, new Set(found), ['beside']])
  t.equal(ids[0], 'six')
  t.equal(ids.indexOf('beside'), 5, 'the first five stand')
  t.same([ids.length, degraded], [7, []])
})

t.test('what the second round leaves out stands where the first one put it', async t => {
  const { ids: first, asked } = await ordered({ budgetMs: 1, tookMs: 20 })
  t.equal(asked.length, 1, 'the first round used the budget up')
  t.notOk(first.includes('beside'))
  const { ids, degraded } = await ordered({ fails: true })
  t.same([ids, degraded], [first, []])
})

t.test('without sessions nothing is raised, so there is one round', async t => {
  const { asked, ids } = await ordered({ weight: 0 })
  t.same([asked.length, asked[0]?.length, ids.length], [1, 6, 6])
})
