import type { Community } from '../../../domain/nouns.ts'
import { at, freshUser, given, ids, newEntity, newMemory, newRelation, supersession, type Chapter } from './suite.ts'

export const graph: Chapter = ({ it }) => {
  it(
    'store.neighbours',
    'memories that mention an entity come before those one relation away, newest first, each once',
    async (t, store) => {
      const userId = freshUser()
      const [anna, acme, rome, bob] = [
        newEntity(userId, 'Anna'),
        newEntity(userId, 'Acme'),
        newEntity(userId, 'Rome'),
        newEntity(userId, 'Bob')
      ]
      const mention = (text: string, minutes: number, ...entities: Array<{ id: string }>) =>
        newMemory(userId, text, { createdAt: at(minutes), validAt: at(minutes), entityIds: ids(entities) })
      const works = mention('Anna works at Acme', 1, anna, acme)
      const [likes, office, weather, alone] = [
        mention('Anna likes tea', 2, anna),
        mention('Acme has an office in Rome', 3, acme, rome),
        mention('Rome is hot', 4, rome),
        mention('Bob is alone', 5, bob)
      ]
      await given(store, userId, [works, likes, office, weather, alone], {
        entities: [anna, acme, rome, bob],
        relations: [
          newRelation(userId, anna, 'works_at', acme, works),
          newRelation(userId, acme, 'has_office_in', rome, office)
        ]
      })
      const found = await store.neighbours(userId, [anna.id], {}, 10)
      t.same(found.map(({ memoryId, distance }) => [memoryId, distance]), [[likes.id, 0], [works.id, 0], [
        office.id,
        1
      ]])
      t.equal(found[0]?.entityId, anna.id)
      t.equal(found[2]?.entityId, acme.id)
      t.equal(found[2]?.validAt, office.validAt)
      t.same(
        (await store.neighbours(userId, [acme.id], {}, 10)).map(({ memoryId, distance }) => [memoryId, distance]),
        [[office.id, 0], [works.id, 0], [weather.id, 1], [likes.id, 1]],
        'relations are walked both ways'
      )
      t.equal((await store.neighbours(userId, [acme.id], {}, 2)).length, 2)
      t.same(await store.neighbours(userId, [], {}, 10), [])

      await store.commit({ userId, supersede: [supersession(works.id, null)] })
      t.same(
        (await store.neighbours(userId, [anna.id], {}, 10)).map(({ memoryId }) => memoryId),
        [likes.id],
        'a relation holds as long as the memory that states it'
      )
      t.ok(
        (await store.neighbours(userId, [anna.id], { includeSuperseded: true }, 10)).some(({ memoryId }) =>
          memoryId === works.id
        )
      )
    }
  )

  it(
    'store.neighbours.merged',
    'what mentions an entity is found under the one it was merged into, until the merge is undone',
    async (t, store) => {
      const userId = freshUser()
      const [city, short] = [newEntity(userId, 'New York City'), newEntity(userId, 'NYC')]
      const [one, two] = [
        newMemory(userId, 'Lives in New York City', { entityIds: [city.id], validAt: at(1), createdAt: at(1) }),
        newMemory(userId, 'Works in NYC', { entityIds: [short.id], validAt: at(2), createdAt: at(2) })
      ]
      await given(store, userId, [one, two], { entities: [city, short] })
      const found = async () =>
        (await store.neighbours(userId, [city.id], {}, 10)).map(({ memoryId, distance }) => [memoryId, distance])
      t.same(await found(), [[one.id, 0]])
      await store.commit({ userId, entities: [{ ...short, mergedInto: city.id }] })
      t.same(await found(), [[two.id, 0], [one.id, 0]])
      await store.commit({ userId, entities: [short] })
      t.same(await found(), [[one.id, 0]])
    }
  )

  it(
    'store.list.mentions',
    'memories that mention an entity, or one merged into it, in pages as any list, each once',
    async (t, store) => {
      const userId = freshUser()
      const [city, short, anna] = [
        newEntity(userId, 'New York City'),
        newEntity(userId, 'NYC'),
        newEntity(userId, 'Anna')
      ]
      const mention = (text: string, minutes: number, ...entities: Array<{ id: string }>) =>
        newMemory(userId, text, { createdAt: at(minutes), validAt: at(minutes), entityIds: ids(entities) })
      const [born, works, both, tea] = [
        mention('Born in New York City', 1, city),
        mention('Works in NYC', 2, short),
        mention('Anna came from New York City to NYC', 3, anna, city, short),
        mention('Anna drinks tea', 4, anna)
      ]
      await given(store, userId, [born, works, both, tea, mention('Nothing in particular', 5)], {
        entities: [city, { ...short, mergedInto: city.id }, anna]
      })
      const listed = async (query: object) => {
        const { items, total } = await store.list(userId, { page: 1, size: 10, ...query })
        return [total, ids(items)]
      }
      t.same(await listed({ mentions: [city.id] }), [3, [both.id, works.id, born.id]])
      t.same(await listed({ mentions: [short.id] }), [2, [both.id, works.id]], 'not the other way round')
      t.same(await listed({ mentions: [city.id, anna.id] }), [4, [tea.id, both.id, works.id, born.id]])
      t.same(await listed({ mentions: [city.id], page: 2, size: 2 }), [3, [born.id]])
      t.same(await listed({ mentions: [] }), [0, []])
      t.same(await listed({ mentions: ['no-such-entity'] }), [0, []])
      t.same(
        await listed({ mentions: [city.id], search: 'nyc' }),
        [2, [both.id, works.id]],
        'and every other condition'
      )
      t.same(await listed({ mentions: [anna.id], asOf: at(3), knownAt: at(3) }), [1, [both.id]])
      await store.commit({ userId, supersede: [supersession(works.id, null)] })
      t.same(await listed({ mentions: [city.id] }), [2, [both.id, born.id]])
      t.same(await listed({ mentions: [city.id], includeSuperseded: true }), [3, [both.id, works.id, born.id]])
      t.same((await store.list(freshUser(), { mentions: [city.id], page: 1, size: 5 })).items, [], 'of one user alone')
    }
  )

  it('store.mentions.unknown', 'mentions of entities the user does not have are left out', async (t, store) => {
    const userId = freshUser()
    const entity = newEntity(userId, 'Anna')
    const [memory] = await given(store, userId, [
      newMemory(userId, 'Anna', { entityIds: [entity.id, 'no-such-entity'] })
    ], { entities: [entity] })
    t.same((await store.get(userId, [memory?.id ?? '']))[0]?.entityIds, [entity.id])
  })

  it(
    'store.entities.read',
    'entities are read by id, by key or alias, by staleness, or all in pages, latest update first',
    async (t, store) => {
      const userId = freshUser()
      const entities = [
        newEntity(userId, 'New York', {
          aliases: ['nyc', 'big apple'],
          updatedAt: at(1),
          summary: 'A city.',
          type: 'place'
        }),
        newEntity(userId, 'Anna', { updatedAt: at(3), summaryStale: true }),
        newEntity(userId, 'Bob', { updatedAt: at(2) }),
        newEntity(userId, 'Robert', { updatedAt: at(4), aliases: ['bobby'] })
      ]
      entities[3] = { ...entities[3] as typeof entities[0], mergedInto: entities[2]?.id ?? null }
      const [city, anna, bob, robert] = entities as [
        typeof entities[0],
        typeof entities[0],
        typeof entities[0],
        typeof entities[0]
      ]
      await store.commit({ userId, entities })
      t.same(await store.entities(userId, {}), { items: [anna, bob, city], total: 3 }, 'those merged away are left out')
      t.same(
        (await store.entities(userId, { ids: [robert.id, city.id] })).items.map(entity => entity.id).sort(),
        [robert.id, city.id].sort(),
        'unless asked for by id'
      )
      t.same((await store.entities(userId, { keys: ['nyc'] })).items, [city])
      t.same(
        ids((await store.entities(userId, { keys: ['new york', 'anna', 'big apple', 'bobby', 'nobody'] })).items),
        [anna.id, city.id]
      )
      t.same(ids((await store.entities(userId, { stale: true })).items), [anna.id])
      t.same(await store.entities(userId, { merged: true }), { items: [robert], total: 1 }, 'or for those alone')
      const apart = { ...anna, distinctFrom: [bob.id] }
      await store.commit({ userId, entities: [apart] })
      t.same((await store.entities(userId, { ids: [anna.id] })).items, [apart])
      t.same(await store.entities(userId, { page: { page: 2, size: 2 } }), { items: [city], total: 3 })
      t.same(await store.entities(userId, { ids: [] }), { items: [], total: 0 })
    }
  )

  it('store.entities.replace', 'an entity committed again is replaced by id, its mentions stay', async (t, store) => {
    const userId = freshUser()
    const entity = newEntity(userId, 'Anna', { aliases: ['annie'] })
    const [memory] = await given(store, userId, [newMemory(userId, 'Anna', { entityIds: [entity.id] })], {
      entities: [entity]
    })
    const next = {
      ...entity,
      name: 'Anna Müller',
      key: 'anna muller',
      aliases: ['anna'],
      summary: 'A person.',
      type: 'person',
      updatedAt: at(9)
    }
    await store.commit({ userId, entities: [next] })
    t.same((await store.entities(userId, { keys: ['anna'] })).items, [next])
    t.same((await store.entities(userId, { keys: ['annie'] })).items, [])
    t.same((await store.neighbours(userId, [entity.id], {}, 5)).map(({ memoryId }) => memoryId), [memory?.id])
  })

  it(
    'store.relations',
    'relations touch the entities asked for, and are seen when their memory is',
    async (t, store) => {
      const userId = freshUser()
      const [a, b, c] = [newEntity(userId, 'A'), newEntity(userId, 'B'), newEntity(userId, 'C')]
      const [first, second] = [
        newMemory(userId, 'first', { tags: ['x'], createdAt: at(1) }),
        newMemory(userId, 'second', { createdAt: at(2) })
      ]
      const [ab, bc] = [newRelation(userId, a, 'knows', b, first), newRelation(userId, b, 'knows', c, second)]
      await given(store, userId, [first, second], { entities: [a, b, c], relations: [ab, bc] })
      await store.commit({ userId, relations: [ab] })
      t.same(
        (await store.relations(userId, { limit: 10 })).sort((x, y) => x.id < y.id ? -1 : 1),
        [ab, bc].sort((x, y) => x.id < y.id ? -1 : 1),
        'one committed twice is there once'
      )
      t.same(await store.relations(userId, { entityIds: [a.id], limit: 10 }), [ab])
      t.equal((await store.relations(userId, { entityIds: [b.id], limit: 10 })).length, 2)
      t.equal((await store.relations(userId, { limit: 1 })).length, 1)
      t.same(await store.relations(userId, { filter: { tags: ['x'] }, limit: 10 }), [ab])
      t.same(await store.relations(userId, { entityIds: [], limit: 10 }), [])
      t.same(await store.relations(userId, { memoryIds: [second.id], limit: 10 }), [bc])
      t.same(await store.relations(userId, { memoryIds: [second.id], entityIds: [a.id], limit: 10 }), [])
      t.same(await store.relations(userId, { memoryIds: [first.id, second.id], entityIds: [a.id], limit: 10 }), [ab])
      t.same(await store.relations(userId, { memoryIds: [], limit: 10 }), [])
      t.same(await store.relations(freshUser(), { memoryIds: [first.id], limit: 10 }), [])
      await store.commit({ userId, supersede: [supersession(first.id, null)] })
      t.same(await store.relations(userId, { limit: 10 }), [bc])
      t.equal((await store.relations(userId, { filter: { includeSuperseded: true }, limit: 10 })).length, 2)
    }
  )

  it(
    'store.communities',
    'communities are replaced as a whole, and left alone by a changeset without them',
    async (t, store) => {
      const userId = freshUser()
      const [a, b] = [newEntity(userId, 'A'), newEntity(userId, 'B')]
      const community = (id: string, entityIds: string[]): Community => ({
        id,
        userId,
        name: `about ${id}`,
        summary: null,
        entityIds,
        updatedAt: at(1)
      })
      const [one, two] = [community('k1', [a.id, b.id]), community('k2', [b.id])]
      await given(store, userId, [newMemory(userId, 'A and B', { entityIds: [a.id, b.id] })], {
        entities: [a, b],
        communities: [one, two]
      })
      const read = async (): Promise<Community[]> =>
        (await store.communities(userId)).map(found => ({ ...found, entityIds: [...found.entityIds].sort() })).sort((
          x,
          y
        ) => x.id < y.id ? -1 : 1)
      const sorted = (...communities: Community[]): Community[] =>
        communities.map(item => ({ ...item, entityIds: [...item.entityIds].sort() }))
      t.same(await read(), sorted(one, two))
      await given(store, userId, [newMemory(userId, 'more')])
      t.equal((await read()).length, 2)
      await store.commit({ userId, communities: [{ ...two, summary: 'New.', entityIds: [a.id] }] })
      t.same(await read(), [{ ...two, summary: 'New.', entityIds: [a.id] }])
      await store.commit({ userId, communities: [] })
      t.same(await read(), [])
    }
  )
}
