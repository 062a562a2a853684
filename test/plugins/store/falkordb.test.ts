import t from 'tap'
import { createFalkordbStore, parseAddresses } from '../../../plugins/store/falkordb/index.ts'
import { connect } from '../../../plugins/store/falkordb/connection.ts'
import { falkordbDialect } from '../../../plugins/store/falkordb/dialect.ts'
import { header } from '../../../plugins/store/falkordb/parameters.ts'
import { storeSuite } from '../../conformance/store.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { freePort } from '../../services/service.ts'
import { open } from './falkordb-open.ts'
import { hangs, oneLine, robustness, serviceOn, startExternal, startReset } from './robustness.ts'
import { roundTrips } from './round-trips.ts'

t.setTimeout(900_000)

t.test('GraphDbA:Host is host and port in one value', async t => {
  t.same(parseAddresses('localhost:6379'), [{ host: 'localhost', port: 6379 }])
  t.same(parseAddresses('[::1]:6380, b:1'), [{ host: '::1', port: 6380 }, { host: 'b', port: 1 }])
  for (
    const [value, what] of [
      ['localhost', /port is missing/],
      ['redis://localhost:6379', /is a URL/],
      ['localhost:99999', /between 1 and 65535/],
      ['localhost:0', /between/],
      ['', /no host and port/],
      ['a b:1', /no host/],
      [':6379', /no host/],
      ['localhost:6379,', /no host/],
      ['a:1,b', /port is missing/]
    ] as const
  ) {
    t.throws(() => parseAddresses(value), { code: 'setting_invalid', message: what }, value)
    t.throws(() => parseAddresses(value), { message: /GraphDbA:Host \(SVC_GraphDbA__Host\).*localhost:6379/ }, value)
  }
})

t.test('parameters become literals that mean themselves', async t => {
  t.equal(header({}), '')
  t.equal(
    header({ a: 'x"\\\0', b: [1, 0.5, -0], c: { d: null, e: true }, f: undefined }),
    'CYPHER a="x\\"\\\\\uFFFD" b=[1,0.5,0] c={d:null,e:true} f=null '
  )
  const vector = Float32Array.from([0.1, 1 / 3, 1e-30, -123456.789])
  t.same(
    Float32Array.from(JSON.parse(header({ v: vector }).slice('CYPHER v='.length)) as number[]),
    vector,
    'vectors keep every bit'
  )
  t.throws(() => header({ a: NaN }))
  t.throws(() => header({ a: { 'b:1}': 1 } }), 'no key of a caller reaches the query')
})

t.test('vectors are compared one by one before 4.20, and indexed from then on', async t => {
  t.equal(falkordbDialect(41603).vectorIndex, null)
  t.equal(falkordbDialect(41603).callNearest, null)
  t.equal(falkordbDialect(41603).product, 'FalkorDB 4.16.3')
  t.match(
    falkordbDialect(42000).vectorIndex?.('MemoryVector_g1', 8).replace(/\s+/g, ' ').trim(),
    "CREATE VECTOR INDEX FOR (v:MemoryVector_g1) ON (v.embedding) OPTIONS { dimension: 8, similarityFunction: 'cosine'"
  )
})

const missing = falkordbMissing()
if (missing) t.pass('FalkorDB', { skip: missing })
else {
  await t.test('the conformance suite', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const host = `127.0.0.1:${server.port}`
    await storeSuite(t, {
      open: () => open(host),
      spawnWriter: { module: new URL('./falkordb-open.js', import.meta.url).href, argument: host }
    })
  })

  await t.test('a search is three round trips', async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const connections = await connect({ nodes: [{ host: '127.0.0.1', port: server.port }], password: '' }, 5000)
    await roundTrips(t, connections.graph('rounds'), falkordbDialect(connections.version), 16)
  })

  await t.test('a server that hangs is not waited for without end', { timeout: 60_000 }, async t => {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    await hangs(
      t,
      server,
      (await connect({ nodes: [{ host: '127.0.0.1', port: server.port }], password: '' }, 5000, 1500)).graph('hangs')
    )
  })

  await t.test('a server in trouble', async t => {
    const server = await startFalkordb({ durable: true })
    t.teardown(() => server.stop())
    await robustness(t, { server, open: port => open(`127.0.0.1:${port}`), users: 2000, memories: 50_000 })
  })

  await t.test('the service on it, through a crash of the database', async t => {
    const server = await startFalkordb({ durable: true })
    t.teardown(() => server.stop())
    await serviceOn(t, server, { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: `127.0.0.1:${server.port}` })
  })

  await t.test('wrong settings end the start with one line that names the setting', async t => {
    const locked = await startFalkordb({ password: 'right' })
    const bare = await startFalkordb()
    t.teardown(() => Promise.all([locked.stop(), bare.stop()]))
    const start = (port: number, Password = '') => async () =>
      (await createFalkordbStore({ Host: `127.0.0.1:${port}`, Password, startPatienceMs: 300 })).close()
    await oneLine(t, start(locked.port, 'wrong'), 'GraphDbA:Password', /refused the password/)
    await oneLine(t, start(locked.port), 'GraphDbA:Password', /wants a password/)
    await oneLine(t, start(bare.port, 'needless'), 'GraphDbA:Password', /has no password. Leave it empty/)
    await oneLine(t, start(await freePort()), 'GraphDbA:Host', /cannot be reached/)
    await oneLine(t, start(await startExternal(t)), 'GraphDbA:Host', /./)
    await oneLine(t, start(await startReset(t)), 'GraphDbA:Host', /cannot be reached/)
    await t.resolves(start(locked.port, 'right')())
  })

  await t.test('a database that comes a little later than the service is waited for', async t => {
    const port = await freePort()
    const opening = createFalkordbStore({ Host: `127.0.0.1:${port}`, startPatienceMs: 20_000 })
    const server = await startFalkordb({ port })
    t.teardown(() => server.stop())
    const store = await opening
    t.match(await store.ping(), { url: `127.0.0.1:${port}/palimpsest`, user: null, server: 'FalkorDB 4.16.3' })
    await store.close()
  })
}
