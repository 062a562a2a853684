/** The made-up talk that recall is measured on: the same for a seed, and every question can be answered from it. */
import t from 'tap'
import { inLongTurns } from '../../bench/eval/long-turns.ts'
import { makeTalks, shapes } from '../../bench/eval/shapes/make.ts'

for (const half of ['dev', 'heldout'] as const) {
  for (const shape of shapes) {
    t.test(`${shape}, ${half}`, async t => {
      const talks = makeTalks(shape, half)
      t.same(makeTalks(shape, half), talks)
      for (const { turns, questions, overTime } of talks) {
        const known = new Set(turns.map(({ id }) => id))
        t.equal(known.size, turns.length)
        t.notMatch(turns.map(({ text }) => text).join('\n'), /[{}]|undefined/)
        t.ok(questions.length > 0 && overTime.length > 0)
        for (const { text, evidence } of [...questions, ...overTime]) {
          t.ok(evidence.length > 0 && evidence.every(id => known.has(id)), text)
        }
      }
    })
  }
}

t.test('a talk in long turns keeps its evidence, and a user ends in a question', async t => {
  const [people] = makeTalks('people', 'dev')
  const [long] = inLongTurns([people as NonNullable<typeof people>])
  const known = new Set(long?.turns.map(({ id }) => id))
  t.ok(long?.questions.every(({ evidence }) => evidence.length > 0 && evidence.every(id => known.has(id))))
  const users = long?.turns.filter(({ text }) => text.startsWith('user: ')) ?? []
  t.ok(users.length > 0 && users.every(({ text }) => text.endsWith('?')))
})
