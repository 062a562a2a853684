import { join } from 'node:path'
import t from 'tap'
import { packageRoot } from '../../../domain/package-root.ts'
import { createBoltStore, parseUrl } from '../../../plugins/store/bolt/index.ts'
import { connect } from '../../../plugins/store/bolt/connection.ts'
import { neo4jDialect } from '../../../plugins/store/bolt/neo4j.ts'
import { storeSuite } from '../../conformance/store.ts'
import { neo4jMissing, startNeo4j } from '../../services/neo4j.ts'
import { freePort } from '../../services/service.ts'
import { open } from './bolt-open.ts'
import { hangs, oneLine, robustness, serviceOn, startExternal } from './robustness.ts'
import { roundTrips } from './round-trips.ts'

t.setTimeout(1_500_000)

t.test('GraphDbB:Url is a full bolt URL', async t => {
  t.equal(parseUrl('bolt://localhost:7687'), 'bolt://localhost:7687')
  t.equal(parseUrl('bolt://localhost'), 'bolt://localhost:7687')
  t.equal(parseUrl('neo4j+s://db.example.org'), 'neo4j+s://db.example.org:7687')
  t.equal(parseUrl('bolt://[::1]:17687/'), 'bolt://[::1]:17687')
  for (
    const [value, what] of [
      ['localhost:7687', /scheme is missing/],
      ['http://localhost:7687', /http:\/\/ is not a bolt URL/],
      ['bolt://', /names no host/],
      ['', /scheme is missing/],
      ['bolt://localhost/db', /path/],
      ['bolt://u:secret@localhost', /credentials/]
    ] as const
  ) {
    t.throws(() => parseUrl(value), { code: 'setting_invalid', message: what }, value)
    t.throws(() => parseUrl(value), { message: /GraphDbB:Url \(SVC_GraphDbB__Url\).*bolt:\/\/localhost:7687/ }, value)
  }
  try {
    parseUrl('bolt://u:secret@localhost')
  } catch (error) {
    t.notMatch((error as Error).message, 'secret')
  }
})

const missing = neo4jMissing()
if (missing) t.pass('Neo4j', { skip: missing })
else {
  const server = await startNeo4j()
  t.teardown(() => server.stop())
  const argument = (port: number): string => `bolt://127.0.0.1:${port} ${server.username} ${server.password}`

  await t.test('wrong settings end the start with one line that names the setting', async t => {
    const start = (Url: string, Username = '', Password = '') => async () =>
      (await createBoltStore({ Url, Username, Password, startPatienceMs: 300 })).close()
    await oneLine(t, start(server.url, 'neo4j', 'wrong'), 'GraphDbB:Password', /refused user "neo4j"/)
    await oneLine(t, start(server.url), 'GraphDbB:Username', /wants a user and a password/)
    await oneLine(t, start(`bolt://127.0.0.1:${await freePort()}`), 'GraphDbB:Url', /cannot be reached/)
    await oneLine(t, start(`bolt://127.0.0.1:${await startExternal(t)}`), 'GraphDbB:Url', /does not speak bolt/)
    await oneLine(
      t,
      start(server.url.replace('bolt', 'bolt+s'), 'neo4j', server.password),
      'GraphDbB:Url',
      /does not speak bolt with encryption/
    )
    await oneLine(t, start('http://localhost:7687'), 'GraphDbB:Url', /not a bolt URL/)
  })

  await t.test('the service on it, through a crash of the database', t =>
    serviceOn(t, server, {
      SVC_Database__Provider: 'graphdb_b',
      SVC_GraphDbB__Url: server.url,
      SVC_GraphDbB__Username: server.username,
      SVC_GraphDbB__Password: server.password,
      // Of the size of the suite's vectors, for which this database is used next.
      SVC_Embedding__Provider: join(packageRoot, 'examples', 'plugins', 'embedder'),
      SVC_Embedding__Options__Dimensions: '16'
    }))

  await t.test('the conformance suite', t =>
    storeSuite(t, {
      open: () => open(argument(server.port)),
      spawnWriter: { module: new URL('./bolt-open.js', import.meta.url).href, argument: argument(server.port) }
    }))

  await t.test('a search is three round trips', async t => {
    const { graph: of } = await connect({
      url: server.url,
      username: server.username,
      password: server.password,
      maxPoolSize: 10
    }, 5000)
    const graph = of('')
    await roundTrips(t, graph, neo4jDialect('Neo4j', graph), 16)
  })

  await t.test(
    'a server that hangs is not waited for without end',
    { timeout: 60_000 },
    async t =>
      await hangs(
        t,
        server,
        (await connect(
          { url: server.url, username: server.username, password: server.password, maxPoolSize: 10 },
          5000,
          1500
        )).graph('')
      )
  )

  await t.test('a server in trouble', t =>
    robustness(t, { server, open: port => open(argument(port)), users: 200, memories: 5000 }))
}
