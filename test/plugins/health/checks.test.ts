/** Health: all checks at once, none for ever, never two of the same. */
import { setTimeout as wait } from 'node:timers/promises'
import t from 'tap'
import { createHealth } from '../../../plugins/health/checks/index.ts'

const ok = async () => ({ ok: true, error: null })

t.test('one failure degrades the whole, and says why in one line', async t => {
  const health = createHealth({ timeoutMs: 50, freshMs: 50 })
  health.register('database', ok)
  t.match(await health.report(), { status: 'ok', checkedAt: Number, checks: { database: { ok: true, error: null } } })
  health.register('thrown', async () => {
    throw new Error('it broke\n    at secret (/app/file.js:1:1)')
  })
  health.register('at-once', () => {
    throw new Error('even before it began')
  })
  await wait(60)
  t.match(await health.report(), {
    status: 'degraded',
    checks: {
      database: { ok: true },
      thrown: { ok: false, error: 'it broke' },
      'at-once': { ok: false, error: 'even before it began' }
    }
  })
})

t.test('a check that hangs times out, delays no other check, and is not started again', async t => {
  const health = createHealth({ timeoutMs: 30, freshMs: 1 })
  let started = 0
  let release: (value: { ok: boolean, error: null }) => void = () => {}
  health.register('hangs', () => {
    started++
    return new Promise(resolve => {
      release = resolve
    })
  })
  health.register('database', ok)
  for (let round = 0; round < 3; round++) {
    t.match(await health.report(), {
      status: 'degraded',
      checks: { database: { ok: true }, hangs: { ok: false, error: /no answer within 30 ms/ } }
    })
    await wait(2)
  }
  t.equal(started, 1, 'runs never pile up')
  release({ ok: true, error: null })
  await wait(2)
  const again = health.report()
  await wait(0)
  release({ ok: true, error: null })
  t.match(await again, { status: 'ok' })
  t.equal(started, 2)
})

t.test('a crowd of probes is one run, and a probe every moment costs nothing', async t => {
  let runs = 0
  const counted = async () => {
    runs++
    await wait(5)
    return { ok: true, error: null }
  }
  const health = createHealth({ timeoutMs: 60_000, freshMs: 600_000 })
  health.register('counted', counted)
  const reports = await Promise.all(Array.from({ length: 50 }, () => health.report()))
  t.equal(new Set(reports).size, 1)
  for (let probe = 0; probe < 20; probe++) await health.report()
  t.equal(runs, 1)
})

t.test('a report that is no longer fresh is made again', async t => {
  let runs = 0
  const health = createHealth({ timeoutMs: 60_000, freshMs: 1 })
  health.register('counted', async () => {
    runs++
    return { ok: true, error: null }
  })
  await health.report()
  await wait(20)
  await health.report()
  t.equal(runs, 2)
})
