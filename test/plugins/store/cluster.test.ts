import t, { type Test } from 'tap'
import { startService } from '../../../bench/service.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { createFalkordbStore, type FalkordbOptions } from '../../../plugins/store/falkordb/index.ts'
import { partitionOf } from '../../../plugins/store/_cypher/jump-hash.ts'
import { namespaceOf } from '../../../plugins/store/_cypher/keys.ts'
import { storeSuite } from '../../conformance/store.ts'
import { newMemory } from '../../conformance/store/suite.ts'
import { falkordbMissing, startFalkordb, type FalkorService } from '../../services/falkordb.ts'
import { startFalkordbCluster, type FalkorCluster } from '../../services/falkordb-cluster.ts'
import { until } from '../../services/running.ts'
import { open } from './partitions-open.ts'

t.setTimeout(900_000)

const partitions = 8
const graphOf = (userId: string): string => `palimpsest:{${partitionOf(namespaceOf(userId), partitions)}}`

async function opened (t: Test, cluster: FalkorCluster, options: Partial<FalkordbOptions> = {}): Promise<Store> {
  const store = await createFalkordbStore({ Host: cluster.host, Partitions: partitions, ...options })
  t.teardown(() => store.close())
  return store
}

async function serving (t: Test, variables: Record<string, string>): Promise<Awaited<ReturnType<typeof startService>>> {
  const service = await startService(undefined, { SVC_Rerank__Provider: 'none', ...variables })
  t.teardown(() => service.stop())
  return service
}

/** One user of each primary. */
async function usersByPrimary (cluster: FalkorCluster): Promise<Map<FalkorService, string>> {
  const users = new Map<FalkorService, string>()
  for (let n = 0; n < 100; n++) users.set(await cluster.primaryOf(graphOf(`user-${n}`)), `user-${n}`)
  return users
}

const missing = falkordbMissing()
if (missing) t.pass('FalkorDB cluster', { skip: missing })
else {
  await t.test('the conformance suite over a cluster of three', async t => {
    const cluster = await startFalkordbCluster()
    t.teardown(() => cluster.stop())
    await storeSuite(t, {
      open: () => open(cluster.host),
      spawnWriter: { module: new URL('./partitions-open.js', import.meta.url).href, argument: cluster.host }
    })
    const held = await Promise.all(cluster.nodes.map(node => cluster.command(node, 'GRAPH.LIST')))
    t.ok(held.every(graphs => (graphs as string[]).length > 0), `graphs on every node: ${JSON.stringify(held)}`)
  })

  await t.test('a graph that is moved to a new node under load is followed', async t => {
    const cluster = await startFalkordbCluster()
    t.teardown(() => cluster.stop())
    const store = await opened(t, cluster)
    const userId = 'mover'
    const round = { over: false }
    t.teardown(() => {
      round.over = true
    })
    const written: string[] = []
    const failed: string[] = []
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !round.over; n++) {
        const id = `${writer}-${n}`
        try {
          await store.commit({ userId, add: [newMemory(userId, id, { id })] })
          written.push(id)
          if ((await store.get(userId, [id])).length !== 1) failed.push(`${id} is not read after it was written`)
        } catch (error) {
          failed.push((error as Error).message)
        }
      }
    })
    await until(async () => written.length, count => count > 20)
    const added = await cluster.add()
    await cluster.move(graphOf(userId), added)
    const before = written.length
    await until(async () => written.length, count => count > before + 20)
    round.over = true
    await Promise.all(writers)
    t.same(failed, [])
    t.same(await cluster.primaryOf(graphOf(userId)), added)
    t.equal((await store.stats(userId)).memories.active, written.length, 'each is stored once')
  })

  await t.test('a primary that is away costs its users alone', async t => {
    const cluster = await startFalkordbCluster({ durable: true })
    t.teardown(() => cluster.stop())
    const users = await usersByPrimary(cluster)
    t.equal(users.size, 3)
    const variables = {
      SVC_Database__Provider: 'graphdb_a',
      SVC_GraphDbA__Host: cluster.host,
      SVC_GraphDbA__GraphName: 'palimpsest',
      SVC_GraphDbA__Partitions: String(partitions)
    }
    const { app } = await serving(t, variables)
    const post = (userId: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/memories',
        payload: { user_id: userId, text: `${userId} plays chess.`, infer: false }
      })
    for (const userId of users.values()) t.equal((await post(userId)).statusCode, 200)
    const [away, lost] = [...users][1] as [FalkorService, string]
    await away.kill()
    for (const [node, userId] of users) {
      const answer = await post(userId)
      if (node !== away) t.ok(answer.statusCode < 300, `${userId} is served`)
      else {
        t.equal(answer.statusCode, 503)
        t.match(answer.headers['retry-after'], /^\d+$/)
        t.match(answer.json(), { code: 'database_unavailable' })
      }
    }
    const health = await until(
      async () => (await app.inject('/api/health')).json() as { checks: { database: Record<string, unknown> } },
      ({ checks }) => checks.database.ok === false && String(checks.database.error).includes('partition')
    )
    t.match(health.checks.database.error, graphOf(lost), 'health names the partition')
    t.equal((await app.inject('/readyz')).statusCode, 200, 'the others are still served')
    await t.rejects(app.store.users({ limit: 10 }), { code: 'database_unavailable', message: graphOf(lost) })

    // A service that starts now serves the others too, and the lost ones when they are back.
    const { app: second } = await serving(t, variables)
    const served = [...users].find(([node]) => node !== away)?.[1] as string
    t.equal((await second.store.list(served, { page: 1, size: 5 })).total, 1)
    await away.start()
    await until(async () => (await post(lost)).statusCode, status => status < 300)
    await until(
      async () => await second.store.list(lost, { page: 1, size: 5 }).then(({ total }) => total, () => 0),
      total => total === 1
    )
    await until(async () => await app.store.ping(), ({ away }) => away === undefined)
  })

  await t.test('a write that has to be on a replica waits for it', async t => {
    const cluster = await startFalkordbCluster({ primaries: 1, replicas: 1, nodeTimeoutMs: 60_000 })
    t.teardown(() => cluster.stop())
    const store = await opened(t, cluster, { WaitReplicas: 1 })
    const careless = await opened(t, cluster)
    const add = (into: Store, id: string) => into.commit({ userId: 'u', add: [newMemory('u', id, { id })] })
    await add(store, 'one')
    const replica = cluster.nodes[1] as FalkorService
    process.kill(replica.pid(), 'SIGSTOP')
    t.teardown(() => {
      process.kill(replica.pid(), 'SIGCONT')
    })
    await t.rejects(add(store, 'two'), {
      code: 'database_unavailable',
      statusCode: 503,
      message: /written there, but on 0 of 1 replicas/
    })
    await t.resolves(add(careless, 'three'))
    await t.resolves(opened(t, cluster, { WaitReplicas: 1 }), 'a start writes nothing')
    t.equal((await store.list('u', { page: 1, size: 5 })).total, 3, 'it was written on the primary')
    process.kill(replica.pid(), 'SIGCONT')
    await t.resolves(add(store, 'four'))
  })

  await t.test('several servers that are no cluster are refused in one line', async t => {
    const [one, two] = await Promise.all([startFalkordb(), startFalkordb()])
    t.teardown(() => Promise.all([one.stop(), two.stop()]))
    await t.rejects(createFalkordbStore({ Host: `127.0.0.1:${one.port},127.0.0.1:${two.port}` }), {
      code: 'setting_invalid',
      message: /GraphDbA:Host .*no node of a cluster/
    })
  })
}
