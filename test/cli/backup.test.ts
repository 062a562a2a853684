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
import { newMemory, random, randomVector } from '../conformance/store/suite.ts'
import { embeddedSettings, environmentIn, openEmbedded, temporaryFolder } from '../services/embedded.ts'
import { runCommand, until } from '../services/running.ts'

const cli = fileURLToPath(new URL('../../cli/cli.js', import.meta.url))
const many = 6_000

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
