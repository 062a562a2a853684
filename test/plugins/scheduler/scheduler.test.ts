/** The daily job, on a clock of the test's own. */
import { mock } from 'node:test'
import t from 'tap'
import { appWith } from '../../services/app-with.ts'

const minute = 60_000
const day = 24 * 60 * minute

t.test('a daily job runs once, at its hour; a failure is logged; a running one is not started twice', async t => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: new Date(2026, 5, 10, 2, 59, 30) })
  t.teardown(() => mock.timers.reset())
  const { app, logged } = await appWith({}, ['scheduler'])
  let ran = 0
  let failed = 0
  let begun = 0
  let finish = (): void => {}
  app.scheduler.daily('works', 3, async () => {
    ran++
  })
  app.scheduler.daily('fails', 3, async () => {
    failed++
    throw new Error('the disk is full')
  })
  app.scheduler.daily('takes long', 3, async () => {
    begun++
    await new Promise<void>(resolve => {
      finish = resolve
    })
  })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += minute / 2) {
      mock.timers.tick(minute / 2)
      await Promise.resolve()
    }
  }
  t.equal(ran, 0, 'not before')
  await pass(minute)
  t.same([ran, failed, begun], [1, 1, 1])
  t.ok(logged.some(line => line['job'] === 'fails' && JSON.stringify(line).includes('the disk is full')))
  await pass(day - 2 * minute)
  t.same([ran, failed, begun], [1, 1, 1], 'not twice a day')
  await pass(3 * minute)
  t.same([ran, failed, begun], [2, 2, 1])
  finish()
  await app.close()
  await pass(day)
  t.same([ran, failed], [2, 2], 'and not after the end')
})
