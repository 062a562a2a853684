import { terms } from '../../../domain/text/analyse.ts'
import type { NewMemory } from '../../../domain/nouns.ts'
import { at, freshUser, given, newMemory, random, type Chapter } from './suite.ts'

/**
 * BM25 as Robertson and Zaragoza write it (k1 1.2, b 0.75) with the idf of Lucene; plain loops, nothing shared but
 * the terms.
 */
export function referenceScores (corpus: NewMemory[], query: string): Map<string, number> {
  const documents = corpus.map(memory => ({ id: memory.id, words: terms(memory.text) }))
  const average = documents.reduce((sum, document) => sum + document.words.length, 0) / documents.length
  const scores = new Map<string, number>()
  for (const term of new Set(terms(query))) {
    const holders = documents.filter(document => document.words.includes(term))
    const idf = Math.log(1 + (documents.length - holders.length + 0.5) / (holders.length + 0.5))
    for (const { id, words } of holders) {
      const frequency = words.filter(word => word === term).length
      const score = idf * (frequency * 2.2) / (frequency + 1.2 * (0.25 + 0.75 * words.length / average))
      scores.set(id, (scores.get(id) ?? 0) + score)
    }
  }
  return scores
}

const languages: Record<string, { texts: string[], queries: string[] }> = {
  English: {
    texts: [
      'Sarah works on data pipelines at Acme',
      'The pipeline of oil was closed',
      'She likes working late',
      "Don't feed the sheep's lamb",
      'Acme Acme Acme',
      'a very long sentence about nothing in particular except that pipelines and data were ' +
      'mentioned once or twice or three times over'
    ],
    queries: ['data pipelines', 'who works at Acme?', 'sheeps', 'nothing known here: zebra', 'Acme data work']
  },
  German: {
    texts: ['Größe und Gewicht der Straße', 'Die Straße ist groß', 'Äpfel aus dem Garten'],
    queries: ['strasse', 'GROSS', 'apfel', 'Gewicht Garten']
  },
  Russian: {
    texts: ['Москва слезам не верит', 'Он живёт в Москве', 'москва, МОСКВА, Москва!'],
    queries: ['москва', 'живет']
  },
  Greek: { texts: ['Η Αθήνα είναι πρωτεύουσα', 'ΑΘΗΝΑ'], queries: ['αθηνα', 'Αθήνα πρωτεύουσα'] },
  Chinese: { texts: ['我住在北京', '北京的天气很好', '上海也很好', '京'], queries: ['北京', '很好', '京', '北'] },
  Japanese: {
    texts: ['東京に住んでいます', 'カタカナとひらがな', 'とうきょう'],
    queries: ['東京', 'カタカナ', 'ひら']
  },
  Korean: { texts: ['서울에 살아요', '서울 날씨'], queries: ['서울'] },
  Thai: { texts: ['ฉันอยู่ที่กรุงเทพ', 'กรุงเทพ'], queries: ['กรุงเทพ'] },
  Arabic: { texts: ['أعيش في القاهرة', 'القاهرة مدينة كبيرة'], queries: ['القاهرة'] },
  Hindi: { texts: ['मैं दिल्ली में रहता हूँ', 'दिल्ली बड़ा शहर है'], queries: ['दिल्ली'] },
  Mixed: {
    texts: ['Node.js 20 と TypeScript 6.0', 'C++ and C# since 1998', 'user@example.org wrote “Ünïcödé”'],
    queries: ['node typescript', 'C 1998', 'unicode example', '20']
  }
}

