import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import t from 'tap'
import { openDatabase } from '../../../plugins/_shared/sqlite.ts'
import { startThread } from '../../../plugins/store/sqlite/thread.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { storeSuite } from '../../conformance/store.ts'
import { failure, freshUser, given, ids, newMemory, random, randomVector } from '../../conformance/store/suite.ts'
import { until } from '../../services/running.ts'
import { appWith } from '../../services/app-with.ts'
import { bruteForce } from '../../conformance/store/nearest.ts'
import { open } from './sqlite-open.ts'

// A shared machine may be slow; nothing here waits for long on purpose.
t.setTimeout(280_000)
const path = join(t.testdir(), 'suite.db')
await storeSuite(t, {
  open: () => open(path),
  spawnWriter: { module: new URL('./sqlite-open.js', import.meta.url).href, argument: path }
})

t.test('the suite holds also when next to nothing may be kept in memory', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'cold.db'), warmBytes: 200_000 })
  t.teardown(() => store.close())
  const userId = freshUser()
  const next = random(77)
  const memories = Array.from(
    { length: 1500 },
    (_, index) => newMemory(userId, `word${index % 50} thing${index}`, { embedding: randomVector(32, next) })
  )
  for (let start = 0; start < memories.length; start += 500) {
    await given(store, userId, memories.slice(start, start + 500))
  }
  for (let round = 0; round < 3; round++) {
    const vector = randomVector(32, next)
    t.same(ids(await store.nearest(userId, vector, {}, 10)), ids(bruteForce(memories, vector).slice(0, 10)))
    t.equal((await store.matchText(userId, 'word7', {}, 100)).length, 30)
  }
})

t.test('vectors arrive in blocks of any fill: after every growth the scan is whole', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'grow.db') })
  t.teardown(() => store.close())
  const userId = freshUser()
  const next = random(78)
  const memories: ReturnType<typeof newMemory>[] = []
  for (const size of [1, 510, 1, 1, 511, 512, 513, 1]) {
    const batch = Array.from(
      { length: size },
      (_, index) => newMemory(userId, `${memories.length + index}`, { embedding: randomVector(7, next) })
    )
    memories.push(...await given(store, userId, batch))
    const vector = randomVector(7, next)
    t.same(
      ids(await store.nearest(userId, vector, {}, 5)),
      ids(bruteForce(memories, vector).slice(0, 5)),
      `${memories.length}`
    )
    t.equal((await store.nearest(userId, vector, {}, 5000)).length, memories.length)
  }
})

t.test('most of a user may be deleted and the rest is still ranked', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'shrink.db') })
  t.teardown(() => store.close())
  const userId = freshUser()
  const next = random(79)
  const memories = await given(
    store,
    userId,
    Array.from({ length: 1300 }, (_, index) => newMemory(userId, `tea ${index}`, { embedding: randomVector(5, next) }))
  )
  t.equal((await store.matchText(userId, 'tea', {}, 5000)).length, 1300)
  const vector = randomVector(5, next)
  await store.nearest(userId, vector, {}, 1)
  await store.commit({ userId, delete: ids(memories.slice(0, 1200)) })
  t.equal((await store.matchText(userId, 'tea', {}, 5000)).length, 100)
  t.same(ids(await store.nearest(userId, vector, {}, 100)), ids(bruteForce(memories.slice(1200), vector)))
})

t.test('a long export is whole and in order, whatever is written in between', async t => {
  const store = await createSqliteStore({ path: join(t.testdir(), 'long.db') })
  t.teardown(() => store.close())
  const [userId, other] = [freshUser(), freshUser()]
  const memories: ReturnType<typeof newMemory>[] = []
  for (let round = 0; round < 3; round++) {
    memories.push(
      ...await given(store, userId, Array.from({ length: 3_401 }, (_, index) => newMemory(userId, `${round} ${index}`)))
    )
    await given(store, other, [newMemory(other, `${round}`)])
  }
  const exported: string[] = []
  for await (const record of store.export(userId)) {
    // What comes after an export began is not in it.
    if (exported.length === 0) await given(store, userId, [newMemory(userId, 'late')])
    if (record.kind === 'memory') exported.push(record.memory.id)
  }
  t.strictSame(exported, ids(memories))
})

