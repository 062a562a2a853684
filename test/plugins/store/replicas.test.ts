import t, { type Test } from 'tap'
import type { Store } from '../../../domain/capabilities/store.ts'
import { openClient, type Client } from '../../../plugins/store/falkordb/client.ts'
import { createFalkordbStore } from '../../../plugins/store/falkordb/index.ts'
import { newMemory } from '../../conformance/store/suite.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { startProxy } from '../../services/proxy.ts'
import { until } from '../../services/running.ts'

t.setTimeout(120_000)

/** One server with a replica that stands still from now on, and a wire to the server that can be cut. */
async function startPair (t: Test) {
  const primary = await startFalkordb({ words: ['--repl-diskless-sync-delay', '0'] })
  t.teardown(() => primary.stop())
  const replica = await startFalkordb({ words: ['--replicaof', '127.0.0.1', String(primary.port)] })
  t.teardown(() => replica.stop())
  const proxy = await startProxy(primary.port)
  t.teardown(() => proxy.close())
  const opened = async (port: number, WaitReplicas: number): Promise<Store> => {
    const store = await createFalkordbStore({ Host: `127.0.0.1:${port}`, WaitReplicas })
    t.teardown(() => store.close())
    return store
  }
  const beside = await opened(primary.port, 0)
  const store = await opened(proxy.port, 1)
  // Until the replica is connected.
  const first = () => store.commit({ userId: 'u', refresh: [{ id: 'one' }] }).then(() => true, () => false)
  await beside.commit({ userId: 'u', add: [newMemory('u', 'one', { id: 'one' })] })
  await until(first, done => done)
  process.kill(replica.pid(), 'SIGSTOP')
  const goOn = (): void => {
    process.kill(replica.pid(), 'SIGCONT')
  }
  t.teardown(async () => goOn())
  return { store, beside, proxy, goOn }
}

const notReplicated = {
  code: 'database_unavailable',
  statusCode: 503,
  message: /written there, but on 0 of 1 replicas/
}

const missing = falkordbMissing()
if (missing) t.pass('FalkorDB', { skip: missing })
else {
  await t.test('a write whose connection broke is acknowledged when a replica has it, and not before', async t => {
    const { store, beside, proxy, goOn } = await startPair(t)
    const writing = store.commit({ userId: 'u', add: [newMemory('u', 'two', { id: 'two' })] })
    writing.catch(() => {})
    await until(() => beside.get('u', ['two']), found => found.length === 1)
    proxy.cut()
    await t.rejects(writing, notReplicated)
    goOn()
    await t.resolves(store.commit({ userId: 'u', add: [newMemory('u', 'three', { id: 'three' })] }))
  })

  await t.test('an answer that is given again waits for the replica as the first one did', async t => {
    const { store, beside, goOn } = await startPair(t)
    const replay = { key: 'key', requestHash: 'hash', response: '{}', createdAt: Date.now() }
    await t.rejects(store.commit({ userId: 'u', add: [newMemory('u', 'two', { id: 'two' })], replay }), notReplicated)
    t.same(await beside.replay('u', 'key'), replay, 'it stands on the primary')
    await t.rejects(store.replay('u', 'key'), notReplicated)
    t.equal(await store.replay('u', 'another'), null, 'what is not there waits for nothing')
    goOn()
    t.same(await store.replay('u', 'key'), replay)
  })

  await t.test('what a statement takes from the clock or from chance is the same on the replica', async t => {
    const primary = await startFalkordb({ words: ['--repl-diskless-sync-delay', '0'] })
    t.teardown(() => primary.stop())
    const replica = await startFalkordb({ words: ['--replicaof', '127.0.0.1', String(primary.port)] })
    t.teardown(() => replica.stop())
    const [one, other] = await Promise.all(
      [primary, replica].map(({ port }) => openClient({ host: '127.0.0.1', port }, '', Date.now()))
    ) as [Client, Client]
    t.teardown(() => Promise.all([one.close(), other.close()]))
    const held = (client: Client) =>
      client.command(['GRAPH.RO_QUERY', 'g', 'MATCH (n:N) RETURN n.n, n.chance, n.at ORDER BY n.n', '--compact'])
        .then(answer => JSON.stringify((answer as unknown[])[1]), String)
    // Sends the text of every statement that the engine does not know to be different each time.
    await one.command(['GRAPH.CONFIG', 'SET', 'EFFECTS_THRESHOLD', '10000000'])
    for (let n = 0; n < 50; n++) {
      await one.command(['GRAPH.QUERY', 'g', `CREATE (:N {n: ${n}, chance: rand(), at: timestamp()})`])
    }
    const wanted = await held(one)
    t.equal(await until(() => held(other), found => found.length >= wanted.length), wanted)
  })
}
