/** V8's space of young objects does not grow while the service starts. */
import { once } from 'node:events'
import { getHeapSpaceStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { holdYoungGeneration, releaseYoungGeneration } from '../../cli/young-generation.ts'

const youngBytes = () => getHeapSpaceStatistics().find(space => space.space_name === 'new_space')?.space_size ?? 0

/** What outlives several collections makes V8 grow the space. */
const kept: object[] = []
function keepMuch (): void {
  for (let i = 0; i < 300_000; i++) kept.push({ i })
}

t.test('held, also when a thread has started', async t => {
  const before = youngBytes()
  holdYoungGeneration()
  t.teardown(releaseYoungGeneration)
  keepMuch()
  const worker = new Worker('', { eval: true })
  const ended = once(worker, 'exit')
  await once(worker, 'online')
  keepMuch()
  t.ok(youngBytes() <= 2 * before, 'once at most, in the moment in which the thread starts; by itself it grows twice')
  await ended
})
