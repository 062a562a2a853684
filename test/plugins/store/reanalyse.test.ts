/** Terms as another release left them are made again of the texts, on stores that keep them. */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Store } from '../../../domain/capabilities/store.ts'
import { openDatabase } from '../../../plugins/_shared/sqlite.ts'
import { connect } from '../../../plugins/store/falkordb/connection.ts'
import { createFalkordbStore } from '../../../plugins/store/falkordb/index.ts'
import { createSqliteStore } from '../../../plugins/store/sqlite/store.ts'
import { newMemory, supersession } from '../../conformance/store/suite.ts'
import { temporaryFolder } from '../../services/embedded.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { runCommand } from '../../services/running.ts'

const userId = 'ada'
const texts = ['Tea in Ghent', 'Tea, tea and more tea in the blue garden', 'Coffee in Lyon']
const queries = ['tea', 'blue garden', 'coffee Lyon']

const scores = async (store: Store, filter = {}) =>
  await Promise.all(
    queries.map(async query =>
      (await store.matchText(userId, query, filter, 10)).map(({ id, score }) => [id, score.toFixed(6)])
    )
  )

/** `spoil` leaves one meaningless term of every memory and counts of it. `again` analyses anew. */
async function spoiledAndMended (t: Test, store: Store, spoil: () => Promise<void>, again: () => Promise<void>) {
  const memories = [...texts, 'Water in Rome'].map(text => newMemory(userId, text))
  await store.commit({ userId, add: memories, supersede: [supersession(memories[3]!.id, memories[0]!.id)] })
  const past = { includeSuperseded: true }
  const [now, all] = [await scores(store), await scores(store, past)]
  t.ok(now.every(({ length }) => length > 0))
  await spoil()
  await again()
  t.same([await scores(store), await scores(store, past)], [now, all])
}

t.test('the embedded store, by the command, while a service has the user in memory', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'palimpsest.db')
  const store = await createSqliteStore({ path })
  t.teardown(() => store.close())
  const command = async () =>
    await runCommand(['reindex', '--text'], folder, { SVC_Database__Provider: 'embedded', SVC_Sqlite__Path: path })
  await spoiledAndMended(t, store, async () => {
    const database = openDatabase(path)
    database.exec("UPDATE memories SET terms = 'qqq', length = 1; UPDATE users SET version = version + 1")
    database.close()
  }, async () => {
    const { code, out, err } = await command()
    t.equal(code, 0, err)
    t.match(out, /^ada: 4 memories\n4 memories of 1 users/)
  })
  t.equal((await command()).code, 0, 'once more changes nothing')
  const { code, err } = await runCommand(['reindex'], folder)
  t.same([code, /--text/.test(err)], [1, true])
})

t.test('a graph', { skip: falkordbMissing() ?? false }, async t => {
  const server = await startFalkordb()
  t.teardown(() => server.stop())
  const store = await createFalkordbStore({ Host: `127.0.0.1:${server.port}`, GraphName: 'stale' })
  t.teardown(() => store.close())
  const connections = await connect({ nodes: [{ host: '127.0.0.1', port: server.port }], password: '' }, 5000)
  const graph = connections.graph('stale')
  t.teardown(() => graph.close())
  await spoiledAndMended(t, store, async () => {
    await graph.write([{
      body: `MATCH (m:Memory)
      SET m.fts = ' qqq ', m.dl = 1, m.repeats = ''
      WITH count(m) AS spoiled
      MATCH (u:User)
      SET u.terms = 4, u.live_terms = 3`
    }])
  }, async () => {
    const ids = (await store.list(userId, { includeSuperseded: true, page: 1, size: 10 })).items.map(({ id }) => id)
    await store.commit({ userId, reanalyse: [...ids, 'unknown'] })
  })
})
