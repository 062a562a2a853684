/**
 * Users over two databases, reads by followers, and a leader that changes. The two servers are real, the cluster before
 * them is not: see `test/services/bolt-cluster.ts`.
 */
import { join } from 'node:path'
import t from 'tap'
import { startService } from '../../../bench/service.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import { createBoltStore, type BoltOptions } from '../../../plugins/store/bolt/index.ts'
import { administration } from '../../conformance/store/administration.ts'
import { isolation } from '../../conformance/store/isolation.ts'
import { freshUser, openSuite } from '../../conformance/store/suite.ts'
import { startBoltCluster } from '../../services/bolt-cluster.ts'
import { neo4jMissing, startNeo4j, type Neo4jService } from '../../services/neo4j.ts'
import { followers, leaderChange, oneAway } from './bolt-cluster-members.ts'
import { open } from './bolt-cluster-open.ts'

t.setTimeout(900_000)

const missing = neo4jMissing()
if (missing) t.pass('Neo4j', { skip: missing })
else {
  const servers = await Promise.all([1, 2].map(() => startNeo4j({ heap: '320m', pageCache: '64m' }))) as [
    Neo4jService,
    Neo4jService
  ]
  t.teardown(() => Promise.all(servers.map(server => server.stop())))
  const [{ username, password }] = servers
  const cluster = await startBoltCluster(servers.map(({ port }) => port))
  t.teardown(() => cluster.close())
  const argument = `${cluster.url} ${username} ${password}`
  const started = (options: Partial<BoltOptions>): Promise<Store> =>
    createBoltStore({ Url: cluster.url, Username: username, Password: password, Database: 'users', ...options })

  await t.test('one database alone is said in plain words', async t => {
    const Url = servers[0].url
    await t.rejects(started({ Url, Database: '', Partitions: 2 }), {
      code: 'setting_invalid',
      message: /^GraphDbB:Partitions \(SVC_GraphDbB__Partitions\) is 2, but Neo4j 5\S+ community has .* Set it to 1\.$/
    })
    await t.rejects(started({ Url }), {
      code: 'setting_invalid',
      message: /^GraphDbB:Database \(SVC_GraphDbB__Database\) is users, but .*Neo4j Enterprise\. Leave it empty\.$/
    })
    await t.rejects(started({ Url, Database: 'a`b' }), { code: 'setting_invalid', message: /GraphDbB:Database/ })
  })

  await t.test('databases that are missing and may not be made are named', async t => {
    cluster.refuse = ({ statement }) =>
      statement.startsWith('CREATE DATABASE')
        ? { code: 'Neo.ClientError.Security.Forbidden', message: 'Permission denied.' }
        : null
    await t.rejects(started({ Partitions: 2 }), {
      code: 'setting_invalid',
      message: /user neo4j may not create databases.* users-0, users-1\. Create them \(CREATE DATABASE `users-0`\)/
    })
    cluster.refuse = () => null
  })

  await t.test('Read:Staleness: what looks goes to followers, what a write decides by does not', async t => {
    const service = await startService(undefined, {
      SVC_Database__Provider: 'graphdb_b',
      SVC_GraphDbB__Url: cluster.url,
      SVC_GraphDbB__Username: username,
      SVC_GraphDbB__Password: password,
      SVC_GraphDbB__Database: 'users',
      SVC_GraphDbB__Partitions: '2',
      SVC_Embedding__Provider: join(packageRoot, 'examples', 'plugins', 'embedder'),
      // Of the size of the suite's vectors, for which these databases are used next.
      SVC_Embedding__Options__Dimensions: '16',
      SVC_Rerank__Provider: 'none',
      SVC_Read__Staleness: '600000'
    })
    t.teardown(() => service.stop())
    const user = freshUser()
    cluster.heard.length = 0
    for (const text of ['Ada plays the cello.', 'Ada lives in Turin.']) {
      await service.post('/api/v1/memories', { user_id: user, text })
    }
    t.notOk(cluster.heard.some(({ reads }) => reads), 'a write asks the leader alone')
    t.match(await service.post('/api/v1/memories/search', { user_id: user, query: 'What does Ada play?' }), {
      results: [{ content: /cello/ }]
    })
    const read = cluster.heard.filter(({ reads }) => reads)
    t.ok(read.some(({ statement }) => statement.includes('fulltext.queryNodes')), 'the text arm')
    t.ok(read.some(({ statement }) => statement.includes('vector.similarity')), 'the vector arm')
    t.notOk(read.some(({ member }) => member === cluster.leader))
    cluster.heard.length = 0
    const listed = await fetch(`${service.address}/api/v1/memories?user_id=${user}`)
    t.match(await listed.json(), { total: 2 })
    t.ok(cluster.heard.some(({ reads, statement }) => reads && statement.includes('SKIP')), 'the list')
    t.ok((await fetch(`${service.address}/metrics`).then(answer => answer.text())).includes('verb="list"'))
  })

  await t.test('what sees more than one user, over two databases of a cluster', async t => {
    cluster.heard.length = 0
    const suite = await openSuite(t, { open: () => open(argument) })
    for (const chapter of [isolation, administration]) chapter(suite)
    await t.test('where its statements went', async t => {
      t.same([...cluster.databases.keys()].sort(), ['users-0', 'users-1'], 'the start made both')
      for (const name of cluster.databases.keys()) t.ok(cluster.heard.some(({ database }) => database === name), name)
      t.notOk(cluster.heard.some(({ member }) => member !== cluster.leader), 'the followers were not asked')
    })
  })

  await t.test('the number of partitions is kept, and another one is refused', async t => {
    for (const Partitions of [1, 3]) {
      await t.rejects(started({ Partitions }), {
        code: 'setting_invalid',
        message: new RegExp(
          `GraphDbB:Partitions .* is ${Partitions}, but the users in users are spread over 2\\. Set it to 2, or .* ` +
            'GraphDbB:Database of its own'
        )
      })
    }
  })

  const start = (): Promise<Store> => started({ Partitions: 2 })
  await t.test('a partition that is away costs its users alone', t => oneAway(t, cluster, start))
  await t.test('reads that may be old go to followers', t => followers(t, cluster, start))
  await t.test('a writer reads its own writes when the leader changes', t => leaderChange(t, cluster, start))
}
