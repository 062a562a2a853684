/** The bound of `maxScore`, checked against every memory that it leaves out. */
import t from 'tap'
import { inverseDocumentFrequency, termScore } from '../../../domain/text/bm25.ts'
import { maxScore } from '../../../plugins/store/_cypher/max-score.ts'
import { repeatMark } from '../../../plugins/store/_cypher/tokens.ts'
import { random } from '../../conformance/store/suite.ts'

t.test(
  'no memory without one of the sets scores more than the bound, however long it is and ' +
    'however often it repeats a word',
  async t => {
    const next = random(31)
    const word = (): string => `w${Math.floor(40 * next() ** 2)}`
    let narrowed = 0
    // How often words repeat, and how long memories are, decides which of the bounds is the tight one.
    for (const [memories, longest, repeats] of [[2000, 30, 0.02], [2000, 6, 0.5], [4000, 60, 0.2]] as const) {
      const corpus = Array.from({ length: memories }, () => {
        const words = Array.from({ length: 1 + Math.floor(next() * longest) }, word)
        return next() < repeats ? words.flatMap(one => [one, one, one]) : [...new Set(words)]
      })
      const statistics = {
        documents: memories,
        averageLength: corpus.reduce((sum, words) => sum + words.length, 0) / memories
      }
      const timesOf = corpus.map(words => {
        const times = new Map<string, number>()
        for (const one of words) times.set(one, (times.get(one) ?? 0) + 1)
        return times
      })
      for (let round = 0; round < 60; round++) {
        const tokens = [...new Set(Array.from({ length: 1 + Math.floor(next() * 9) }, word))]
        const asked = tokens.map(token => ({
          token,
          holders: timesOf.filter(times => times.has(token)).length,
          repeating: timesOf.filter(times => (times.get(token) ?? 0) > 1).length
        })).filter(({ holders }) => holders > 0)
        const few = maxScore(statistics, asked, 10)
        if (few === null) continue
        narrowed++
        const idf = new Map(asked.map(({ token, holders }) => [token, inverseDocumentFrequency(statistics, holders)]))
        const worst = corpus.reduce((highest, words, place) => {
          const times = timesOf[place] as Map<string, number>
          const holds = (token: string): boolean =>
            times.has(token) ||
            asked.some(other => token === repeatMark(other.token) && (times.get(other.token) ?? 0) > 1)
          if (few.sets.some(set => set.every(holds))) return highest
          return Math.max(
            highest,
            asked.reduce((sum, { token }) =>
              times.has(token)
                ? sum + termScore(statistics, idf.get(token) ?? 0, times.get(token) ?? 0, words.length)
                : sum, 0)
          )
        }, 0)
        t.ok(worst <= few.bound + 1e-9, `${tokens.join(' ')}: ${worst} <= ${few.bound}`)
      }
    }
    t.ok(narrowed > 30, `${narrowed} queries were narrowed`)
  }
)

t.test('a query of nothing but what every memory holds cannot be narrowed', async t => {
  t.equal(maxScore({ documents: 5000, averageLength: 10 }, [{ token: 'a', holders: 5000, repeating: 0 }], 10), null)
  t.equal(
    maxScore(
      { documents: 5000, averageLength: 10 },
      Array.from({ length: 12 }, (_, place) => ({ token: `t${place}`, holders: 4000, repeating: 4000 })),
      10
    ),
    null
  )
})
