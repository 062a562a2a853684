/** V8's space of young objects does not grow, and no code is optimised, while the service starts. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { holdForStart, releaseAfterStart } from '../../cli/start-flags.ts'

const youngBytes = () => getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? 0

/** What outlives several collections makes V8 grow the space. */
const kept: object[] = []
function keepMuch (): void {
  for (let i = 0; i < 300_000; i++) kept.push({ i })
}

t.test('held, also when a thread has started', async t => {
  holdForStart()
  t.teardown(releaseAfterStart)
  keepMuch()
  const before = youngBytes()
  const worker = new Worker('', { eval: true })
  const ended = once(worker, 'exit')
  await once(worker, 'online')
  keepMuch()
  t.ok(youngBytes() <= before, 'it has not grown')
  await ended
})

t.test('no code is optimised while held, also when a thread has started, and it is after the release', async t => {
  setFlagsFromString('--allow-natives-syntax')
  const status = runInThisContext('code => %GetOptimizationStatus(code)') as (code: () => void) => number
  const often = runInThisContext('() => { for (let i = 0, sum = 0; i < 50_000; i++) sum += i & 7 }') as () => void
  const byTurboFan = 1 << 6
  const isOptimised = async (within: number, code = often): Promise<boolean> => {
    for (let turn = 0; turn < within; turn++) {
      code()
      // The compiler works beside this thread.
      await pause(1)
      if ((status(code) & byTurboFan) !== 0) return true
    }
    return false
  }
  holdForStart(600_000)
  const worker = new Worker('', { eval: true })
  await once(worker, 'exit')
  t.notOk(await isOptimised(200))
  releaseAfterStart()
  t.ok(await isOptimised(5_000))
  const later = runInThisContext('() => { for (let i = 0, sum = 0; i < 50_000; i++) sum += i & 3 }') as () => void
  holdForStart(1)
  t.teardown(releaseAfterStart)
  t.ok(await isOptimised(5_000, later), 'nor is a start that lasts held for ever')
})
