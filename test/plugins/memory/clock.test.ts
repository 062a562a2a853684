/** A clock that is set back: what is told later takes the place of what was told before, and nothing waits. */
import t from 'tap'
import type { Memory } from '../../../domain/nouns.ts'
import { createClock } from '../../../plugins/memory/pipeline/write/clock.ts'
import { random } from '../../conformance/store/suite.ts'
import { openEmbedded } from '../../services/embedded.ts'

const day = 86_400_000

t.test('the present of a user never goes back, for any machine clock, process or order of calls', async t => {
  const next = random(16)
  for (let round = 0; round < 50; round++) {
    let machine = 1_000 * day
    const stored: number[] = []
    const store = {
      recent: async () =>
        await Promise.resolve(stored.length === 0 ? [] : [{ createdAt: Math.max(...stored) } as Memory])
    }
    let clock = createClock(store, () => machine)
    for (let write = 0; write < 20; write++) {
      machine += Math.round((next() - 0.5) * 60 * day)
      if (next() < 0.2) clock = createClock(store, () => machine)
      const before = Math.max(0, ...stored)
      const times = await Promise.all(Array.from({ length: 3 }, () => clock('ada')))
      t.ok(times.every(time => time >= machine && time >= before), 'not before the machine, nor before the last write')
      if (before > machine) t.ok(times.every(time => time > before) && new Set(times).size === 3, 'in order of arrival')
      stored.push(...times)
    }
  }
})

t.test('no two writes of a user that come one after the other have one time', async t => {
  const clock = createClock({ recent: async () => await Promise.resolve([]) }, () => day)
  const times = [await clock('ada'), await clock('ada', true), await clock('ada', true), await clock('ada')]
  t.same(times, [day, day, day, day + 1], 'those that rest on nothing may have the same')
})

t.test('the store is asked for the last write of a user once, however many others write', async t => {
  let asked = 0
  const clock = createClock({
    recent: async () => {
      asked++
      return await Promise.resolve([])
    }
  })
  for (let place = 0; place < 40_000; place++) await clock(`user ${place % 20_000}`)
  t.equal(asked, 20_000)
})

t.test('a date that no clock shows does not move the present', async t => {
  const store = { recent: async () => await Promise.resolve([{ createdAt: 8e15 } as Memory]) }
  t.equal(await createClock(store, () => day)('ada'), day)
})

t.test('what is told after the clock was set back is current, ends what was told before, and is enriched', async t => {
  const { now } = Date
  t.teardown(() => {
    Date.now = now
  })
  const { app, call } = await openEmbedded(t)
  for (const [place, town] of ['Berlin', 'Lisbon', 'Madrid', 'Porto'].entries()) {
    Date.now = () => now() - place * place * day
    const { status } = await call('POST', '/api/v1/memories/from-conversation', {
      user_id: 'ada',
      session_id: 's1',
      messages: [{ role: 'user', content: `I live in ${town}.` }]
    })
    t.equal(status, 200)
    const { body } = await call<{ items: Array<{ content: string }> }>('GET', '/api/v1/memories?user_id=ada')
    t.same(body.items.map(({ content }) => content.includes(town)), [true], `${town} alone is current`)
    const found = await call<{ results: Array<{ content: string }> }>('POST', '/api/v1/memories/search', {
      user_id: 'ada',
      query: 'Where do I live?'
    })
    t.match(found.body.results[0]?.content, town)
    await app.memory.settled('ada')
    t.same(await app.store.users({ enrichmentDue: true, limit: 10 }), [], 'nothing waits for the clock')
    const [session] = await app.store.sessions('ada', { limit: 1 })
    t.equal(session?.gistStale, false)
  }
})
