/** A disk that is really full, as small as one can be made: a file system in memory. */
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openEmbedded } from '../../services/embedded.ts'
import { until } from '../../services/running.ts'

interface Stored {
  id: string
  code?: string
}

/** Null when mounting is not permitted here. */
async function smallDisk (t: Test): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8M', 'tmpfs', folder])
  t.teardown(async () => {
    if (status === 0) spawnSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  })
  return status === 0 ? folder : null
}

t.test('a full disk: 507 for writes, said in health, reads go on, nothing is lost, room mends it', async t => {
  const folder = await smallDisk(t)
  if (folder === null) {
    t.pass('a file system in memory', { skip: 'mount is not permitted here' })
    return
  }
  // What an operator can remove.
  const ballast = join(folder, 'ballast')
  await writeFile(ballast, Buffer.alloc(3 * 1024 * 1024))
  const { call } = await openEmbedded(t, { SVC_Cache__Enabled: 'false' }, folder)
  const add = async (number: number) =>
    await call<Stored>('POST', '/api/v1/memories', {
      user_id: 'ada',
      text: `Letter ${number}: ${String(number).padStart(5, '0').repeat(4_000)}`,
      infer: false
    })
  const ids: string[] = []
  let answer = await add(0)
  for (; answer.status === 200; answer = await add(ids.length)) ids.push(answer.body.id)
  t.match(answer, { status: 507, body: { code: 'storage_full' } })
  t.ok(ids.length > 10, `${ids.length} were stored`)
  t.match(await add(-1), { status: 507 }, 'and again')

  t.match(await call('GET', '/api/health'), { status: 503, body: { checks: { database: { ok: false } } } })
  t.equal((await call('GET', '/livez')).status, 200, 'restarting it would not help')
  const held = await call<{ total: number }>('GET', '/api/v1/memories?user_id=ada&size=100')
  t.match(held, { status: 200, body: { total: ids.length } }, 'all that was acknowledged is read, and nothing else')
  t.equal(
    (await call('POST', '/api/v1/memories/search', { user_id: 'ada', query: 'Letter 3', mode: 'text' })).status,
    200
  )

  await rm(ballast)
  t.match(await add(ids.length), { status: 200 }, 'room is noticed by the next write')
  await until(() => call('GET', '/api/health'), ({ status }) => status === 200)
  t.match(await call('GET', '/api/v1/memories?user_id=ada'), { body: { total: ids.length + 1 } })
})
