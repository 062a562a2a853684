/** What the reading thread keeps in memory for searching, without the thread. */
import { join } from 'node:path'
import t from 'tap'
import { v7 } from 'uuid'
import { openDatabase } from '../../../plugins/_shared/sqlite.ts'
import { unpackMatches } from '../../../plugins/store/sqlite/matches.ts'
import { nearest } from '../../../plugins/store/sqlite/read/search.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { createArena } from '../../../plugins/store/sqlite/warm/arena.ts'
import { createBest } from '../../../plugins/store/sqlite/warm/best.ts'
import { bringUpToDate, corpusOf, documentOf, emptyDocuments } from '../../../plugins/store/sqlite/warm/documents.ts'
import { createWarm, type Warm } from '../../../plugins/store/sqlite/warm/index.ts'
import { newMemory, random } from '../../conformance/store/suite.ts'

t.test('the best few of many are the best few', async t => {
  const next = random(81)
  const numbers = Array.from({ length: 2000 }, () => Math.floor(next() * 300))
  for (const limit of [0, 1, 7, 2500]) {
    const best = createBest<number>(limit, (a, b) => a < b)
    for (const [place, score] of numbers.entries()) best.offer(score, place)
    const expected = numbers.map((score, place) => ({ score, item: place })).sort((a, b) =>
      b.score - a.score || a.item - b.item
    ).slice(0, limit)
    t.same(best.ranked, expected)
    t.ok(
      numbers.every(score => score >= best.least() || !expected.some(kept => kept.score === score)),
      'nothing below the least is among the best'
    )
  }
})

t.test(
  'vectors of any length are compared as written, also in a slot that held others, and their ' +
    'copies are as near as they say',
  async t => {
    const next = random(82)
    for (const dimensions of [1, 3072, 100, 256, 32, 3, 65_536, 2]) {
      const made = (): Float32Array => Float32Array.from({ length: dimensions }, () => (next() * 2 - 1) * 7)
      const cosine = (a: Float32Array, b: Float32Array): number =>
        a.reduce((sum, value, at) => sum + value * b[at]!, 0) / Math.hypot(...a) / Math.hypot(...b)
      const arena = createArena(dimensions)
      const slot = arena.take() as number
      for (let round = 0; round < 2; round++) {
        const rows = Array.from({ length: arena.rowsInSlot }, made)
        const query = made()
        for (const [place, row] of rows.entries()) arena.write(slot, place, new Uint8Array(row.buffer))
        arena.ask(query)
        arena.bound(slot, rows.length)
        const far = rows.filter((row, place) => {
          const [truth, most, least] = [cosine(row, query), arena.most(slot, place), arena.least(slot, place)]
          return !(Math.abs(arena.exact(slot, place) - truth) < 1e-5) || !(least <= truth && truth <= most) ||
            most - least > 0.1
        })
        t.same(far.length, 0, `of ${dimensions} numbers`)
        arena.give(slot)
        t.equal(arena.take(), slot, 'a slot that was given back is taken again')
      }
      t.equal(arena.between(slot, 0, -Infinity, Infinity).length, 0)
      const others = Array.from({ length: 100 }, () => arena.take())
      t.equal(new Set([slot, ...others]).size, 101, 'no slot is given out twice')
    }
  }
)

t.test('users who are let go give back what they held, and together they hold no more than allowed', async t => {
  const path = join(t.testdir(), 'many.db')
  const store = await createSqliteStore({ path })
  t.teardown(() => store.close())
  const next = random(83)
  const users = Array.from({ length: 12 }, (_, place) => `user-${place}`)
  const vector = (): Float32Array => Float32Array.from({ length: 64 }, () => next() * 2 - 1)
  for (const userId of users) {
    await store.commit({
      userId,
      add: Array.from(
        { length: 30 },
        (_, place) => newMemory(userId, `Fact ${place} of ${userId}.`, { embedding: vector() })
      )
    })
  }

  const database = openDatabase(path)
  t.teardown(() => database.close())
  // Enough for two of them.
  const warm = createWarm(database, 2 * (createArena(64).slotBytes + 40_000))
  const slots = new Set<number>()
  for (const userId of [...users, ...users]) {
    const query = vector()
    // By words first: what is kept grows after it was first weighed.
    warm.search(userId, ({ documents }) => documents.columns.count)
    const found = unpackMatches(nearest(database, warm, userId, query, {}, 5))
    t.same(found.map(({ id }) => id), (await store.nearest(userId, query, {}, 5)).map(({ id }) => id), userId)
    warm.search(userId, ({ vectors }) => {
      for (const { slot } of vectors?.blocks ?? []) slots.add(slot)
    })
  }
  t.ok(slots.size > 0 && slots.size <= 3, `twelve users, searched twice, stood in ${slots.size} slots`)

  const none = createWarm(database, 1000)
  const query = vector()
  t.same(
    unpackMatches(nearest(database, none, 'user-3', query, {}, 40)).map(({ id }) => id),
    (await store.nearest('user-3', query, {}, 40)).map(({ id }) => id),
    'a user too large to be kept is read block by block'
  )
})