t.test('deleted text leaves the file, not only the tables', async t => {
  const file = join(t.testdir(), 'wiped.db')
  const store = await createSqliteStore({ path: file })
  const userId = freshUser()
  const [secret] = await given(store, userId, [
    newMemory(userId, 'xylophonic confession'),
    newMemory(userId, 'harmless remark')
  ])
  await store.commit({ userId, delete: [secret?.id ?? ''] })
  await store.close()
  const bytes = readFileSync(file).toString('latin1')
  t.ok(bytes.includes('harmless remark'))
  t.notOk(bytes.includes('xylophon'))
})

t.test('three stores may be opened on one new file at the same moment', async t => {
  const file = join(t.testdir(), 'together.db')
  const stores = await Promise.all([open(file), open(file), open(file)])
  const userId = freshUser()
  await Promise.all(stores.map((store, index) => given(store, userId, [newMemory(userId, `from ${index}`)])))
  for (const store of stores) t.equal((await store.matchText(userId, 'from 0 1 2', {}, 10)).length, 3)
  const results = await Promise.all(
    stores.map(store => failure(() => given(store, userId, [newMemory(userId, 'the very same')])))
  )
  t.same(results.sort(), ['conflict', 'conflict', null].sort())
  t.equal(
    (await Promise.all(stores.map((store, index) => store.lease('job', `holder ${index}`, 60_000)))).filter(Boolean)
      .length,
    1
  )
  await Promise.all(stores.map(store => store.close()))
})

t.test('what cannot be opened says so, and nothing is overwritten', async t => {
  const directory = t.testdir({
    'text.db':
      'this is no database, and longer than a header would be, much longer than one hundred bytes of text.....',
    folder: {}
  })
  const newer = join(directory, 'newer.db')
  await (await open(newer)).close()
  const database = openDatabase(newer)
  database.exec('PRAGMA user_version = 999')
  database.close()
  for (
    const [file, message] of [[join(directory, 'text.db'), /not a database/], [join(directory, 'folder'), /.+/], [
      newer,
      /newer release/
    ], [join(directory, 'text.db', 'x.db'), /.+/]] as const
  ) {
    await t.rejects(open(file), { code: 'database_unavailable', message })
  }
  t.match(readFileSync(join(directory, 'text.db'), 'utf8'), /^this is no database/)
})

t.test('a file that the first release wrote is brought up to date, and keeps what is in it', async t => {
  const file = join(t.testdir(), 'old.db')
  const store = await open(file)
  const userId = freshUser()
  const [one] = await given(store, userId, [newMemory(userId, 'from long ago')])
  await store.close()
  const database = openDatabase(file)
  database.exec(
    'ALTER TABLE meta DROP COLUMN next_started_at; DROP INDEX memories_extraction; ' +
      'DROP INDEX memories_predicate; ' +
      'ALTER TABLE sessions DROP COLUMN turns; ALTER TABLE supersessions DROP COLUMN origin; ' +
      'ALTER TABLE entities DROP COLUMN distinct_from; DROP TABLE readings; DROP TABLE counters; ' +
      'ALTER TABLE users DROP COLUMN reanalysed; DROP TABLE packs; DROP TABLE changed; ' +
      'DROP INDEX users_unpacked; ALTER TABLE users DROP COLUMN unpacked'
  )
  for (const column of ['revisions', 'pinned', 'stale_because', 'extraction', 'extraction_error']) {
    database.exec(`ALTER TABLE memories DROP COLUMN ${column}`)
  }
  database.exec('PRAGMA user_version = 1')
  database.close()
  const again = await open(file)
  t.teardown(() => again.close())
  t.equal((await again.meta()).schemaVersion, 10)
  t.same(ids(await again.get(userId, [one?.id ?? ''])), [one?.id])
  await again.reembed(
    { model: 'm', dimensions: 16 },
    async texts => texts.map(() => randomVector(16, random(1))),
    () => {}
  )
  t.equal((await again.meta()).model, 'm')
})

