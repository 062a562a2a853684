import t from 'tap'
import { createFalkordbStore } from '../../../plugins/store/falkordb/index.ts'
import { namespaceOf } from '../../../plugins/store/_cypher/keys.ts'
import { partitionOf } from '../../../plugins/store/_cypher/jump-hash.ts'
import { everyUser } from '../../../domain/every-user.ts'
import { storeSuite } from '../../conformance/store.ts'
import { newMemory, random, randomVector, suiteModel } from '../../conformance/store/suite.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { open } from './partitions-open.ts'

t.setTimeout(900_000)

t.test('a key keeps its partition, or moves to a new one', async t => {
  const next = random(22)
  const below = (most: number) => Math.floor(next() * most)
  for (let round = 0; round < 3000; round++) {
    const [key, n] = [`${next()}`, 1 + below(200)]
    const [before, after] = [partitionOf(key, n), partitionOf(key, n + 1 + below(50))]
    if (before < 0 || before >= n || (after !== before && after < n)) t.fail(`${key}: ${before} of ${n}, then ${after}`)
  }
  const counts = Array.from({ length: 8 }, () => 0)
  for (let user = 0; user < 8000; user++) {
    const place = partitionOf(`user-${user}`, 8)
    counts[place] = (counts[place] as number) + 1
  }
  t.ok(counts.every(count => count > 880 && count < 1120), counts.join(' '))
})

const missing = falkordbMissing()
if (missing) t.pass('FalkorDB', { skip: missing })
else {
  await t.test('the conformance suite over eight partitions', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const host = `127.0.0.1:${server.port}`
    await storeSuite(t, {
      open: () => open(host),
      spawnWriter: { module: new URL('./partitions-open.js', import.meta.url).href, argument: host }
    })
  })

  await t.test('the number of partitions is kept, and another one is refused', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const start = (GraphName: string, Partitions: number) =>
      createFalkordbStore({ Host: `127.0.0.1:${server.port}`, GraphName, Partitions })
    await (await start('one', 1)).close()
    await t.rejects(start('one', 4), {
      code: 'setting_invalid',
      message: /Partitions.* is 4, but .* over 1\. Set it to 1/
    })
    await (await start('four', 4)).close()
    await t.rejects(start('four', 1), { code: 'setting_invalid', message: /is 1, but .* over 4\./ })
    await t.rejects(start('four', 8), { code: 'setting_invalid', message: /palimpsest migrate/ })
    await (await start('four', 4)).close()
  })

  await t.test('the dimension is known whichever partition holds the first vector', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    for (let place = 0; place < 4; place++) {
      const userId = Array.from({ length: 200 }, (_, n) => `user ${n}`)
        .find(user => partitionOf(namespaceOf(user), 4) === place) as string
      const GraphName = `first-${place}`
      const store = await createFalkordbStore({ Host: `127.0.0.1:${server.port}`, GraphName, Partitions: 4 })
      t.teardown(() => store.close())
      await store.ensureIndexes({ model: suiteModel, dimensions: 16 })
      t.match(await store.meta(), { dimensions: null })
      await store.commit({ userId, add: [newMemory(userId, 'one', { embedding: randomVector(16, random(1)) })] })
      t.match(await store.meta(), { dimensions: 16, model: suiteModel }, `partition ${place}`)
    }
  })

  await t.test('users of all partitions are listed once each, page by page', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const store = await createFalkordbStore({ Host: `127.0.0.1:${server.port}`, Partitions: 5 })
    t.teardown(() => store.close())
    const users = [...Array.from({ length: 40 }, (_, n) => `user ${n}`), '😀', '\uFFFD', 'ä', 'Z', 'z'].sort()
    for (const userId of users) await store.commit({ userId, add: [newMemory(userId, 'Somebody.')] })
    const found: string[] = []
    for (let after: string | undefined; found.length < 2 * users.length;) {
      const page = await store.users({ limit: 7, ...after === undefined ? {} : { after } })
      found.push(...page.map(({ userId }) => userId))
      if (page.length < 7) break
      after = page.at(-1)?.userId
    }
    t.same([...found].sort(), users)
    const all: string[] = []
    for await (const userId of everyUser(store)) all.push(userId)
    t.same(all.sort(), users)
  })

  await t.test('a re-embedding that was killed between two partitions is resumed where it stopped', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const opened = async () => await createFalkordbStore({ Host: `127.0.0.1:${server.port}`, Partitions: 4 })
    const store = await opened()
    await store.ensureIndexes({ model: 'first', dimensions: 2 })
    for (let n = 0; n < 40; n++) {
      const userId = `user-${n}`
      await store.commit({ userId, add: [newMemory(userId, userId, { embedding: Float32Array.from([1, 0]) })] })
    }
    let texts = 0
    const stopped = await store.reembed({ model: 'second', dimensions: 3 }, async asked => {
      texts += asked.length
      if (texts > 15) throw new Error('The model went away.')
      return asked.map(() => Float32Array.from([0, 1, 0]))
    }, () => {})
    t.match(stopped, { state: 'failed', error: /went away/ })
    t.match(await store.reembedding(), { model: 'second', dimensions: 3 }, 'which every process sees')
    t.equal((await store.meta()).model, 'first', 'not reached while a partition lacks it')
    await store.close()

    const again = await opened()
    t.teardown(() => again.close())
    const embedded: string[] = []
    const finished = await again.reembed({ model: 'second', dimensions: 3 }, async asked => {
      embedded.push(...asked)
      return asked.map(() => Float32Array.from([0, 1, 0]))
    }, () => {})
    t.match(finished, { state: 'done' })
    t.ok(embedded.length < 40, `only ${embedded.length} texts were left`)
    t.match(await again.meta(), { model: 'second', dimensions: 3 })
    t.equal(await again.reembedding(), null)
    for (let n = 0; n < 40; n++) {
      t.equal((await again.nearest(`user-${n}`, Float32Array.from([0, 1, 0]), {}, 5)).length, 1, `user-${n}`)
    }
  })
}