t.test('so many cosines reach what is said of so many, and those in between are found', async t => {
  const next = random(83)
  const vector = (): Float32Array => Float32Array.from({ length: 8 }, () => next() - 0.5)
  const arena = createArena(8)
  const slot = arena.take() as number
  arena.ask(vector())
  arena.bound(slot, 0)
  t.equal(arena.reached(1), -Infinity, 'nothing was bound yet')
  const count = arena.rowsInSlot
  for (let place = 0; place < count; place++) arena.write(slot, place, new Uint8Array(vector().buffer))
  arena.ask(vector())
  arena.bound(slot, count)
  const cosines = Array.from({ length: count }, (_, place) => arena.exact(slot, place))
  for (const few of [1, 10, 300]) {
    const floor = arena.reached(few)
    t.ok(cosines.filter(cosine => cosine >= floor).length >= few)
    t.ok(cosines.filter(cosine => cosine >= floor + 0.05).length < few, 'and not many more')
    const places = new Set(arena.between(slot, count, floor, Infinity))
    t.ok(cosines.every((cosine, place) => cosine < floor || places.has(place)), 'all that reach it are found')
    t.equal(places.size + arena.between(slot, count, -Infinity, floor).length, count)
  }
  t.same([arena.reached(count + 1), arena.reached(0)], [-Infinity, -Infinity])
})

t.test('the nearest are the nearest, also when a filter leaves out all that are near', async t => {
  const path = join(t.testdir(), 'one.db')
  const store = await createSqliteStore({ path })
  t.teardown(() => store.close())
  const userId = 'ada'
  const next = random(84)
  const query = Float32Array.from({ length: 64 }, () => next() - 0.5)
  const add = Array.from({ length: 1500 }, (_, place) => {
    const share = place % 30 === 0 ? -1 : 0.5
    const embedding = query.map(value => value * share + (next() - 0.5) / 2)
    return newMemory(userId, `Fact ${place}`, { embedding, sessionId: share < 0 ? 'far' : 'near' })
  })
  for (let start = 0; start < add.length; start += 500) {
    await store.commit({ userId, add: add.slice(start, start + 500) })
  }
  const cosine = (a: Float32Array): number =>
    a.reduce((sum, value, at) => sum + value * query[at]!, 0) / Math.hypot(...a) / Math.hypot(...query)
  for (
    const [filter, limit] of [[{}, 10], [{}, 2000], [{ sessionId: 'far' }, 10], [{ sessionId: 'far' }, 200]] as const
  ) {
    const expected = add.filter(({ sessionId }) => !('sessionId' in filter) || sessionId === filter.sessionId)
      .map(({ id, embedding }) => ({ id, score: cosine(embedding!) })).sort((a, b) => b.score - a.score).slice(0, limit)
    const found = await store.nearest(userId, query, filter, limit)
    t.same(found.map(({ id }) => id), expected.map(({ id }) => id), `${JSON.stringify(filter)}, ${limit}`)
  }
})

t.test('of many that score alike the latest ids come first, whatever they look like, and whole', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'alike.db') })
  t.teardown(() => store.close())
  const kinds = [
    ['UUIDs', () => v7()],
    ['UUIDs and others', (place: number) => place % 3 === 0 ? `[${place}` : place % 3 === 1 ? `ä${place}` : v7()]
  ] as const
  for (const [userId, idOf] of kinds) {
    const add = Array.from({ length: 300 }, (_, place) =>
      newMemory(userId, 'The kettle is blue.', {
        id: idOf(place),
        fingerprint: String(place),
        sessionId: place % 4 === 0 ? 'some' : null,
        confidence: 1 / (place + 3),
        embedding: Float32Array.of(1, 2)
      }))
    await store.commit({ userId, add })
    for (const [filter, limit] of [[{}, 20], [{}, 1000], [{ sessionId: 'some' }, 50]] as const) {
      const expected = add.filter(({ sessionId }) => !('sessionId' in filter) || sessionId === filter.sessionId)
        .toSorted((a, b) => a.id > b.id ? -1 : 1).slice(0, limit)
      const ids = expected.map(({ id }) => id)
      const text = await store.matchText(userId, 'kettle', filter, limit)
      t.same(text.map(({ id }) => id), ids, `${userId}, ${limit}, by words`)
      t.same(text.map(({ sessionId }) => sessionId), expected.map(({ sessionId }) => sessionId))
      t.same(text.map(({ validAt }) => validAt), expected.map(({ validAt }) => validAt))
      t.same((await store.nearest(userId, Float32Array.of(1, 2), filter, limit)).map(({ id }) => id), ids, 'by meaning')
      t.same(
        (await store.get(userId, ids)).map(({ confidence }) => confidence),
        expected.map(memory => memory.confidence)
      )
    }
  }
})

