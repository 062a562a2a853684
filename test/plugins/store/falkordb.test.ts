import t from 'tap'
import { storeSuite } from '../../conformance/store.ts'
import { falkordbMissing, startFalkordb } from '../../services/falkordb.ts'
import { open } from './falkordb-open.ts'

const missing = falkordbMissing()
if (missing) t.pass('skipped', { skip: missing })
else {
  const server = await startFalkordb()
  t.teardown(() => server.stop())
  const host = `127.0.0.1:${server.port}`
  t.setTimeout(900_000)
  await t.test('the conformance suite', t => storeSuite(t, { open: () => open(host), spawnWriter: { module: new URL('./falkordb-open.js', import.meta.url).href, argument: host } }))
}
