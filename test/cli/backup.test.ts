/**
 * `palimpsest export` and `palimpsest import`: one user out and in on the command line, and an import that a real
 * SIGKILL cut off is completed by the next.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { createSqliteStore } from '../../plugins/store/sqlite/store.ts'
import { collect, newMemory, random, randomVector } from '../conformance/store/suite.ts'
import { embeddedSettings, environmentIn, openEmbedded, temporaryFolder } from '../services/embedded.ts'
import { runCommand, until } from '../services/running.ts'

const cli = fileURLToPath(new URL('../../cli/cli.js', import.meta.url))
const many = 6_000
/** Of the same dimension as the one in the box; the guard compares names before anything is asked of it. */
const otherModel = {
  SVC_Embedding__HostedA__Endpoint: 'http://127.0.0.1:9/v1',
  SVC_Embedding__HostedA__Model: 'another',
  SVC_Embedding__Dimensions: '256'
}

t.test('one user exported and imported: a killed import is completed by running it again', async t => {
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(t, {}, folder)
  const next = random(7)
  for (let start = 0; start < many; start += 500) {
    await service.app.store.commit({
      userId: 'ada',
      add: Array.from(
        { length: 500 },
        (_, place) => newMemory('ada', `Numbered note ${start + place}`, { embedding: randomVector(256, next) })
      )
    })
  }
  const digest = await service.app.backup.digest('ada', { vectors: true })

  const file = join(folder, 'ada.ndjson')
  t.match(await runCommand(['export', 'ada', file, '--settings', embeddedSettings], folder), { code: 0, err: '' })
  t.equal((await stat(file)).mode & 0o777, 0o600, 'only its owner may read it')
  const printed = await runCommand(['export', 'ada', '--settings', embeddedSettings], folder)
  t.equal(printed.code, 0, printed.err)
  t.same(
    printed.out.trim().split('\n').length,
    (await readFile(file, 'utf8')).trim().split('\n').length,
    'the same on standard output'
  )

  const fresh = await temporaryFolder(t)
  const target = await openEmbedded(t, {}, fresh)
  const there = async () => (await target.app.store.stats('ada')).memories.active
  const child = spawn(process.execPath, [cli, 'import', 'ada', file, '--settings', embeddedSettings], {
    cwd: fresh,
    env: { ...environmentIn(fresh), PATH: process.env['PATH'] },
    stdio: 'ignore'
  })
  const ended = once(child, 'exit')
  await until(there, count => count > 0)
  child.kill('SIGKILL')
  t.same(await ended, [null, 'SIGKILL'])
  const half = await there()
  t.ok(half > 0 && half < many, `${half} of ${many} were there when it was killed`)
  const again = await runCommand(['import', 'ada', file, '--settings', embeddedSettings], fresh)
  t.equal(again.code, 0, again.err)
  t.match(again.out, `${many - half} `)
  t.same(await target.app.backup.digest('ada', { vectors: true }), digest)
})

t.test('what is missing is said in one line', async t => {
  const folder = await temporaryFolder(t)
  for (
    const [args, said] of [[['export'], 'palimpsest export <user_id>'], [
      ['import', 'ada'],
      'palimpsest import <user_id> FILE'
    ], [['import', 'ada', 'nowhere.ndjson'], 'nowhere.ndjson cannot be read']] as const
  ) {
    const { code, err } = await runCommand([...args, '--settings', embeddedSettings], folder)
    t.not(code, 0)
    t.match(err, said)
    t.equal(err.trim().split('\n').length, 1)
  }
})

t.test('restore and import into an empty store write down the model, so that another one is refused', async t => {
  const folder = await temporaryFolder(t)
  const service = await openEmbedded(t, {}, folder)
  await service.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'Ada lives in Rome.', infer: false })
  const { model, dimensions } = await service.app.store.meta()
  t.type(model, 'string')
  const file = join(folder, 'ada.ndjson')
  t.match(await runCommand(['export', 'ada', file, '--settings', embeddedSettings], folder), { code: 0 })
  t.match(await runCommand(['backup', '--settings', embeddedSettings], folder), { code: 0 })

  for (const args of [['restore', join(folder, 'backups')], ['import', 'ada', file]]) {
    const fresh = await temporaryFolder(t)
    const { code, err } = await runCommand([...args, '--settings', embeddedSettings], fresh)
    t.equal(code, 0, err)
    // Not by way of the service: its guard would write down the model itself.
    const store = await createSqliteStore({ path: join(fresh, 'palimpsest.db') })
    t.match(await store.meta(), { model, dimensions }, `${args[0]} stamps it`)
    await store.close()
    const another = await openEmbedded(t, { SVC_Embedding__Provider: 'hosted_a', ...otherModel }, fresh)
    await another.call('POST', '/api/v1/memories', { user_id: 'ada', text: 'Ada sings.', infer: false })
    const vectors = (await collect(another.app.store.export('ada'))).flatMap(record =>
      record.kind === 'memory' ? [record.embedding?.length ?? null] : []
    )
    t.same(vectors.sort(), [256, null], 'vectors of two models do not mix')
    t.match((await another.call('GET', '/api/health')).body, { status: 'degraded', checks: { indexes: { ok: false } } })
  }
})
