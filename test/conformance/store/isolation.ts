import type { Store } from '../../../domain/capabilities/store.ts'
import { plain } from './export.ts'
import {
  at,
  collect,
  failure,
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

export const isolation: Chapter = ({ it, dimensions }) => {
  const vector = randomVector(dimensions, random(31))

  async function household (store: Store, userId: string) {
    const [anna, acme] = [newEntity(userId, 'Anna'), newEntity(userId, 'Acme')]
    const [memory, ended] = [
      newMemory(userId, 'Anna works at Acme', {
        sessionId: 's',
        subject: 'Anna',
        predicate: 'works_at',
        entityIds: [anna.id, acme.id],
        embedding: vector
      }),
      newMemory(userId, 'Anna is idle', { subject: 'Anna', entityIds: [anna.id] })
    ]
    const relation = newRelation(userId, anna, 'works_at', acme, memory)
    await given(store, userId, [memory, ended], {
      entities: [anna, acme],
      relations: [relation],
      sessions: [newSession(userId, 's', { gistStale: true })],
      communities: [{ id: `k-${userId}`, userId, name: 'k', summary: null, entityIds: [anna.id], updatedAt: at(0) }],
      readings: [newReading(userId, 'Anna works at Acme')],
      replay: { key: 'key', requestHash: 'h', response: '{}', createdAt: at(0) }
    })
    await store.commit({ userId, supersede: [supersession(ended.id, memory.id)] })
    await store.recordAccesses([{ userId, memoryId: memory.id, app: null, at: at(1), rank: 1 }])
    return { anna, acme, memory, ended, relation }
  }

  it(
    'store.isolation.reads',
    "every read, asked as another user with the first one's ids and words, sees nothing",
    async (t, store) => {
      const [owner, otherUser] = [freshUser(), freshUser()]
      const { anna, acme, memory, ended } = await household(store, owner)
      await given(store, otherUser, [newMemory(otherUser, 'unrelated', { embedding: vector.map(number => -number) })])
      const everything = { includeSuperseded: true }
      const own = ids(await store.recent(otherUser, everything, 10))
      const nothing: Record<string, unknown[]> = {
        get: await store.get(otherUser, [memory.id, ended.id]),
        list: (await store.list(otherUser, { ...everything, page: 1, size: 10, search: 'Anna' })).items,
        listSession: (await store.list(otherUser, { ...everything, page: 1, size: 10, sessionId: 's' })).items,
        matchText: await store.matchText(otherUser, 'Anna works Acme', everything, 10),
        nearest: (await store.nearest(otherUser, vector, everything, 10)).filter(match => !own.includes(match.id)),
        neighbours: await store.neighbours(otherUser, [anna.id, acme.id], everything, 10),
        aboutSubject: await store.aboutSubject(otherUser, 'Anna', null, 10),
        byFingerprint: await store.byFingerprint(otherUser, [memory.fingerprint]),
        timelines: await store.timelines(otherUser, ['s'], everything),
        sessions: await store.sessions(otherUser, { ids: ['s'], limit: 10 }),
        allSessions: await store.sessions(otherUser, { limit: 10 }),
        entities: (await store.entities(otherUser, { ids: [anna.id] })).items,
        entitiesByKey: (await store.entities(otherUser, { keys: ['anna'] })).items,
        allEntities: (await store.entities(otherUser, {})).items,
        relations: await store.relations(otherUser, { entityIds: [anna.id], filter: everything, limit: 10 }),
        allRelations: await store.relations(otherUser, { filter: everything, limit: 10 }),
        communities: await store.communities(otherUser),
        history: await store.history(otherUser, ended.id),
        readings: await store.readings(otherUser, 10),
        replay: [await store.replay(otherUser, 'key')].filter(Boolean),
        accesses: await store.accesses(otherUser, memory.id, 10),
        export: (await collect(store.export(otherUser))).filter(record =>
          record.kind !== 'memory' || !own.includes(record.memory.id)
        )
      }
      for (const [verb, found] of Object.entries(nothing)) t.same(found, [], verb)
      t.equal(own.length, 1)
      t.equal((await store.stats(otherUser)).entities, 0)
    }
  )

  it(
    'store.isolation.writes',
    "another user's ids in delete, supersede, restore, refresh, mentions, relations, " +
      'communities and accesses do nothing',
    async (t, store) => {
      const [owner, otherUser] = [freshUser(), freshUser()]
      const { anna, acme, memory, ended } = await household(store, owner)
      const before = plain(await collect(store.export(owner)))
      const [own] = await given(store, otherUser, [newMemory(otherUser, 'own', { entityIds: [anna.id] })])
      const mine = newEntity(otherUser, 'Mine')
      t.same(await store.commit({ userId: otherUser, delete: [memory.id] }), { deleted: [], notFound: [memory.id] })
      t.equal(
        await failure(() => store.commit({ userId: otherUser, supersede: [supersession(memory.id, null)] })),
        'conflict'
      )
      await store.commit({
        userId: otherUser,
        entities: [mine],
        restore: [{ id: ended.id, at: at(9) }],
        refresh: [{ id: memory.id, confidence: 1, tags: ['stolen'] }],
        relations: [
          newRelation(otherUser, mine, 'knows', anna, own ?? memory),
          newRelation(otherUser, mine, 'knows', mine, memory)
        ],
        communities: [{
          id: `k-${otherUser}`,
          userId: otherUser,
          name: 'k',
          summary: null,
          entityIds: [anna.id, acme.id],
          updatedAt: at(0)
        }]
      })
      await store.recordAccesses([{ userId: otherUser, memoryId: memory.id, app: null, at: at(2), rank: 1 }])
      t.same(plain(await collect(store.export(owner))), before)
      t.equal((await store.accesses(owner, memory.id, 10)).length, 1)
      t.same((await store.get(otherUser, [own?.id ?? '']))[0]?.entityIds, [])
      t.same(await store.relations(otherUser, { filter: { includeSuperseded: true }, limit: 10 }), [])
      t.same((await store.communities(otherUser))[0]?.entityIds, [])
      await store.erase(otherUser)
      t.same(plain(await collect(store.export(owner))), before)
    }
  )
}
