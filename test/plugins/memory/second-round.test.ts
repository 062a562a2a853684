/**
 * The second round of a reranked search: what the first one raises is read too, within the budget, and what the
 * reranker remembers is scored.
 */
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import { propagate } from '../../../plugins/memory/pipeline/read/propagate.ts'
import type { Expanded } from '../../../plugins/memory/pipeline/read/expand.ts'
import { reorder } from '../../../plugins/memory/pipeline/read/reorder.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { candidate } from './candidate.ts'
import { recallRequest } from './recall-request.ts'

const found = ['one', 'two', 'three', 'four', 'five', 'six']
/** "beside" stands next to the turn that the cross-encoder believes, and no arm had found it. */
const sessions = [{ sessionId: 's', memoryIds: ['six', 'beside'] }, { sessionId: 'o', memoryIds: found.slice(0, 5) }]
const request = recallRequest({ query: 'which colour' })

interface How {
  budgetMs?: number
  tookMs?: number
  weight?: number
  fails?: boolean
  /** Texts that the reranker remembers. */
  known?: string[]
  beside?: string[]
  overTime?: boolean
  query?: string
}

async function ordered (how: How = {}) {
  const { budgetMs = 60_000, tookMs = 0, weight = 1, fails = false, known, overTime = false, query = '' } = how
  const { beside = ['beside'] } = how
  const asked: string[][] = []
  const believed: Record<string, number> = { six: 5, beside: 4, far: 4.5, farther: 9 }
  const score = (text: string) => believed[text] ?? -5
  const reranker: Reranker = {
    ...noReranker,
    rerank: async (_, documents) => {
      asked.push(documents)
      if (fails && asked.length > 1) throw new Error('down')
      if (tookMs > 0) await wait(tookMs)
      return { scores: documents.map(score) }
    },
    ...known !== undefined && {
      rerankKnown: async (_, documents) => {
        if (fails) throw new Error('down')
        return { scores: documents.map(text => known.includes(text) ? score(text) : null) }
      }
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
    { ...request, query: query || request.query },
    { candidates: found.map(candidate), beside: beside.map(candidate), behind: ['far', 'farther'].map(candidate) },
    expanded,
    { period: null, overTime }
  )
  return { asked, degraded: result.degraded, ids: result.ordered.map(({ id }) => id), ordered: result.ordered }
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

t.test('what the reranker remembers behind the candidates is placed behind the fifth, and no more is read', async t => {
  const { asked, ids, ordered: all, degraded } = await ordered({ known: ['farther'] })
  const { ids: before, ordered: without } = await ordered()
  t.same(asked.flat().sort(), [...found, 'beside'].sort())
  t.same(ids.slice(0, 5), before.slice(0, 5))
  t.same(ids.filter(id => id !== 'farther'), before)
  t.ok(ids.includes('farther') && !ids.includes('far'))
  const far = all.find(({ id }) => id === 'farther')
  t.match(far, { rerankScore: 9, beyond: 'far' })
  const priors = (of: typeof all) => of.filter(({ id }) => found.includes(id)).map(({ id, prior }) => [id, prior])
  t.same(new Map(priors(all) as Array<[string, number]>), new Map(priors(without) as Array<[string, number]>))
  t.same(degraded, [])
})

t.test('what was looked at anyway and is remembered is known apart from what is there for no other reason', async t => {
  const many = ['beside', 'another', 'third', 'fourth']
  const { ordered: all } = await ordered({ known: ['fourth', 'far'], beside: many })
  t.same(
    ['six', 'beside', 'fourth', 'far'].map(wanted => all.find(({ id }) => id === wanted)?.beyond),
    [undefined, undefined, 'near', 'far']
  )
  t.equal(new Set(all.map(({ id }) => id)).size, all.length, 'each once')
})

t.test('of a dialogue what is remembered is scored for the utterances that the candidates were read for', async t => {
  const query = 'Ana: I saw a colour.\nBen: Which colour?'
  const { ordered: all, ids } = await ordered({ known: ['far'], query })
  t.same(all.find(({ id }) => id === 'far')?.utteranceScores, [4.5, 4.5])
  t.equal(ids.length, 8)
})

t.test('a question over time, and a reranker that fails, have what was read alone', async t => {
  const { ids } = await ordered()
  t.same((await ordered({ known: ['far', 'beside'], overTime: true })).ids, ids)
  const { ids: first } = await ordered({ fails: true })
  t.same((await ordered({ known: ['far'], fails: true })).ids, first)
})
