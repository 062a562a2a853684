import t from 'tap'
import { storeSuite } from '../../conformance/store.ts'
import { neo4jMissing, startNeo4j } from '../../services/neo4j.ts'
import { open } from './bolt-open.ts'

const missing = neo4jMissing()
if (missing) t.pass('skipped', { skip: missing })
else {
  const server = await startNeo4j()
  t.teardown(() => server.stop())
  const argument = `${server.url} ${server.username} ${server.password}`
  t.setTimeout(900_000)
  await t.test('the conformance suite', t => storeSuite(t, { open: () => open(argument), spawnWriter: { module: new URL('./bolt-open.js', import.meta.url).href, argument } }))
}
