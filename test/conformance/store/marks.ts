import { setTimeout as sleep } from 'node:timers/promises'
import { accessesKept } from '../../../domain/capabilities/store.ts'
import {
  at,
  freshUser,
  given,
  newEntity,
  newMemory,
  newReading,
  newRelation,
  newSession,
  supersession,
  type Chapter
} from './suite.ts'

export const marks: Chapter = ({ it }) => {
  it(
    'store.reanalyse',
    'texts analysed again are found as before; unknown ids and those of another user do nothing',
    async (t, store) => {
      const [userId, other] = [freshUser(), freshUser()]
      const memories = ['tea in Ghent', 'tea, tea and coffee'].map(text => newMemory(userId, text))
      await given(store, userId, memories)
      await given(store, other, [newMemory(other, 'tea in Rome')])
      const found =
        async () => [await store.matchText(userId, 'tea Ghent', {}, 9), await store.matchText(other, 'tea', {}, 9)]
      const before = await found()
      await store.commit({ userId, reanalyse: [...memories.map(({ id }) => id), 'unknown'] })
      await store.commit({ userId: other, reanalyse: memories.map(({ id }) => id) })
      t.same(await found(), before)
      t.same(
        new Set((await store.get(userId, memories.map(({ id }) => id))).map(({ text }) => text)),
        new Set(memories.map(({ text }) => text))
      )
    }
  )

  it('store.stats', 'counts of what a user has, in every state, with the first and last time', async (t, store) => {
    const userId = freshUser()
    t.same(await store.stats(userId), {
      memories: { active: 0, superseded: 0, invalidated: 0 },
      entities: 0,
      relations: 0,
      sessions: 0,
      communities: 0,
      firstAt: null,
      lastAt: null
    })
    const [a, b] = [newEntity(userId, 'A'), newEntity(userId, 'B')]
    const memories = [3, 1, 2, 4].map(minutes => newMemory(userId, `m${minutes}`, { createdAt: at(minutes) }))
    const [one, two, three] = memories as [
      typeof memories[0] & object,
      typeof memories[0] & object,
      typeof memories[0] & object
    ]
    await given(store, userId, memories, {
      entities: [a, b],
      relations: [newRelation(userId, a, 'r', b, one)],
      sessions: [newSession(userId, 's')]
    })
    await store.commit({ userId, supersede: [supersession(two.id, one.id), supersession(three.id, null)] })
    t.same(await store.stats(userId), {
      memories: { active: 2, superseded: 1, invalidated: 1 },
      entities: 2,
      relations: 1,
      sessions: 1,
      communities: 0,
      firstAt: at(1),
      lastAt: at(4)
    })
  })

  const summary = async (store: Parameters<Parameters<typeof it>[2]>[1], userId: string, enrichmentDue?: boolean) =>
    (await store.users({ after: userId.slice(0, -1), limit: 1, ...(enrichmentDue ? { enrichmentDue } : {}) })).find(
      user => user.userId === userId
    )

  it(
    'store.users',
    'users are listed in order of id, a page after an id, with the number of their memories in every state',
    async (t, store) => {
      const prefix = freshUser()
      const names = ['a', 'b', 'c'].map(letter => `${prefix}-${letter}`)
      for (const userId of [...names].reverse()) {
        await given(store, userId, [
          newMemory(userId, 'one'),
          newMemory(userId, 'two', { state: 'superseded', expiredAt: at(1) })
        ])
      }
      t.same(
        await store.users({ after: prefix, limit: 2 }),
        names.slice(0, 2).map(userId => ({ userId, memories: 2, enrichmentDueSince: null }))
      )
      t.equal((await store.users({ after: `${prefix}-b`, limit: 1 }))[0]?.userId, `${prefix}-c`)
    }
  )

  it(
    'store.users.readings',
    'a user of whom only readings are stored is listed, until erased',
    async (t, store) => {
      const userId = freshUser()
      await store.commit({ userId, readings: [newReading(userId, 'Good morning!')] })
      t.same(await summary(store, userId), { userId, memories: 0, enrichmentDueSince: null })
      await store.erase(userId)
      t.equal(await summary(store, userId), undefined)
    }
  )

  it(
    'store.users.order',
    'pages of users lose nobody and repeat nobody, whatever their ids are made of',
    async (t, store) => {
      const prefix = freshUser()
      const names = ['A', 'a', 'B', 'b', ' ', '-', '_', '.', '0', '10', '2', 'Ä', 'ä', 'я', '東', '\uFFFD', '😀']
        .map(end => `${prefix}${end}`)
      for (const userId of names) await given(store, userId, [newMemory(userId, 'one')])
      const found: string[] = []
      for (let after = prefix; found.length < names.length;) {
        const page = (await store.users({ after, limit: 3 })).map(({ userId }) => userId)
        found.push(...page.filter(userId => userId.startsWith(prefix)))
        if (page.length < 3 || !page.some(userId => userId.startsWith(prefix))) break
        after = page.at(-1) as string
      }
      t.same(found, [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    }
  )

  it(
    'store.enrichment',
    'a mark stays from the first commit that owed it until it is done up to a later time',
    async (t, store) => {
      const userId = freshUser()
      await given(store, userId, [newMemory(userId, 'one')], { enrichment: { due: at(10) } })
      await given(store, userId, [newMemory(userId, 'two')], { enrichment: { due: at(20) } })
      t.equal((await summary(store, userId))?.enrichmentDueSince, at(10))
      t.ok(await summary(store, userId, true))
      await store.commit({ userId, enrichment: { doneUpTo: at(15) } })
      t.equal((await summary(store, userId))?.enrichmentDueSince, at(20), 'what was committed meanwhile is still owed')
      await store.commit({ userId, enrichment: { doneUpTo: at(30) } })
      t.equal((await summary(store, userId))?.enrichmentDueSince, null)
      t.equal(await summary(store, userId, true), undefined)
      t.equal((await summary(store, userId))?.memories, 2)
    }
  )

  it('store.lease', 'one holder at a time; it may renew; another may have it when it ran out', async (t, store) => {
    const name = `job-${freshUser()}`
    const granted = await Promise.all(['a', 'b', 'c', 'd'].map(holder => store.lease(name, holder, 60_000)))
    t.equal(granted.filter(Boolean).length, 1)
    const holder = ['a', 'b', 'c', 'd'][granted.indexOf(true)] ?? ''
    t.equal(await store.lease(name, holder, 1), true, 'renewed, for a moment')
    let taken = false
    // A store in memory answers all attempts within the millisecond that the lease has left.
    for (let attempt = 0; attempt < 200 && !taken; attempt++) {
      taken = await store.lease(name, 'next', 60_000)
      if (!taken) await sleep(1)
    }
    t.ok(taken)
    t.equal(await store.lease(name, holder, 60_000), false)
    t.equal(await store.lease(`${name}-other`, holder, 60_000), true, 'names do not meet')
  })

  it(
    'store.count',
    'counts exactly, whoever counts at the same moment, and begins anew when it ran out',
    async (t, store) => {
      const count = store.count?.bind(store)
      if (count === undefined) {
        t.pass('each process counts by itself')
        return
      }
      const name = `counter-${freshUser()}`
      t.equal(await count(name, 0, 60_000), 0, 'asking makes nothing')
      const seen = await Promise.all(Array.from({ length: 20 }, (_, place) => count(name, place + 1, 60_000)))
      t.equal(Math.max(...seen), 210)
      t.equal(new Set(seen).size, 20, 'each is told what it then was')
      t.equal(await count(name, 0, 60_000), 210)
      t.equal(await count(`${name}-other`, 3, 60_000), 3, 'names do not meet')
      t.equal(await count(`${name}-short`, 5, 1), 5)
      let value = 5
      for (let attempt = 0; attempt < 200 && value !== 0; attempt++) {
        await sleep(1)
        value = await count(`${name}-short`, 0, 60_000)
      }
      t.equal(value, 0)
      t.equal(await count(`${name}-short`, 2, 60_000), 2)
      t.equal(await count(name, 1, 60_000), 211, 'what goes takes nothing else with it')
    }
  )

  it(
    'store.accesses',
    'recalls are recorded per memory, latest first; those of unknown memories are dropped',
    async (t, store) => {
      const userId = freshUser()
      const [one, two] = await given(store, userId, [newMemory(userId, 'one'), newMemory(userId, 'two')])
      const access = (memoryId: string, minutes: number, app: string | null = null) => ({
        userId,
        memoryId,
        app,
        at: at(minutes),
        rank: minutes
      })
      await store.recordAccesses([
        access(one?.id ?? '', 1, 'desk'),
        access(two?.id ?? '', 2),
        access(one?.id ?? '', 3),
        access('no-such-id', 4)
      ])
      await store.recordAccesses([])
      t.same(await store.accesses(userId, one?.id ?? '', 10), [
        access(one?.id ?? '', 3),
        access(one?.id ?? '', 1, 'desk')
      ])
      t.same(await store.accesses(userId, one?.id ?? '', 1), [access(one?.id ?? '', 3)])
      t.same(await store.accesses(userId, 'no-such-id', 10), [])
    }
  )

  it(
    'store.accesses.bounded',
    'of a memory that is recalled all day the newest accesses are kept, and not all of them',
    async (t, store) => {
      const userId = freshUser()
      const [often, seldom] = await given(store, userId, [newMemory(userId, 'often'), newMemory(userId, 'seldom')])
      const access = (memoryId: string, minutes: number) => ({ userId, memoryId, app: null, at: at(minutes), rank: 1 })
      await store.recordAccesses([access(seldom?.id ?? '', 0)])
      for (let round = 0; round < 6; round++) {
        await store.recordAccesses(
          Array.from({ length: accessesKept }, (_, place) => access(often?.id ?? '', round * accessesKept + place))
        )
      }
      const kept = await store.accesses(userId, often?.id ?? '', accessesKept)
      t.same(
        kept.map(({ at }) => at),
        Array.from({ length: accessesKept }, (_, place) => at(6 * accessesKept - 1 - place))
      )
      t.same(await store.accesses(userId, seldom?.id ?? '', 10), [access(seldom?.id ?? '', 0)])
      t.ok((await store.erase(userId)).accesses <= 3 * accessesKept)
    }
  )
}
