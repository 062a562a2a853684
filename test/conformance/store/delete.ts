import {
  at,
  collect,
  freshUser,
  given,
  ids,
  newEntity,
  newMemory,
  newReading,
  newRelation,
  newSession,
  random,
  randomVector,
  supersession,
  type Chapter
} from './suite.ts'

export const remove: Chapter = ({ it, dimensions }) => {
  it('store.delete.answers', 'says what was deleted and what was not there', async (t, store) => {
    const userId = freshUser()
    const [one, two] = await given(store, userId, [newMemory(userId, 'one'), newMemory(userId, 'two')])
    t.same(await store.commit({ userId, delete: [one?.id ?? '', 'no-such-id'] }), {
      deleted: [one?.id],
      notFound: ['no-such-id']
    })
    t.same(await store.commit({ userId, delete: [one?.id ?? ''] }), { deleted: [], notFound: [one?.id] })
    t.same(ids((await store.list(userId, { page: 1, size: 5 })).items), [two?.id])
  })

  it(
    'store.delete.traceless',
    'no read finds a trace: no vector, text, edge, mention, relation, access or stored answer; ' +
      'entities and sessions left empty are gone',
    async (t, store) => {
      const userId = freshUser()
      const vector = randomVector(dimensions, random(2))
      const [anna, acme, shared] = [newEntity(userId, 'Anna'), newEntity(userId, 'Acme'), newEntity(userId, 'Shared')]
      const secret = newMemory(userId, 'Anna xylophone works at Acme', {
        sessionId: 's1',
        subject: 'Anna',
        entityIds: [anna.id, acme.id, shared.id],
        embedding: vector,
        createdAt: at(5)
      })
      const [older, kept] = [
        newMemory(userId, 'Anna works nowhere'),
        newMemory(userId, 'Shared stays', { sessionId: 's2', entityIds: [shared.id], createdAt: at(1) })
      ]
      await given(store, userId, [older, kept], { entities: [shared], sessions: [newSession(userId, 's2')] })
      await store.commit({
        userId,
        add: [secret],
        entities: [anna, acme],
        relations: [newRelation(userId, anna, 'works_at', acme, secret)],
        sessions: [newSession(userId, 's1', { gist: 'xylophone' })],
        supersede: [supersession(older.id, secret.id, { quote: 'xylophone' })],
        communities: [{ id: 'k', userId, name: 'k', summary: null, entityIds: [anna.id, shared.id], updatedAt: at(0) }],
        replay: {
          key: 'key',
          requestHash: 'h',
          response: JSON.stringify({ id: secret.id, memory: secret.text }),
          createdAt: at(5)
        }
      })
      await store.recordAccesses([{ userId, memoryId: secret.id, app: null, at: at(6), rank: 1 }])
      t.same((await store.commit({ userId, delete: [secret.id] })).deleted, [secret.id])

      t.same(await store.get(userId, [secret.id]), [])
      t.same(await store.matchText(userId, 'xylophone', { includeSuperseded: true }, 10), [])
      t.notOk(ids(await store.nearest(userId, vector, { includeSuperseded: true }, 10)).includes(secret.id))
      t.same(await store.aboutSubject(userId, 'Anna', null, 10), [])
      t.same(await store.byFingerprint(userId, [secret.fingerprint]), [])
      t.same(await store.history(userId, older.id), [])
      t.same(await store.relations(userId, { filter: { includeSuperseded: true }, limit: 10 }), [])
      t.same(ids((await store.entities(userId, {})).items), [shared.id])
      t.same(await store.neighbours(userId, [anna.id, acme.id], { includeSuperseded: true }, 10), [])
      t.same(await store.timelines(userId, ['s1'], { includeSuperseded: true }), [])
      t.same(ids(await store.sessions(userId, { limit: 10 })), ['s2'])
      t.same((await store.communities(userId)).map(community => community.entityIds), [[shared.id]])
      t.same(await store.accesses(userId, secret.id, 10), [])
      const replay = await store.replay(userId, 'key')
      t.same(replay, { key: 'key', requestHash: '', response: '', createdAt: at(5) }, 'the key alone stays')
      t.match(
        (await store.get(userId, [older.id]))[0],
        { state: 'superseded', supersededBy: null },
        'what it had superseded stays superseded'
      )
      const dump = JSON.stringify(await collect(store.export(userId)))
      t.notOk(dump.includes(secret.id) || dump.includes('xylophone'), 'nor does an export')
      t.same(await store.stats(userId), {
        memories: { active: 1, superseded: 1, invalidated: 0 },
        entities: 1,
        relations: 0,
        sessions: 1,
        communities: 1,
        firstAt: at(0),
        lastAt: at(1)
      })
    }
  )

  it(
    'store.delete.refers',
    'an entity stays while a memory mentions it or another was merged into it',
    async (t, store) => {
      const userId = freshUser()
      const [bob, robert] = [newEntity(userId, 'Bob'), newEntity(userId, 'Robert')]
      const merged = { ...robert, mergedInto: bob.id }
      const [one, two] = await given(store, userId, [
        newMemory(userId, 'Bob', { entityIds: [bob.id] }),
        newMemory(userId, 'Robert', { entityIds: [robert.id] })
      ], { entities: [bob, merged] })
      await store.commit({ userId, delete: [one?.id ?? ''] })
      t.equal((await store.entities(userId, { ids: [bob.id, robert.id] })).total, 2)
      await store.commit({ userId, delete: [two?.id ?? ''] })
      t.equal((await store.entities(userId, { ids: [bob.id, robert.id] })).total, 0)
    }
  )

  it(
    'store.delete.whole-changeset',
    'what nothing refers to is judged after the whole changeset: what the same one still uses ' +
      'stays, what it only touched goes',
    async (t, store) => {
      const userId = freshUser()
      const [anna, acme] = [newEntity(userId, 'Anna'), newEntity(userId, 'Acme')]
      const old = newMemory(userId, 'Anna works at Acme', { sessionId: 's', entityIds: [anna.id, acme.id] })
      await given(store, userId, [old], { entities: [anna, acme], sessions: [newSession(userId, 's')] })
      const next = newMemory(userId, 'Anna rests', { sessionId: 's', entityIds: [anna.id] })
      await store.commit({ userId, delete: [old.id], add: [next], entities: [{ ...acme, summary: 'A company.' }] })
      t.same(ids((await store.entities(userId, {})).items), [anna.id])
      t.same(ids(await store.sessions(userId, { limit: 5 })), ['s'])
      t.same((await store.get(userId, [next.id]))[0]?.entityIds, [anna.id])
    }
  )

  it('store.erase', 'erasing a user removes everything, counts it, and leaves others alone', async (t, store) => {
    const [userId, other] = [freshUser(), freshUser()]
    const entity = newEntity(userId, 'Anna')
    const acme = newEntity(userId, 'Acme')
    const [one, two] = [
      newMemory(userId, 'one', { entityIds: [entity.id], embedding: randomVector(dimensions, random(3)) }),
      newMemory(userId, 'two')
    ]
    await given(store, userId, [one, two], {
      entities: [entity, acme],
      relations: [newRelation(userId, entity, 'r', acme, one)],
      sessions: [newSession(userId, 's')],
      communities: [{ id: 'k', userId, name: 'k', summary: null, entityIds: [entity.id], updatedAt: at(0) }],
      readings: [newReading(userId, 'one')],
      replay: { key: 'k', requestHash: 'h', response: '{}', createdAt: at(0) },
      enrichment: { due: at(0) }
    })
    await store.commit({ userId, supersede: [supersession(two.id, one.id)] })
    await store.recordAccesses([{ userId, memoryId: one.id, app: null, at: at(0), rank: 1 }])
    const [bystander] = await given(store, other, [newMemory(other, 'one')])
    t.same(await store.erase(userId), {
      memories: 2,
      supersessions: 1,
      entities: 2,
      relations: 1,
      sessions: 1,
      readings: 1,
      communities: 1,
      accesses: 1,
      replays: 1
    })
    t.same(await collect(store.export(userId)), [])
    t.same(await store.matchText(userId, 'one', {}, 5), [])
    t.equal(await store.replay(userId, 'k'), null)
    t.same(await store.readings(userId, 10), [])
    t.same((await store.users({ after: userId.slice(0, -1), limit: 5 })).filter(user => user.userId === userId), [])
    t.same(ids(await store.get(other, [bystander?.id ?? ''])), [bystander?.id])
    t.same(await store.erase(userId), {
      memories: 0,
      supersessions: 0,
      entities: 0,
      relations: 0,
      sessions: 0,
      readings: 0,
      communities: 0,
      accesses: 0,
      replays: 0
    })
    await given(store, userId, [newMemory(userId, 'back again')])
    t.equal((await store.matchText(userId, 'back one', {}, 5)).length, 1, 'the user may come back')
  })
}
