/** Behind the tenth place the order is fused with that of the cross-encoder alone. */
import t from 'tap'
import { cuesOf } from '../../../plugins/memory/pipeline/read/boosts.ts'
import type { ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { fuseTail } from '../../../plugins/memory/pipeline/read/tail.ts'
import { candidate } from './candidate.ts'

const cues = cuesOf('Which colour is the boat?', 0)
/** Thirty in the order of their names, the later the less believed. */
const thirty = Array.from({ length: 30 }, (_, place): ScoredMemory => ({
  ...candidate(`turn ${place}`),
  prior: 3 - place / 10,
  rerankScore: -place
}))
const changed = (changes: Record<number, Partial<ScoredMemory>>) =>
  thirty.map((one, place) => ({ ...one, ...changes[place] }))
const idsOf = (ordered: ScoredMemory[]) => ordered.map(({ id }) => id)
const placeOf = (ordered: ScoredMemory[], place: number) => idsOf(ordered).indexOf(`turn ${place}`)

t.test('the first ten stand; behind them comes sooner what the cross-encoder believes', t => {
  t.same(idsOf(fuseTail(thirty, cues, 1)), idsOf(thirty), 'both orders are one')
  const fused = fuseTail(changed({ 25: { rerankScore: 9 }, 3: { rerankScore: -99 } }), cues, 1)
  t.same(idsOf(fused).slice(0, 10), idsOf(thirty).slice(0, 10))
  t.equal(placeOf(fused, 25), 10)
  t.ok(fused.every(({ prior }, place) => place === 0 || prior <= fused[place - 1]!.prior), 'scores fall')
  t.same(fused.map(({ prior }) => prior), thirty.map(({ prior }) => prior))
  t.end()
})

t.test('what was not read keeps a place for its order alone', t => {
  const fused = fuseTail(changed({ 12: { rerankScore: null, relevance: null } }), cues, 1)
  t.ok(placeOf(fused, 12) > 12)
  t.equal(fused.length, 30)
  t.same(idsOf(fuseTail(changed({}).map(one => ({ ...one, rerankScore: null })), cues, 1)), idsOf(thirty))
  t.end()
})

t.test('what an assistant said counts less there too', t => {
  const said = (speaker: string) =>
    placeOf(
      fuseTail(
        changed({ 25: { rerankScore: -8, memory: { ...candidate('turn 25').memory, speaker } } }),
        cues,
        1
      ),
      25
    )
  t.ok(said('assistant') > said('Ana'))
  t.end()
})

t.test('of a dialogue it is the whole that is read there', t => {
  const utteranceScores = thirty.map((_, place) => [place === 25 ? 99 : 0])
  const fused = fuseTail(thirty.map((one, place) => ({ ...one, utteranceScores: utteranceScores[place]! })), cues, 1)
  t.same(idsOf(fused), idsOf(thirty))
  t.end()
})