export const matchText: Chapter = ({ it }) => {
  const compare = (found: Array<{ id: string, score: number }>, expected: Map<string, number>): string | null => {
    if (found.length !== expected.size) return `found ${found.length} instead of ${expected.size}`
    let previous = Infinity
    for (const { id, score } of found) {
      const wanted = expected.get(id)
      if (wanted === undefined || Math.abs(score - wanted) > 1e-6 * wanted) {
        return `${id} scores ${score} instead of ${wanted}`
      }
      if (score > previous + 1e-12) return 'not best first'
      previous = score
    }
    return null
  }

  it(
    'store.match.languages',
    "ranks by BM25 over the user's own memories, to the digit, in every script",
    async (t, store) => {
      for (const [language, { texts, queries }] of Object.entries(languages)) {
        const userId = freshUser()
        const memories = await given(store, userId, texts.map(text => newMemory(userId, text)))
        for (const query of queries) {
          t.equal(
            compare(await store.matchText(userId, query, {}, 100), referenceScores(memories, query)),
            null,
            `${language}: ${query}`
          )
        }
        t.ok(queries.some(query => referenceScores(memories, query).size > 0), `${language} finds something`)
      }
    }
  )

  it(
    'store.match.large',
    'agrees with the reference over 600 memories whose words are as skewed as language, before ' +
      'and after some are ended and deleted',
    async (t, store) => {
      const userId = freshUser()
      const next = random(11)
      const word = (): string => `w${Math.floor(400 * next() ** 3)}x`
      const memories = Array.from(
        { length: 600 },
        (_, index) =>
          newMemory(userId, `${index}i ${Array.from({ length: 3 + Math.floor(next() * 30) }, word).join(' ')}`, {
            createdAt: at(index),
            tags: index % 3 === 0 ? ['third'] : []
          })
      )
      for (let start = 0; start < memories.length; start += 100) {
        await given(store, userId, memories.slice(start, start + 100))
      }
      const queries = ['w0x', 'w1x w20x w300x', 'w5x w5x w6x', '17i w2x', Array.from({ length: 20 }, word).join(' ')]
      const check = async (corpus: NewMemory[], when: string): Promise<void> => {
        for (const query of queries) {
          const expected = referenceScores(corpus, query)
          t.equal(compare(await store.matchText(userId, query, {}, 1000), expected), null, `${when}: ${query}`)
          const best = [...expected.values()].sort((a, b) => b - a).slice(0, 10)
          const found = (await store.matchText(userId, query, {}, 10)).map(match => match.score)
          t.ok(
            found.length === best.length &&
              found.every((score, place) => Math.abs(score - (best[place] ?? 0)) < 1e-6 * score),
            `${when}: the best ten of ${query}`
          )
        }
      }
      await check(memories, 'as stored')
      const [ended, deleted] = [memories.slice(0, 40), memories.slice(100, 150)]
      await store.commit({
        userId,
        delete: deleted.map(memory => memory.id),
        supersede: ended.map(({ id }) => ({
          oldId: id,
          newId: null,
          kind: 'INVALIDATE' as const,
          reason: 'over',
          quote: null,
          invalidAt: at(700),
          expiredAt: at(700),
          restoredAt: null
        }))
      })
      const left = memories.filter(memory => !deleted.includes(memory))
      const active = left.filter(memory => !ended.includes(memory))
      await check(active, 'after')

      const expected = referenceScores(active, 'w1x w2x')
      const tagged = new Map(
        [...expected].filter(([id]) => active.find(memory => memory.id === id)?.tags.includes('third'))
      )
      t.equal(
        compare(await store.matchText(userId, 'w1x w2x', { tags: ['third'] }, 1000), tagged),
        null,
        'a filter narrows the hits, not the statistics'
      )
      t.equal(
        compare(
          await store.matchText(userId, 'w1x w2x', { includeSuperseded: true }, 1000),
          referenceScores(left, 'w1x w2x')
        ),
        null,
        'reaching into the past counts all memories'
      )
    }
  )

  it(
    'store.match.common',
    'the best of thousands that hold the common words of a query are those of the reference, ' +
      'however rare or common the words, repeated or not, filtered or not',
    async (t, store) => {
      const userId = freshUser()
      const next = random(23)
      const word = (): string => `v${Math.floor(60 * next() ** 3)}y`
      const some = (count: number): string => Array.from({ length: count }, word).join(' ')
      // Words keep company, or keep apart, as they do: two that meet in the longest texts alone are a worse find than
      // either in a short one.
      const textAt = (index: number): string =>
        [
          index % 4 === 0 ? 'v0y v1y' : '',
          index % 700 === 0 ? 'v9y v9y v9y' : '',
          index % 200 === 0 ? `day night ${some(100)}` : index % 3 === 1 ? 'day' : index % 3 === 2 ? 'night' : '',
          `${index}j`,
          some(2 + Math.floor(next() * 14))
        ].join(' ')
      const memories = Array.from(
        { length: 3000 },
        (_, index) => newMemory(userId, textAt(index), { createdAt: at(index), tags: index % 40 === 0 ? ['rare'] : [] })
      )
      for (let start = 0; start < memories.length; start += 200) {
        await given(store, userId, memories.slice(start, start + 200))
      }
      for (
        const query of [
          'v0y',
          'day night',
          'day night v0y',
          'v0y v1y',
          'v0y v1y v59y',
          'v0y v30y v50y',
          'v9y v0y',
          '2100j v0y v2y',
          'v2y v3y v4y v5y v6y v7y v8y v10y v11y v0y',
          some(30)
        ]
      ) {
        for (const [tags, limit] of [[undefined, 10], [undefined, 100], ['rare', 10]] as const) {
          const expected = referenceScores(memories, query)
          const best = memories.filter(memory => tags === undefined || memory.tags.includes(tags)).flatMap(({ id }) =>
            expected.get(id) ?? []
          ).sort((a, b) => b - a).slice(0, limit)
          const found = await store.matchText(userId, query, tags === undefined ? {} : { tags: [tags] }, limit)
          const wrong = found.length !== best.length ||
            found.findIndex(({ id, score }, place) =>
                Math.abs(score - (best[place] ?? 0)) > 1e-6 * score ||
                Math.abs(score - (expected.get(id) ?? 0)) > 1e-6 * score
              ) >= 0
          t.notOk(wrong, `the best ${limit} of ${query}${tags === undefined ? '' : ', filtered'}`)
        }
      }
    }
  )

  it(
    'store.match.nothing',
    'function words, punctuation, unknown words and an empty user find nothing, without an error',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, [newMemory(userId, 'the and of'), newMemory(userId, '!!!'), newMemory(userId, 'tea')])
      for (const query of ['the and of', '', '   ', '?!', '🫖', 'zebra']) {
        t.same(
          await store.matchText(userId, query, {}, 10),
          [],
          JSON.stringify(query)
        )
      }
      t.same(await store.matchText(freshUser(), 'tea', {}, 10), [])
      t.equal((await store.matchText(userId, 'the tea', {}, 10)).length, 1)
    }
  )

  it('store.match.fields', 'a match carries its session and valid time', async (t, store) => {
    const userId = freshUser()
    const [memory] = await given(store, userId, [newMemory(userId, 'tea', { sessionId: 's9', validAt: at(77) })])
    const [match] = await store.matchText(userId, 'tea', {}, 1)
    t.match(match, { id: memory?.id, sessionId: 's9', validAt: at(77) })
  })

  it(
    'store.match.at-once',
    'a memory is found by the first search after its commit, and not by the first after its deletion',
    async (t, store) => {
      const userId = freshUser()
      for (let round = 0; round < 10; round++) {
        const [memory] = await given(store, userId, [newMemory(userId, `tea number${round}`)])
        t.equal((await store.matchText(userId, `number${round}`, {}, 5))[0]?.id, memory?.id)
        if (round % 2) {
          await store.commit({ userId, delete: [memory?.id ?? ''] })
          t.same(await store.matchText(userId, `number${round}`, {}, 5), [])
        }
      }
    }
  )
}
