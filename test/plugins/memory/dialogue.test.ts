/** A dialogue as a query: its latest utterances are read by themselves too, within the budget. */
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import { addRerankScores, rerank } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { addUtterances, latestUtterances } from '../../../plugins/memory/pipeline/read/utterances.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { candidate } from './candidate.ts'

const dialogue = [
  'Ana: We are back from the coast.',
  'Assistant: Welcome home! How was it?',
  'Ana: The children swam every day,',
  'and nobody wanted to leave.',
  'Ana: School begins on Monday.',
  'Ana: My bees are gone, all of them.'
].join('\n')
const bees = 'Ana: My bees are gone, all of them.'

const memories = ['sea', 'hives', 'rain'].map(candidate)

/** `slow`: milliseconds that the first reading takes; `down`: the utterance that is not answered. */
async function readDialogue ({ query = dialogue, slow = 0, down = '' } = {}) {
  const asked: string[] = []
  const reranker: Reranker = {
    ...noReranker,
    calibration: { slope: 1, intercept: 0, noRelevantBelow: 0 },
    rerank: async (question, documents) => {
      asked.push(question)
      if (asked.length === 1 && slow > 0) await wait(slow)
      if (question === down) throw new Error('down')
      const [best, score] = question === bees ? ['hives', 2] : ['sea', 4]
      return { scores: documents.map(text => text === best ? score : 0) }
    }
  }
  const { reranked, degraded } = await rerank(reranker, query, memories, { budgetMs: 200, candidates: 9 })
  const own = new Map(memories.map(({ id }) => [id, 0]))
  const shares = [...addRerankScores(own, reranked, 1)].sort(([, a], [, b]) => b - a)
  return { asked, degraded, reranked, shares }
}

t.test('the last three utterances are read besides the whole, the latest first', async t => {
  const { asked, degraded, reranked, shares } = await readDialogue()
  t.equal(asked.length, 4)
  t.same(asked.slice(1), [
    bees,
    'Ana: School begins on Monday.',
    'Ana: The children swam every day,\nand nobody wanted to leave.'
  ])
  t.same(degraded, [])
  t.ok(shares.find(([id]) => id === 'hives')![1] > 0.2, 'what the last one calls for counts')
  t.same(shares.find(([id]) => id === 'rain'), ['rain', 0])
  t.same(reranked.map(({ rerankScore }) => rerankScore), [4, 0, 0], 'the whole alone says how likely a hit is relevant')
})

t.test('what the last utterance calls for goes before what the whole calls for as much', async t => {
  const whole = [1, 1, 0]
  const order = (...byUtterance: number[][]) => addUtterances(whole, byUtterance)
  const [last, earlier] = order([5, 0], [0, 5], [0, 0]) as [number, number, number]
  t.ok(last > earlier)
  t.same(order([], [], []), whole)
  t.same(order([5, 0], [0], [0, 0]), order([5], [0], [0]), 'an utterance that was not read for all is left out')
  t.same(addUtterances([], []), [])
  t.ok(order([1], [1], [1]).every(Number.isFinite), 'an utterance that tells none apart')
})

t.test('a question, and a dialogue of one utterance, are read once', async t => {
  for (const query of ['Where are my bees?', bees, 'Ana: one line\nand its second']) {
    t.same(latestUtterances(query), [])
    t.equal((await readDialogue({ query })).asked.length, 1)
  }
})

t.test('a budget that is used up, or a reading that fails, leaves the order of the whole', async t => {
  for (const how of [{ slow: 150 }, { down: bees }]) {
    const { shares, degraded } = await readDialogue(how)
    t.same([shares[0], shares[1]![1], degraded], [['sea', 1], 0, []])
  }
})
