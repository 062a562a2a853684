/** `relevance` of hits: a probability that grows with how far a hit stands out, and falls with its place. */
import t from 'tap'
import type { Hit } from '../../../domain/capabilities/memory.ts'
import { withRelevance } from '../../../plugins/memory/pipeline/read/relevance.ts'
import type { ScoredMemory } from '../../../plugins/memory/pipeline/read/rerank.ts'
import { random } from '../../conformance/store/suite.ts'

/** What the cross-encoder's calibration says of each candidate, in their order. */
const listed = (relevances: Array<number | null>): number[] =>
  withRelevance(
    relevances.map(relevance => ({ relevance }) as Hit),
    relevances.map(relevance => ({ relevance }) as ScoredMemory)
  ).map(({ relevance }) => relevance ?? -1)

t.test('ten that are believed alike are not all what was asked for', t => {
  const alike = listed(Array.from({ length: 10 }, () => 0.75))
  t.ok(alike.reduce((sum, one) => sum + one, 0) < 3, alike.join(' '))
  const [first = 0] = listed([0.95, ...Array.from({ length: 11 }, () => 0.1)])
  t.ok(first > 0.7, String(first))
  t.ok((listed([0.95])[0] ?? 0) > 0.5, 'the only memory there is may well be it')
  t.ok((listed([0.02])[0] ?? 1) < 0.15, 'or not')
  t.end()
})

t.test('always a probability, higher for what is believed more, null without a cross-encoder', t => {
  const next = random(20)
  for (let round = 0; round < 200; round++) {
    const many = Array.from({ length: 1 + Math.floor(next() * 40) }, () => next() < 0.1 ? Math.round(next()) : next())
    const found = listed(many)
    t.ok(found.every(one => one >= 0 && one <= 1))
    const more = listed([Math.min(1, many[0]! + 0.2), ...many.slice(1)])
    t.ok(more[0]! >= found[0]!)
  }
  t.same(listed([null, 0.5])[0], -1)
  t.end()
})
