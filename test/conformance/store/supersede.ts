import { StoreConflict } from '../../../domain/errors.ts'
import { at, freshUser, given, ids, newMemory, supersession, type Chapter } from './suite.ts'

export const supersede: Chapter = ({ it }) => {
  it(
    'store.supersede.keeps',
    'an ended memory keeps all its fields and gains when and by what it ended',
    async (t, store) => {
      const userId = freshUser()
      const [rome, gone] = await given(store, userId, [
        newMemory(userId, 'Anna lives in Rome', { quote: 'I live in Rome', tags: ['x'] }),
        newMemory(userId, 'Anna has a cat')
      ])
      const oslo = newMemory(userId, 'Anna lives in Oslo', { createdAt: at(60) })
      await store.commit({
        userId,
        add: [oslo],
        supersede: [supersession(rome?.id ?? '', oslo.id), supersession(gone?.id ?? '', null, { invalidAt: null })]
      })
      const [oldRome, oldCat] = await store.get(userId, [rome?.id ?? '', gone?.id ?? ''])
      t.match(oldRome, {
        text: rome?.text,
        quote: rome?.quote,
        tags: ['x'],
        state: 'superseded',
        invalidAt: at(50),
        expiredAt: at(60),
        supersededBy: oslo.id
      })
      t.match(oldCat, { state: 'invalidated', invalidAt: null, expiredAt: at(60), supersededBy: null })
      t.same(ids((await store.list(userId, { page: 1, size: 5 })).items), [oslo.id], 'and is out of sight')
      t.same(
        ids((await store.list(userId, { page: 1, size: 5, asOf: at(10) })).items),
        [rome?.id],
        'unless asked for the past'
      )
      t.same(
        ids((await store.list(userId, { page: 1, size: 5, knownAt: at(59), asOf: at(59) })).items).sort(),
        [rome?.id, gone?.id].sort(),
        'or for what was believed then'
      )
    }
  )

  it(
    'store.supersede.within',
    'a memory may be added and superseded by another of the same changeset',
    async (t, store) => {
      const userId = freshUser()
      const [first, second] = [newMemory(userId, "five o'clock"), newMemory(userId, "six o'clock")]
      await store.commit({
        userId,
        add: [first, second],
        supersede: [supersession(first.id, second.id, { kind: 'UPDATE' })]
      })
      t.same((await store.get(userId, [first.id, second.id])).map(memory => memory.state), ['superseded', 'active'])
    }
  )

  it(
    'store.supersede.revised',
    'a memory may be revised and superseded by one changeset, if before it the memory was as it was seen',
    async (t, store) => {
      const userId = freshUser()
      const [rome] = await given(store, userId, [newMemory(userId, 'Anna lives in Rome')])
      const { id = '', state = 'active', invalidAt = null, expiredAt = null } = rome ?? {}
      const oslo = newMemory(userId, 'Anna lives in Oslo', { createdAt: at(60) })
      const again = { id, set: { attributes: { stated_at: [at(20)] } } }
      const both = (seen: { state: typeof state, invalidAt: number | null, expiredAt: number | null }) =>
        store.commit({ userId, add: [oslo], supersede: [supersession(id, oslo.id)], revise: [{ ...again, seen }] })
      await t.rejects(both({ state, invalidAt: at(30), expiredAt }), StoreConflict)
      t.match(await store.get(userId, [id]), [{ state: 'active', attributes: {} }], 'nothing of it is stored')
      await both({ state, invalidAt, expiredAt })
      t.match(await store.get(userId, [id]), [{
        state: 'superseded',
        supersededBy: oslo.id,
        attributes: again.set.attributes
      }])
    }
  )

  it(
    'store.history',
    'the whole chain a memory stands in, oldest first, with both ends, from any link',
    async (t, store) => {
      const userId = freshUser()
      const places = ['Rome', 'Oslo', 'Paris', 'Bern'].map(place => newMemory(userId, `Anna lives in ${place}`))
      const other = newMemory(userId, 'Anna has a flat in Oslo')
      await given(store, userId, [places[0] as typeof other, other])
      const edges = [
        supersession(places[0]?.id ?? '', places[1]?.id ?? '', { expiredAt: at(10), reason: 'moved to Oslo' }),
        supersession(places[1]?.id ?? '', places[2]?.id ?? '', { expiredAt: at(20), kind: 'UPDATE', quote: null }),
        supersession(other.id, places[2]?.id ?? '', { expiredAt: at(21) }),
        supersession(places[2]?.id ?? '', null, { expiredAt: at(30), invalidAt: null })
      ]
      await store.commit({ userId, add: [places[1] as typeof other], supersede: [edges[0] as typeof edges[0]] })
      await store.commit({ userId, add: [places[2] as typeof other], supersede: edges.slice(1, 3) })
      await store.commit({ userId, supersede: edges.slice(3) })
      await given(store, userId, [places[3] as typeof other])
      for (const start of [places[0], places[2], other]) {
        const chain = await store.history(userId, start?.id ?? '')
        t.same(chain.map(({ old, new: next, ...edge }) => edge), edges)
        t.same(chain.map(link => [link.old?.text, link.new?.text]), [
          [places[0]?.text, places[1]?.text],
          [places[1]?.text, places[2]?.text],
          [other.text, places[2]?.text],
          [places[2]?.text, undefined]
        ])
      }
      t.same(await store.history(userId, places[3]?.id ?? ''), [], 'empty when it has none')
      t.same(await store.history(userId, 'no-such-id'), [])
    }
  )

  it('store.restore', 'a restored memory is active again and its edge says when it was undone', async (t, store) => {
    const userId = freshUser()
    const [old, kept] = await given(store, userId, [newMemory(userId, 'old'), newMemory(userId, 'kept')])
    const next = newMemory(userId, 'new')
    const oldId = old?.id ?? ''
    await store.commit({ userId, add: [next], supersede: [supersession(oldId, next.id)] })
    t.same(await store.matchText(userId, 'old', {}, 5), [], 'out of sight until then')
    await store.commit({
      userId,
      restore: [{ id: oldId, at: at(90) }],
      supersede: [supersession(next.id, null, { expiredAt: at(90) })]
    })
    t.match((await store.get(userId, [oldId]))[0], {
      state: 'active',
      invalidAt: null,
      expiredAt: null,
      supersededBy: null
    })
    t.same(ids((await store.list(userId, { page: 1, size: 5 })).items).sort(), [oldId, kept?.id].sort())
    t.same((await store.history(userId, oldId)).map(link => [link.oldId, link.restoredAt]), [[oldId, at(90)], [
      next.id,
      null
    ]])
    t.equal((await store.matchText(userId, 'old', {}, 5)).length, 1)
    await store.commit({ userId, supersede: [supersession(oldId, kept?.id ?? '', { expiredAt: at(99) })] })
    t.same(
      (await store.history(userId, oldId)).map(link => link.restoredAt),
      [at(90), null, null],
      'it may be superseded again; the first edge stays'
    )
    await store.commit({ userId, restore: [{ id: oldId, at: at(100) }] })
    t.same(
      (await store.history(userId, oldId)).map(link => link.restoredAt),
      [at(90), null, at(100)],
      'only the standing edge is marked'
    )
  })

  it(
    'store.restore.nothing',
    'restoring what is active or unknown changes nothing; what would be a duplicate is a conflict',
    async (t, store) => {
      const userId = freshUser()
      const [one] = await given(store, userId, [newMemory(userId, 'one')])
      await store.commit({ userId, restore: [{ id: one?.id ?? '', at: at(9) }, { id: 'no-such-id', at: at(9) }] })
      t.match((await store.get(userId, [one?.id ?? '']))[0], { state: 'active' })
      await store.commit({ userId, supersede: [supersession(one?.id ?? '', null)] })
      const [again] = await given(store, userId, [newMemory(userId, 'one')])
      const refused = await store.commit({ userId, restore: [{ id: one?.id ?? '', at: at(9) }] }).then(
        () => null,
        (error: unknown) => error
      )
      t.ok(refused instanceof StoreConflict && refused.duplicates[0]?.existingId === again?.id)
    }
  )

  it(
    'store.refresh',
    'told again: confidence rises and never falls, tags are merged, unknown ids do nothing',
    async (t, store) => {
      const userId = freshUser()
      const [memory] = await given(store, userId, [newMemory(userId, 'tea', { confidence: 0.5, tags: ['a'] })])
      const id = memory?.id ?? ''
      await store.commit({
        userId,
        refresh: [{ id, confidence: 0.8, tags: ['b', 'a'] }, { id: 'no-such-id', confidence: 1 }]
      })
      await store.commit({ userId, refresh: [{ id, confidence: 0.2 }] })
      t.match((await store.get(userId, [id]))[0], { confidence: 0.8, tags: ['a', 'b'] })
      t.same(ids((await store.list(userId, { page: 1, size: 5, tags: ['b'] })).items), [id], 'and found by the new tag')
      t.same(ids(await store.matchText(userId, 'tea', { tags: ['b'] }, 5)), [id])
    }
  )
}