t.test('three thousand memories are kept in a million bytes, each as it was stored', async t => {
  const path = join(t.testdir(), 'one.db')
  const store = await createSqliteStore({ path })
  t.teardown(() => store.close())
  const userId = 'ada'
  const add = Array.from(
    { length: 3000 },
    (_, place) =>
      newMemory(userId, `Fact ${place % 7} of the ${place % 50}th day.`, {
        id: place % 3 === 0 ? `odd-${place}` : place % 3 === 1 ? `ä${String(place).padStart(35, '0')}` : v7(),
        fingerprint: String(place),
        sessionId: `session-${place % 30}`,
        tags: place % 5 === 0 ? ['some', `tag-${place % 4}`] : [],
        expiredAt: place % 2 === 0 ? place : null
      })
  )
  for (let start = 0; start < add.length; start += 500) {
    await store.commit({ userId, add: add.slice(start, start + 500) })
  }

  const database = openDatabase(path)
  t.teardown(() => database.close())
  const warm = createWarm(database, 1_000_000)
  const documents = warm.search(userId, known => known.documents)!
  t.equal(warm.search(userId, known => known.documents), documents, 'the second search reads nothing again')
  const kept = add.map((_, place) => documents.columns.at(place))
  t.same(
    kept.map(({ id, sessionId, tags, createdAt, expiredAt }) => ({ id, sessionId, tags, createdAt, expiredAt })),
    add.map(({ id, sessionId, tags, createdAt, expiredAt }) => ({ id, sessionId, tags, createdAt, expiredAt }))
  )

  await store.commit({ userId, delete: add.slice(0, 100).map(({ id }) => id) })
  await store.commit({ userId, refresh: [{ id: add[200]!.id, tags: ['new'] }] })
  const after = warm.search(userId, known => known.documents)!
  t.same([documentOf(after, kept[99]!.row), documentOf(after, kept[100]!.row)?.id], [undefined, add[100]!.id])
  t.match(documentOf(after, kept[200]!.row)?.tags, /new/)
  t.same(
    corpusOf(after, false),
    corpusOf(warm.search(userId, known => bringUpToDate(database, emptyDocuments(), known.user))!, false),
    'sums are those of a first reading'
  )
})

t.test('of a large user coarse copies are kept, and the nearest are the same, filtered or not', async t => {
  const path = join(t.testdir(), 'large.db')
  const store = await createSqliteStore({ path })
  t.teardown(() => store.close())
  const next = random(84)
  const userId = 'ada'
  const vector = (): Float32Array => Float32Array.from({ length: 40 }, () => next() * 2 - 1)
  // Many are nearly the same, as texts of one kind are: their copies cannot be told apart.
  const centre = vector()
  const near = (): Float32Array => centre.map(value => value + (next() - 0.5) / 50)
  const add = Array.from({ length: 1500 }, (_, place) =>
    newMemory(userId, `Fact ${place}.`, {
      sessionId: `session-${place % 9}`,
      embedding: place % 2 === 0 ? vector() : near()
    }))
  await store.commit({ userId, add: add.slice(0, 700) })

  const database = openDatabase(path)
  t.teardown(() => database.close())
  const growing = createWarm(database, 2 ** 30, 1000 * 40)
  const coarse = createWarm(database, 2 ** 30, 0)
  const passing = createWarm(database, 1, 0)
  const whole = (warm: Warm) => warm.search(userId, ({ vectors }) => vectors?.arena.whole)
  const compare = async (): Promise<void> => {
    for (const query of [vector(), near(), centre]) {
      for (const filter of [{}, { sessionId: 'session-3' }]) {
        for (const limit of [0, 5, 100]) {
          const expected = await store.nearest(userId, query, filter, limit)
          for (const warm of [growing, coarse, passing]) {
            t.same(unpackMatches(nearest(database, warm, userId, query, filter, limit)), expected)
          }
        }
      }
    }
  }
  await compare()
  t.same([whole(growing), whole(coarse)], [true, false])
  await store.commit({ userId, add: add.slice(700) })
  await store.commit({ userId, delete: add.slice(0, 50).map(({ id }) => id) })
  await compare()
  t.same([whole(growing), whole(coarse)], [false, false], 'one who grows is kept as copies from then on')
})
