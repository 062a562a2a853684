import { at, freshUser, given, ids, newMemory, newSession, random, randomVector, type Chapter } from './suite.ts'

export const sessions: Chapter = ({ it, dimensions }) => {
  it('store.sessions.read', 'sessions are read by id, by staleness, or all, latest first', async (t, store) => {
    const userId = freshUser()
    const [one, two, three] = [
      newSession(userId, 's1', { endedAt: at(1), project: 'p', app: 'a' }),
      newSession(userId, 's2', { endedAt: at(3), gist: 'Tea was spoken of.', gistStale: true }),
      newSession(userId, 's3', { endedAt: at(2), gistEmbedding: randomVector(dimensions, random(1)) })
    ]
    await store.commit({ userId, sessions: [one, two, three] })
    t.same(ids(await store.sessions(userId, { limit: 10 })), ['s2', 's3', 's1'])
    t.same(ids(await store.sessions(userId, { limit: 1 })), ['s2'])
    t.same(await store.sessions(userId, { ids: ['s1', 'none'], limit: 10 }), [one])
    t.same(ids(await store.sessions(userId, { stale: true, limit: 10 })), ['s2'])
    const [found] = await store.sessions(userId, { ids: ['s3'], limit: 1 })
    t.ok(found?.gistEmbedding instanceof Float32Array, 'the gist keeps its vector')
    t.same([...found?.gistEmbedding ?? []], [...three.gistEmbedding ?? []])
  })

  it('store.sessions.widen', 'a session committed again is replaced by id, its span only widens', async (t, store) => {
    const userId = freshUser()
    await store.commit({
      userId,
      sessions: [newSession(userId, 's', { startedAt: at(10), endedAt: at(20), gist: 'old' })]
    })
    await store.commit({
      userId,
      sessions: [newSession(userId, 's', { startedAt: at(12), endedAt: at(30), gist: 'new' })]
    })
    t.match((await store.sessions(userId, { ids: ['s'], limit: 1 }))[0], {
      startedAt: at(10),
      endedAt: at(30),
      gist: 'new'
    })
    await store.commit({
      userId,
      sessions: [newSession(userId, 's', { startedAt: at(5), endedAt: at(6), gist: 'newest' })]
    })
    const [session] = await store.sessions(userId, { ids: ['s'], limit: 1 })
    t.match(session, { startedAt: at(5), endedAt: at(30), gist: 'newest' })
  })

  it(
    'store.timelines.order',
    'the memories of each session in the order they were told, unknown sessions left out',
    async (t, store) => {
      const userId = freshUser()
      const memory = (text: string, sessionId: string, minutes: number) =>
        newMemory(userId, text, { sessionId, validAt: at(minutes) })
      const [a, b, c, d] = [memory('a', 's1', 3), memory('b', 's1', 1), memory('c', 's2', 2), memory('d', 's1', 3)]
      await given(store, userId, [a, b, c, d], { sessions: [newSession(userId, 's1'), newSession(userId, 's2')] })
      t.same(await store.timelines(userId, ['s2', 's1', 's9'], {}), [
        { sessionId: 's2', memoryIds: [c.id] },
        { sessionId: 's1', memoryIds: [b.id, ...[a.id, d.id].sort()] }
      ])
      t.same(await store.timelines(userId, [], {}), [])
    }
  )
}