t.test('a damaged file is a fault of the verb, not of the process', async t => {
  const directory = t.testdir()
  const [file, damaged] = [join(directory, 'whole.db'), join(directory, 'damaged.db')]
  const store = await open(file)
  const userId = freshUser()
  await given(
    store,
    userId,
    Array.from({ length: 400 }, (_, index) => newMemory(userId, `a sentence of some length, number ${index}`))
  )
  await store.close()
  copyFileSync(file, damaged)
  const bytes = readFileSync(damaged)
  bytes.fill(0x55, 4096 * 3)
  writeFileSync(damaged, bytes)
  const broken = await open(damaged).catch((error: unknown) => error)
  if (broken instanceof Error) return t.match(broken, { code: 'database_unavailable' })
  const opened = broken as Awaited<ReturnType<typeof open>>
  t.match(await failure(() => opened.list(userId, { page: 1, size: 500 })), /database_fault/)
  await opened.close()
})

t.test('JSON nested thousands deep comes back, and what cannot be cloned fails alone', async t => {
  const store = await open(join(t.testdir(), 'deep.db'))
  t.teardown(() => store.close())
  const text = `{"a":${'['.repeat(2_500)}1${']'.repeat(2_500)}}`
  const deep = JSON.parse(text) as Record<string, unknown>
  await Promise.all([
    given(store, 'deep', [newMemory('deep', 'far down', { metadata: deep, attributes: deep })]),
    given(store, 'other', [newMemory('other', 'beside it')])
  ])
  const uncloneable = { page: 1, size: 10, search: () => 'a function' } as unknown as { page: number, size: number }
  const [listed, other, refused] = await Promise.all([
    store.list('deep', { page: 1, size: 10 }),
    store.list('other', { page: 1, size: 10 }),
    failure(() => store.list('other', uncloneable))
  ])
  t.equal(JSON.stringify(listed.items[0]?.metadata), text)
  t.equal(JSON.stringify(listed.items[0]?.attributes), text)
  t.equal(other.total, 1, 'the answer beside it is whole')
  t.equal(refused, 'database_fault')
  for await (const record of store.export('deep')) t.equal(record.kind, 'memory')
})

t.test('a call that is not answered in its time is given up, and the thread goes on', async t => {
  const file = join(t.testdir(), 'slow.db')
  await (await open(file)).close()
  const writer = await startThread({ role: 'writer', path: file, warmBytes: 0 }, () => {}, 200)
  t.teardown(() => writer.close())
  const other = openDatabase(file)
  other.exec('BEGIN IMMEDIATE')
  const late = pause(100).then(async () => {
    const since = performance.now()
    await t.rejects(writer.call('lease', 'l', 'me', 1, 1), { message: /no answer to lease in 200 ms/ })
    return performance.now() - since
  })
  await t.rejects(writer.call('erase', 'u'), { code: 'database_unavailable', message: /no answer to erase in 200 ms/ })
  t.ok(await late >= 199, 'each in its own time')
  other.exec('COMMIT')
  other.close()
  await until(() => writer.call('erase', 'u').then(() => true, () => false), Boolean)
})

t.test('a thread that died is started again, and an export it had begun does not pass for whole', async t => {
  const workers: Worker[] = []
  const seen = (worker: Worker): void => {
    workers.push(worker)
  }
  process.on('worker', seen)
  const warnings: string[] = []
  const store = await createSqliteStore({
    path: join(t.testdir(), 'dies.db'),
    warn: message => warnings.push(message)
  })
  t.teardown(() => store.close())
  process.off('worker', seen)
  await given(store, 'u', Array.from({ length: 1_200 }, (_, index) => newMemory('u', `fact ${index}`)))
  const exported = (async () => {
    for await (const { kind } of store.export('u')) {
      t.equal(kind, 'memory')
      await Promise.all(workers.map(worker => worker.terminate()))
    }
  })()
  await t.rejects(exported)
  await until(() => store.stats('u').then(({ memories }) => memories.active, () => 0), active => active === 1_200)
  await until(() => given(store, 'u', [newMemory('u', 'and one more')]).then(() => true, () => false), Boolean)
  t.equal((await store.stats('u')).memories.active, 1_201)
  t.match(warnings.sort(), [/reader thread/, /writer thread/])
})

