/**
 * What a reranker is. For authors of rerankers too: `suite(t, build, example)` with tap's `t`, a function that makes
 * a fresh reranker (`close` is called after each test) and a question whose right document yours should know. Codes
 * are asserted, never messages.
 */
import { rerankerInterfaceVersion, type Reranker } from '../../domain/capabilities/reranker.ts'

interface Assertions {
  equal(found: unknown, wanted: unknown, message?: string): unknown
  ok(value: unknown, message?: string): unknown
  rejects(promise: Promise<unknown>): Promise<unknown>
}
interface Tester {
  test(name: string, options: object, body: (t: Assertions) => Promise<void>): unknown
}

export interface Built {
  reranker: Reranker
  close?: () => Promise<void>
}

export interface Example {
  query: string
  right: string
  wrong: string[]
}

const timeout = { budgetMs: 60_000 }
const hostile = [
  '',
  ' ',
  '\u0000',
  '"; DROP TABLE x; --',
  '[SEP] [CLS] [MASK]',
  '\ud800 half a pair',
  '👩‍👩‍👧 family',
  '東京に住んでいます。',
  'x'.repeat(50_000),
  'one two '.repeat(6_000)
]

export function suite (t: Tester, build: () => Promise<Built>, { query, right, wrong }: Example): void {
  const requirement = (name: string, body: (t: Assertions, reranker: Reranker) => Promise<void>) =>
    t.test(name, {}, async t => {
      const { reranker, close } = await build()
      try {
        await body(t, reranker)
      } finally {
        await close?.()
      }
    })

  requirement(
    'reranker.describes-itself: version, provider, model and calibration',
    async (t, { interfaceVersion, provider, model, calibration }) => {
      t.equal(interfaceVersion, rerankerInterfaceVersion)
      t.ok(provider.length > 0)
      t.ok(model.length > 0)
      t.ok(
        calibration === null ||
          (Number.isFinite(calibration.slope) && Number.isFinite(calibration.intercept) &&
            calibration.noRelevantBelow >= 0 && calibration.noRelevantBelow <= 1)
      )
    }
  )

  requirement('reranker.nothing: no document, no score', async (t, { rerank }) => {
    t.equal((await rerank(query, [], timeout)).scores.length, 0)
  })

  requirement(
    'reranker.one-score-a-document: in their order, finite, the right one highest wherever it stands',
    async (t, { rerank }) => {
      for (let place = 0; place <= wrong.length; place++) {
        const { scores } = await rerank(query, [...wrong.slice(0, place), right, ...wrong.slice(place)], timeout)
        t.equal(scores.length, wrong.length + 1)
        t.ok(scores.every(score => Number.isFinite(score)))
        t.equal(scores.indexOf(Math.max(...scores as number[])), place)
      }
    }
  )

  requirement('reranker.company: a score does not depend on the other documents', async (t, { rerank }) => {
    const [alone] = (await rerank(query, [right], timeout)).scores
    const [among] = (await rerank(query, [right, ...wrong, 'one two '.repeat(40)], timeout)).scores
    // Quantised models round by batch; what must not happen is that padding is read.
    t.ok(
      Math.abs((alone as number) - (among as number)) <= 0.05 * Math.max(1, Math.abs(alone as number)),
      `${alone} and ${among}`
    )
  })

  requirement('reranker.hostile-text: whatever stands in the question or a document is text', async (t, { rerank }) => {
    const { scores } = await rerank(query, hostile, timeout)
    t.equal(scores.length, hostile.length)
    t.ok(scores.every(score => score === null || Number.isFinite(score)))
    for (const text of hostile) t.equal((await rerank(text, [right], timeout)).scores.length, 1)
  })

  requirement('reranker.budget: what does not fit into it is null', async (t, { rerank }) => {
    const many = Array.from({ length: 500 }, (_, place) => `${right} ${'filler '.repeat(place % 200)}`)
    // How many fit is a matter of the machine, but for the budget that nothing fits.
    for (const budgetMs of [0, 20]) {
      // A server that was too slow may answer with an error instead of nothing.
      const scores = await rerank(query, many, { budgetMs }).then(({ scores }) => scores, ({ code }) => {
        t.equal(code, 'rerank_unavailable')
        return many.map(() => null)
      })
      t.equal(scores.length, many.length)
      t.ok(scores.every(score => score === null || (budgetMs > 0 && Number.isFinite(score))), `in ${budgetMs} ms`)
    }
  })

  requirement(
    'reranker.known: what it remembers has the score of a reading, the rest has none',
    async (t, { rerank, rerankKnown }) => {
      if (rerankKnown === undefined) return
      t.equal((await rerankKnown(query, [], timeout)).scores.length, 0)
      const read = (await rerank(query, wrong, timeout)).scores
      const { scores } = await rerankKnown(query, [right, ...wrong], timeout)
      t.equal(scores.length, wrong.length + 1)
      t.equal(scores[0], null)
      t.ok(scores.slice(1).every((score, place) => score === null || score === read[place]))
    }
  )

  requirement('reranker.abort: a request that was given up ends at once', async (t, { rerank }) => {
    await t.rejects(rerank(query, [right], { ...timeout, signal: AbortSignal.abort() }))
    const giveUp = new AbortController()
    const asked = rerank(query, Array.from({ length: 500 }, () => 'filler '.repeat(200)), {
      ...timeout,
      signal: giveUp.signal
    })
    giveUp.abort()
    await t.rejects(asked)
    t.equal((await rerank(query, [right], timeout)).scores.length, 1, 'and the next one is answered')
  })

  requirement('reranker.many-at-once: answers are not mixed up', async (t, { rerank }) => {
    const [alone] = (await rerank(query, [right], timeout)).scores
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, turn) => await rerank(query, turn % 2 === 0 ? [right] : [...wrong, right], timeout)
      )
    )
    for (const [turn, { scores }] of answers.entries()) {
      t.equal(scores.length, turn % 2 === 0 ? 1 : wrong.length + 1)
      t.ok(Math.abs((scores.at(-1) as number) - (alone as number)) <= 0.05 * Math.max(1, Math.abs(alone as number)))
    }
  })
}
