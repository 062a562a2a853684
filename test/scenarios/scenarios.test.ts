/**
 * The table of scenarios, each played over HTTP for a user of its own; what counts is what lies in the store
 * afterwards.
 */
import t from 'tap'
import { openStage } from './stage.ts'
import { change } from './table/change.ts'
import { english } from './table/english.ts'
import { graph } from './table/graph.ts'
import { guard } from './table/guard.ts'
import { otherLanguages } from './table/languages.ts'

const stage = await openStage(t)
const scenarios = [...english, ...guard, ...change, ...graph, ...otherLanguages]

t.ok(scenarios.length >= 60, `${scenarios.length} scenarios`)

for (const scenario of scenarios) {
  t.test(scenario.name, async t => {
    const { steps, stored: wanted } = scenario
    const { userId, calls, answers } = await stage.play(scenario)
    const found = await stage.stored(userId)

    t.same(answers.map(({ status }) => status), steps.map(() => 200))
    t.same(found.active, [...wanted.active].sort(), 'active')
    t.same(found.superseded, [...wanted.superseded ?? []].sort(), 'superseded')
    t.same(found.invalidated, [...wanted.invalidated ?? []].sort(), 'invalidated')
    if (wanted.entities !== undefined) t.same(found.entities, [...wanted.entities].sort(), 'entities')
    if (wanted.relations !== undefined) t.same(found.relations, wanted.relations, 'relations')
    for (const [text, day] of Object.entries(wanted.since ?? {})) {
      t.equal(
        new Date(found.memories.find(memory => memory.text === text)?.validAt ?? 0).toISOString().slice(0, 10),
        day,
        text
      )
    }

    // What ended says why, in whose words, and is kept whole.
    for (const memory of found.memories.filter(({ state }) => state !== 'active')) {
      const [link] = (await stage.service.app.store.history(userId, memory.id)).filter(({ oldId }) =>
        oldId === memory.id
      )
      t.match(link, { reason: /\w/, quote: /\S/, old: { id: memory.id } })
      t.ok(
        memory.expiredAt !== null && (memory.invalidAt === null || memory.invalidAt >= memory.validAt),
        'it has an end on both axes'
      )
    }
    // Everything read from words can show them.
    for (const { quote, source } of found.memories) t.ok(source === 'verbatim' || (quote?.length ?? 0) > 0, 'a quote')

    if (!steps.some(({ atOnce }) => atOnce)) {
      t.same(
        calls,
        steps.map(({ calls, decides }) => calls ?? [1, decides === undefined ? 0 : 1]),
        'calls of the model'
      )
    }
    t.ok(
      calls.every(([extraction, reconciliation], place) =>
        steps[place]?.atOnce || (extraction <= 1 && reconciliation <= 1)
      ),
      'two calls before the answer at most'
    )
  })
}

t.test('users who write at the same moment do not see each other', async t => {
  const step = (place: string) => ({
    say: `I live in ${place}.`,
    facts: [{
      text: `The user lives in ${place}.`,
      quote: `I live in ${place}`,
      turn: 1,
      predicate: 'lives_in',
      value: place,
      single: true
    }]
  })
  const [a, b] = [await stage.play({ steps: [step('Lisbon')] }), await stage.play({ steps: [step('Oslo')] })]
  await Promise.all([
    stage.play({ steps: [step('Porto')] }, a.userId),
    stage.play({ steps: [step('Porto')] }, b.userId)
  ])
  t.same((await stage.stored(a.userId)).memories.filter(({ text }) => text.includes('Oslo')), [])
  t.same((await stage.stored(b.userId)).memories.filter(({ text }) => text.includes('Lisbon')), [])
})