t.test('after close every verb says that the store is closed', async t => {
  const store = await open(join(t.testdir(), 'closed.db'))
  await store.close()
  t.equal(await failure(() => store.meta()), 'database_unavailable')
  t.equal(await failure(() => store.commit({ userId: 'u', add: [newMemory('u', 'x')] })), 'database_unavailable')
})

t.test('calls that wait when the store is closed are answered first', async t => {
  const file = join(t.testdir(), 'closing.db')
  const store = await open(file)
  const writes = Array.from({ length: 300 }, (_, index) => given(store, 'u', [newMemory('u', `fact ${index}`)]))
  await store.close()
  t.equal((await Promise.allSettled(writes)).filter(write => write.status === 'fulfilled').length, 300)
  const again = await open(file)
  t.equal((await again.stats('u')).memories.active, 300)
  await again.close()
})

t.test('the event loop goes on while ten thousand vectors are written and searched', async t => {
  const store = await open(join(t.testdir(), 'busy.db'))
  t.teardown(() => store.close())
  const next = random(80)
  const memories = Array.from(
    { length: 3000 },
    (_, index) => newMemory('u', `fact ${index} word${index % 10}`, { embedding: randomVector(64, next) })
  )
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (let start = 0; start < memories.length; start += 100) {
    await Promise.all(memories.slice(start, start + 100).map(memory => given(store, 'u', [memory])))
  }
  for (let round = 0; round < 30; round++) {
    await Promise.all([store.nearest('u', randomVector(64, next), {}, 20), store.matchText('u', 'fact word3', {}, 20)])
  }
  delay.disable()
  // Generous, since the machine that runs this may be shared; a query on the loop itself would show in the median.
  t.ok(delay.percentile(50) < 20e6, `median ${delay.percentile(50) / 1e6} ms`)
})

t.test('as a provider: decorates the app, is checked by its manifest, closes with the app', async t => {
  const file = join(t.testdir(), 'deep', 'er', 'app.db')
  const { app } = await appWith(
    { Database: { Provider: 'embedded' }, Sqlite: { Path: file, CacheMb: 8 } },
    ['health', 'store']
  )
  t.equal(app.store.interfaceVersion, 1)
  const { checks: { database } } = await app.health.report()
  t.match(database, { ok: true, provider: 'embedded', url: pathToFileURL(file).href, user: null, error: null })
  t.ok(Number.isInteger(database?.['latency_ms']))
  const { store } = app
  await app.close()
  t.equal(await failure(async () => await store.ping()), 'database_unavailable')
  const refused = appWith({ Database: { Provider: 'embedded' }, Sqlite: { Path: '' } }, ['health', 'store'])
  await t.rejects(refused, /Sqlite:Path \(SVC_Sqlite__Path\)/)
})

t.test('flipped bytes are found at the start, and the way back is named', async t => {
  const sound = join(t.testdir(), 'sound.db')
  const store = await createSqliteStore({ path: sound })
  const userId = freshUser()
  await given(
    store,
    userId,
    Array.from({ length: 300 }, (_, place) => newMemory(userId, `Note ${place} of the harbour`))
  )
  await store.close()
  const bytes = readFileSync(sound)
  // Whole pages are overwritten, as a failing disk does: the tree that they belong to no longer holds together.
  for (const at of [1, 4, 9]) bytes.fill(0x5a, at * 4096 + 8, at * 4096 + 600)
  writeFileSync(sound, bytes)
  await t.rejects(createSqliteStore({ path: sound }), {
    code: 'database_unavailable',
    message: /damaged.*palimpsest restore/
  })
})
