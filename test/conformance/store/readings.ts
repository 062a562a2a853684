import { readingsKept } from '../../../domain/capabilities/store.ts'
import type { Reading } from '../../../domain/nouns.ts'
import { at, freshUser, given, ids, newMemory, newReading, type Chapter } from './suite.ts'

const turn = (words: string | null, ...memoryIds: string[]): Reading['turns'][number] => ({
  role: 'user',
  name: null,
  at: at(0),
  words,
  memoryIds,
  refused: []
})

export const readings: Chapter = ({ it }) => {
  it('store.readings.read', 'readings come back to the last field, the newest first', async (t, store) => {
    const userId = freshUser()
    const older = newReading(userId, 'a "quoted" \u0001 line', { at: at(1), sessionId: 's', app: 'notes' })
    const newer = newReading(userId, null, { at: at(2), source: 'api' })
    newer.turns = [{ ...turn('one', 'm1'), name: 'Ada' }, { ...turn(null), refused: ['It was not said.'] }]
    await store.commit({ userId, readings: [older] })
    await store.commit({ userId, readings: [newer] })
    t.same(await store.readings(userId, 10), [newer, older])
    t.same(await store.readings(userId, 1), [newer])
    t.same(await store.readings(freshUser(), 10), [])
  })

  it('store.readings.replaced', 'a reading committed again is replaced by id', async (t, store) => {
    const userId = freshUser()
    const reading = newReading(userId, 'the words', { at: at(1) })
    await store.commit({ userId, readings: [reading] })
    await store.commit({ userId, readings: [{ ...reading, turns: [turn(null)] }] })
    t.same(await store.readings(userId, 10), [{ ...reading, turns: [turn(null)] }])
  })

  it(
    'store.readings.kept',
    `the newest ${readingsKept} of a user are kept, and older ones dropped`,
    async (t, store) => {
      const [userId, other] = [freshUser(), freshUser()]
      const many = Array.from({ length: readingsKept }, (_, index) => newReading(userId, 'x', { at: at(index + 1) }))
      await store.commit({ userId, readings: [newReading(userId, 'the oldest', { at: at(0) })] })
      await store.commit({ userId: other, readings: [newReading(other, 'of another')] })
      await store.commit({ userId, readings: many })
      await store.commit({ userId, readings: [newReading(userId, 'the newest', { at: at(readingsKept + 1) })] })
      const kept = await store.readings(userId, 2 * readingsKept)
      t.ok(kept.length >= readingsKept)
      t.same(kept[0]?.turns[0]?.words, 'the newest')
      t.same(ids(kept.slice(1, readingsKept)), ids(many.slice(1).reverse()))
      t.equal((await store.readings(other, 10)).length, 1)
    }
  )

  it(
    'store.readings.deleted',
    'with a memory go the readings that name it or hold its text, but for those of the same changeset',
    async (t, store) => {
      const userId = freshUser()
      const [one, two] = await given(store, userId, [newMemory(userId, 'a "rare" word'), newMemory(userId, 'two')])
      const naming = newReading(userId, null, { turns: [turn(null, one?.id ?? '')] })
      const holding = newReading(userId, 'he said a "rare" word then')
      const cleared = newReading(userId, null, { turns: [turn('', one?.id ?? '')] })
      const unrelated = newReading(userId, 'of two', { turns: [turn('of two', two?.id ?? '')] })
      await store.commit({ userId, readings: [naming, holding, cleared, unrelated] })
      await store.commit({ userId, delete: [one?.id ?? ''], readings: [{ ...cleared, turns: [turn(null)] }] })
      t.same(ids(await store.readings(userId, 10)).sort(), [cleared.id, unrelated.id].sort())
      await store.commit({ userId, delete: [two?.id ?? ''] })
      t.same(await store.readings(userId, 10), [{ ...cleared, turns: [turn(null)] }])
    }
  )

  it(
    'store.readings.session',
    'with the last memory of a conversation go its readings, whose session may tell what it was about',
    async (t, store) => {
      const userId = freshUser()
      const [one, two, other] = await given(store, userId, [
        newMemory(userId, 'one', { sessionId: 'about Ada' }),
        newMemory(userId, 'two', { sessionId: 'about Ada' }),
        newMemory(userId, 'three', { sessionId: 'else' })
      ])
      const about = newReading(userId, 'nothing found here', { sessionId: 'about Ada' })
      const elsewhere = newReading(userId, 'nothing found there', { sessionId: 'else' })
      await store.commit({ userId, readings: [about, elsewhere] })
      await store.commit({ userId, delete: [one?.id ?? ''] })
      t.same(ids(await store.readings(userId, 10)).sort(), ids([about, elsewhere]).sort(), 'a memory of it is left')
      const now = newReading(userId, 'said now', { sessionId: 'about Ada' })
      const cleared = { ...about, turns: [turn(null)] }
      await store.commit({ userId, delete: [two?.id ?? ''], readings: [now, cleared] })
      t.same(ids(await store.readings(userId, 10)).sort(), ids([now, elsewhere]).sort())
      await store.commit({ userId, delete: [other?.id ?? ''] })
      t.same(ids(await store.readings(userId, 10)), [now.id])
    }
  )
}
