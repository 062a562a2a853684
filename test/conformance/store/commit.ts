import { replaysKeptMs, type Changeset } from '../../../domain/capabilities/store.ts'
import { StoreConflict } from '../../../domain/errors.ts'
import { at, freshUser, given, ids, newEntity, newMemory, newSession, supersession, type Chapter } from './suite.ts'

async function conflict (
  operation: () => Promise<unknown>
): Promise<{ duplicates: unknown, stale: string[], replayTaken: boolean } | null> {
  try {
    await operation()
    return null
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error
    return { duplicates: error.duplicates, stale: error.stale, replayTaken: error.replayTaken }
  }
}

export const commit: Chapter = ({ it, reopen }) => {
  it('store.commit.empty', 'an empty changeset is no error and stores nothing', async (t, store) => {
    const userId = freshUser()
    t.same(await store.commit({ userId }), { deleted: [], notFound: [] })
    t.equal((await store.list(userId, { page: 1, size: 1 })).total, 0)
  })

  it(
    'store.commit.duplicate',
    'an active memory is not stored twice: the conflict names the one that is there, and ' +
      'nothing of the changeset is stored',
    async (t, store) => {
      const userId = freshUser()
      const [first] = await given(store, userId, [newMemory(userId, 'Tea at five.')])
      const [again, other] = [newMemory(userId, 'tea at FIVE'), newMemory(userId, 'other')]
      t.same(
        await conflict(() =>
          store.commit({
            userId,
            add: [other, again],
            entities: [newEntity(userId, 'Tea')],
            sessions: [newSession(userId, 's')],
            replay: { key: 'k', requestHash: 'h', response: '{}', createdAt: at(0) }
          })
        ),
        { duplicates: [{ fingerprint: again.fingerprint, existingId: first?.id }], stale: [], replayTaken: false }
      )
      t.equal((await store.list(userId, { page: 1, size: 10, includeSuperseded: true })).total, 1)
      t.equal((await store.entities(userId, {})).total, 0)
      t.same(await store.sessions(userId, { limit: 5 }), [])
      t.equal(await store.replay(userId, 'k'), null)
      t.equal(
        await conflict(() =>
          given(store, freshUser(), [newMemory(userId, 'Tea at five.')].map(memory => ({ ...memory, userId })))
        ),
        null,
        'another user may believe the same'
      )
    }
  )

  it(
    'store.commit.duplicate-within',
    'two memories of one changeset that say the same are a conflict as well',
    async (t, store) => {
      const userId = freshUser()
      t.ok(await conflict(() => given(store, userId, [newMemory(userId, 'same'), newMemory(userId, 'Same.')])))
      t.equal((await store.list(userId, { page: 1, size: 1 })).total, 0)
    }
  )

  it('store.commit.same-id', 'an id that exists is a conflict, and what is stored stays', async (t, store) => {
    const userId = freshUser()
    const [memory] = await given(store, userId, [newMemory(userId, 'first')])
    t.ok(await conflict(() => given(store, userId, [newMemory(userId, 'second', { id: memory?.id ?? '' })])))
    t.same((await store.get(userId, [memory?.id ?? ''])).map(({ text }) => text), ['first'])
  })

  it(
    'store.commit.duplicate-ended',
    'what was said before and ended may be said again, also in the changeset that ends it',
    async (t, store) => {
      const userId = freshUser()
      const [first] = await given(store, userId, [newMemory(userId, 'Anna is ill')])
      const second = newMemory(userId, 'Anna is ill')
      await store.commit({ userId, add: [second], supersede: [supersession(first?.id ?? '', second.id)] })
      t.same(ids(await store.byFingerprint(userId, [second.fingerprint])), [second.id])
      const third = newMemory(userId, 'Anna is ill')
      await store.commit({ userId, add: [third], delete: [second.id] })
      t.same(ids(await store.byFingerprint(userId, [second.fingerprint])), [third.id])
    }
  )

  it(
    'store.commit.stale',
    'superseding what is no longer active, or was never there, is a conflict and stores nothing',
    async (t, store) => {
      const userId = freshUser()
      const [old] = await given(store, userId, [newMemory(userId, 'old')])
      const oldId = old?.id ?? ''
      await store.commit({ userId, supersede: [supersession(oldId, null)] })
      const late = newMemory(userId, 'late')
      t.same(await conflict(() => store.commit({ userId, add: [late], supersede: [supersession(oldId, late.id)] })), {
        duplicates: [],
        stale: [oldId],
        replayTaken: false
      })
      t.same(
        await conflict(() => store.commit({ userId, add: [late], supersede: [supersession('no-such-id', late.id)] })),
        { duplicates: [], stale: ['no-such-id'], replayTaken: false }
      )
      t.same(await store.get(userId, [late.id]), [])
      t.equal((await store.history(userId, oldId)).length, 1)
    }
  )

  it(
    'store.commit.replay-taken',
    'a replay key is taken once per user, and nothing of the second changeset is stored',
    async (t, store) => {
      const userId = freshUser()
      const replay = { key: 'key "1"', requestHash: 'h1', response: '{"a":1}', createdAt: at(1) }
      await store.commit({ userId, add: [newMemory(userId, 'one')], replay })
      t.same(
        await conflict(() =>
          store.commit({ userId, add: [newMemory(userId, 'two')], replay: { ...replay, requestHash: 'h2' } })
        ),
        { duplicates: [], stale: [], replayTaken: true }
      )
      t.same(await store.replay(userId, replay.key), replay)
      t.equal(await store.replay(userId, 'other'), null)
      t.equal((await store.list(userId, { page: 1, size: 5 })).total, 1)
      await store.commit({ userId: freshUser(), replay })
    }
  )

  it(
    'store.commit.replay-ends',
    "an answer is kept a week; the user's next one takes the place of what is older, and its key is free again",
    async (t, store) => {
      const [userId, other] = [freshUser(), freshUser()]
      const replay = (key: string, createdAt: number) => ({ key, requestHash: 'h', response: '{}', createdAt })
      for (const user of [userId, other]) await store.commit({ userId: user, replay: replay('old', at(0)) })
      await store.commit({ userId, replay: replay('fresh', at(1)) })
      await store.commit({ userId, replay: replay('latest', at(0) + replaysKeptMs + 1) })
      t.equal(await store.replay(userId, 'old'), null)
      t.same(await store.replay(userId, 'fresh'), replay('fresh', at(1)))
      t.ok(await store.replay(other, 'old'))
      await store.commit({ userId, replay: replay('old', at(0) + replaysKeptMs + 2) })
      t.ok(await store.replay(userId, 'old'))
    }
  )

  it(
    'store.commit.concurrent',
    'fifty identical writes at the same moment store one memory, forty-nine conflict',
    async (t, store) => {
      const userId = freshUser()
      const results = await Promise.all(
        Array.from({ length: 50 }, () => conflict(() => given(store, userId, [newMemory(userId, 'the very same')])))
      )
      t.equal(results.filter(result => result === null).length, 1)
      t.equal((await store.list(userId, { page: 1, size: 5 })).total, 1)
    }
  )

  it(
    'store.commit.concurrent-supersede',
    'of many writes that end the same memory at the same moment one wins',
    async (t, store) => {
      const userId = freshUser()
      const [old] = await given(store, userId, [newMemory(userId, 'old')])
      const results = await Promise.all(Array.from({ length: 20 }, async (_, index) => {
        const next = newMemory(userId, `new ${index}`)
        return conflict(() => store.commit({ userId, add: [next], supersede: [supersession(old?.id ?? '', next.id)] }))
      }))
      t.equal(results.filter(result => result === null).length, 1)
      t.equal((await store.list(userId, { page: 1, size: 5 })).total, 1)
    }
  )

  it(
    'store.commit.independent',
    'the conflict of one write does not disturb others at the same moment',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, [newMemory(userId, 'taken')])
      const writes = Array.from(
        { length: 40 },
        (_, index) => index % 4 === 0 ? newMemory(userId, 'taken') : newMemory(userId, `fresh ${index}`)
      )
      const results = await Promise.all(writes.map(memory => conflict(() => given(store, userId, [memory]))))
      t.same(results.map(result => result !== null), writes.map(memory => memory.text === 'taken'))
      t.equal((await store.list(userId, { page: 1, size: 5 })).total, 31)
    }
  )

  it('store.commit.large', 'a changeset of five hundred memories is stored whole', async (t, store) => {
    const userId = freshUser()
    const changeset: Changeset = {
      userId,
      add: Array.from({ length: 500 }, (_, index) => newMemory(userId, `part ${index}`, { tags: [`t${index % 5}`] }))
    }
    await store.commit(changeset)
    t.equal((await store.list(userId, { page: 1, size: 1 })).total, 500)
    t.equal((await store.matchText(userId, 'part', {}, 1000)).length, 500)
  })

  it(
    'store.commit.durable',
    'what was acknowledged is there, searchable, after the store was closed and opened again',
    async (t, store) => {
      const userId = freshUser()
      const [memory] = await given(store, userId, [newMemory(userId, 'lasting words')], {
        sessions: [newSession(userId, 's')]
      })
      const opened = await reopen()
      t.same(ids(await opened.get(userId, [memory?.id ?? ''])), [memory?.id])
      t.same(ids(await opened.matchText(userId, 'lasting', {}, 5)), [memory?.id])
      t.equal((await opened.sessions(userId, { limit: 5 })).length, 1)
    }
  )
}
