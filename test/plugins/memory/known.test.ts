/** What the reranker remembers is found behind the candidates, and no probability depends on it. */
import t from 'tap'
import type { Reranker } from '../../../domain/capabilities/reranker.ts'
import { createReadPath } from '../../../plugins/memory/pipeline/read.ts'
import { recipeOf } from '../../../plugins/memory/pipeline/read/recipes.ts'
import { noReranker } from '../../../plugins/reranker/none/index.ts'
import { newMemory } from '../../conformance/store/suite.ts'
import { openEmbedded } from '../../services/embedded.ts'
import { recallRequest } from './recall-request.ts'

const right = 'A friend once mentioned, in passing and among many other things of that summer, a boat painted green.'

t.test('a memory far behind the candidates is a hit once the reranker remembers it', async t => {
  const { app } = await openEmbedded(t)
  const userId = 'ana'
  const texts = [...Array.from({ length: 90 }, (_, place) => `The boat has colour ${place}.`), right]
  const vectors = await app.embedder.embed(texts)
  await app.store.commit({
    userId,
    add: texts.map((text, place) => ({ ...newMemory(userId, text), embedding: vectors[place]! }))
  })
  const score = (text: string) => text === right ? 6 : -3 - Number(/\d+/.exec(text)?.[0] ?? 0) / 100
  const reading: Reranker = {
    ...noReranker,
    calibration: { slope: 1, intercept: 0, noRelevantBelow: 0.5 },
    rerank: async (_, documents) => ({ scores: documents.map(score) })
  }
  const remembering: Reranker = {
    ...reading,
    rerankKnown: async (_, documents) => ({ scores: documents.map(text => text === right ? score(text) : null) })
  }
  const search = async (reranker: Reranker) =>
    await createReadPath({
      store: app.store,
      embedder: app.embedder,
      guard: undefined,
      reranker,
      recipe: recipeOf({ Recipe: 'balanced' }),
      reranking: { budgetMs: 60_000, candidates: 60 },
      accessLog: { record: () => {}, flush: async () => {} }
    }).recall(recallRequest({ userId, query: 'Which colour has the boat?', topK: 20, sessionArm: false }))
  const [before, now] = [await search(reading), await search(remembering)]
  const placeOf = ({ hits }: typeof now) => hits.findIndex(({ memory: { text } }) => text === right)
  t.equal(placeOf(before), -1)
  t.ok(placeOf(now) >= 5, String(placeOf(now)))
  t.ok(now.hits[placeOf(now)]!.relevance! > now.hits[0]!.relevance!)
  const about = ({ hits, noRelevantMemory }: typeof now) => [
    noRelevantMemory,
    hits.slice(0, 5).map(({ relevance, score }) => [relevance, score])
  ]
  t.same(about(now), about(before), 'what the others are worth does not depend on it')
  t.ok(now.hits.every(({ score }, place) => place === 0 || score <= now.hits[place - 1]!.score))
})
