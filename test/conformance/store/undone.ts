/** The history as a list of edges, edges that were undone, what was forgotten, and writes that rest on a basis. */
import { StoreConflict } from '../../../domain/errors.ts'
import type { Supersession } from '../../../domain/nouns.ts'
import {
  at,
  freshUser,
  given,
  ids,
  newEntity,
  newMemory,
  newSession,
  random,
  supersession,
  type Chapter
} from './suite.ts'

const keyOf = ({ oldId, newId, expiredAt }: Supersession): string => `${oldId} ${newId} ${expiredAt}`

export const undone: Chapter = ({ it }) => {
  it(
    'store.supersessions',
    'edges of the history, latest first: all of a user, or those with one of these memories at either end',
    async (t, store) => {
      const userId = freshUser()
      const next = random(14)
      const memories = await given(store, userId, Array.from({ length: 9 }, (_, n) => newMemory(userId, `m${n}`)))
      const edges: Supersession[] = []
      for (const [place, memory] of memories.slice(0, 8).entries()) {
        const by = next() < 0.3 ? null : memories[place + 1]?.id ?? null
        const edge = supersession(memory.id, by, {
          expiredAt: at(100 + place + 10 * Math.floor(next() * 100)),
          reason: `r${place}`
        })
        await store.commit({ userId, supersede: [edge] })
        edges.push(edge)
      }
      const latestFirst = edges.toSorted((a, b) => b.expiredAt - a.expiredAt)
      const all = await store.supersessions(userId, { limit: 100 })
      t.same(all.map(keyOf), latestFirst.map(keyOf))
      t.match(all[0], { reason: latestFirst[0]?.reason, kind: latestFirst[0]?.kind, restoredAt: null })
      t.same((await store.supersessions(userId, { limit: 3 })).map(keyOf), latestFirst.slice(0, 3).map(keyOf))
      for (let round = 0; round < 6; round++) {
        const asked = memories.filter(() => next() < 0.3).map(({ id }) => id)
        const expected = latestFirst.filter(({ oldId, newId }) =>
          asked.includes(oldId) || (newId !== null && asked.includes(newId))
        )
        t.same((await store.supersessions(userId, { ids: asked, limit: 100 })).map(keyOf), expected.map(keyOf))
      }
      t.same(await store.supersessions(freshUser(), { limit: 5 }), [])
      t.same(await store.supersessions(freshUser(), { ids: ids(memories), limit: 5 }), [], 'of another user, none')
    }
  )

  it(
    'store.undone',
    'an edge is marked as undone whatever becomes of the memories; others and unknown ones stay as they are',
    async (t, store) => {
      const userId = freshUser()
      const [old, other] = await given(store, userId, [newMemory(userId, 'old'), newMemory(userId, 'other')])
      const [oldId, otherId] = [old?.id ?? '', other?.id ?? '']
      const by = newMemory(userId, 'new')
      const edges = [supersession(oldId, by.id), supersession(otherId, by.id), supersession(by.id, null)]
      await store.commit({ userId, add: [by], supersede: edges.slice(0, 2) })
      await store.commit({ userId, supersede: edges.slice(2) })
      const named = ({ oldId, newId, kind, expiredAt }: Supersession) => ({ oldId, newId, kind, expiredAt, at: at(70) })
      await store.commit({
        userId,
        undone: [
          named(edges[0] as Supersession),
          named(edges[2] as Supersession),
          { ...named(edges[1] as Supersession), expiredAt: at(61) },
          { ...named(edges[1] as Supersession), newId: 'no-such-id' }
        ]
      })
      const marked = new Map(
        (await store.supersessions(userId, { limit: 9 })).map(edge => [edge.oldId, edge.restoredAt])
      )
      t.same([oldId, otherId, by.id].map(id => marked.get(id)), [at(70), null, at(70)])
      t.same((await store.get(userId, [oldId, otherId])).map(({ state }) => state), ['superseded', 'superseded'])
      await store.commit({
        userId,
        revise: [{ id: oldId, set: { state: 'active', invalidAt: null, expiredAt: null, supersededBy: null } }],
        undone: [named(edges[1] as Supersession)]
      })
      t.match(await store.get(userId, [oldId]), [{ state: 'active', supersededBy: null }])
      t.same(ids((await store.list(userId, { page: 1, size: 5 })).items), [oldId])
    }
  )

  it(
    'store.forgotten',
    'what was forgotten is in no read of any time, and let through when it is asked for',
    async (t, store) => {
      const userId = freshUser()
      const [secret, ended, kept] = await given(store, userId, [
        newMemory(userId, 'a secret rose'),
        newMemory(userId, 'an ended rose'),
        newMemory(userId, 'a kept rose')
      ])
      const [secretId, endedId] = [secret?.id ?? '', ended?.id ?? '']
      await store.commit({
        userId,
        supersede: [
          supersession(secretId, null, {
            invalidAt: null,
            revisions: [{ from: 0, to: at(60), invalidAt: at(0) }]
          } as Partial<Supersession>),
          supersession(endedId, null)
        ]
      })
      const page = { page: 1, size: 9 }
      for (const times of [{}, { asOf: at(10) }, { knownAt: at(10) }, { asOf: at(10), knownAt: at(59) }]) {
        const [listed, found, seen] = await Promise.all([
          store.list(userId, { ...page, ...times }),
          store.matchText(userId, 'rose', times, 9),
          store.list(userId, { ...page, ...times, forgotten: true })
        ])
        t.notOk(ids(listed.items).includes(secretId), JSON.stringify(times))
        t.notOk(ids(found).includes(secretId))
        t.notOk(ids(seen.items).includes(secretId), 'a time is asked for: it did not hold then')
      }
      const past = { ...page, includeSuperseded: true }
      t.same(ids((await store.list(userId, past)).items).sort(), [endedId, kept?.id].sort())
      t.same(
        ids((await store.list(userId, { ...past, forgotten: true })).items).sort(),
        [secretId, endedId, kept?.id].sort()
      )
      t.equal((await store.get(userId, [secretId])).length, 1, 'and by its id')
    }
  )

  it(
    'store.basis',
    'a write that rests on a basis is refused after anything was removed, and never makes a user',
    async (t, store) => {
      const userId = freshUser()
      t.equal(await store.basis(userId), null, 'nobody has none')
      const [one, two] = await given(store, userId, [newMemory(userId, 'one'), newMemory(userId, 'two')])
      const basis = await store.basis(userId)
      t.ok(basis)
      const writes = () => ({
        userId,
        entities: [newEntity(userId, 'Mara', { summary: 'Of one.' })],
        sessions: [newSession(userId, 's', { gist: 'Of one.' })],
        communities: [],
        enrichment: { due: at(5) }
      })
      const refused = async (): Promise<boolean> =>
        await store.commit({ ...writes(), ...(basis && { basis }) }).then(
          () => false,
          (error: unknown) => error instanceof StoreConflict && error.outdated === true
        )
      await store.commit({ userId, supersede: [supersession(two?.id ?? '', null)] })
      t.equal(await refused(), false, 'an ending removes nothing')
      await store.commit({ userId, delete: ['no-such-id'] })
      t.equal(await refused(), false, 'nor does a deletion of nothing')
      await store.commit({ userId, delete: [one?.id ?? ''] })
      t.equal(await refused(), true, 'after a deletion')
      await store.erase(userId)
      t.equal(await refused(), true, 'after an erasure')
      t.equal(await store.basis(userId), null)
      t.notOk((await store.users({ after: userId.slice(0, -1), limit: 1 })).some(user => user.userId === userId))
      await given(store, userId, [newMemory(userId, 'back')])
      t.equal(await refused(), true, 'after the user came back')
    }
  )
}
