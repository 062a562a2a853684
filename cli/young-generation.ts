/**
 * V8 doubles the space of young objects whenever as much has outlived it as it is large. Nearly all that a start
 * loads outlives it, so that an idle service would keep 20 MiB of empty space until its first full collection. It is
 * held while the service starts and let go for the work, where a large one spares copying. V8 reads the factor
 * whenever it is about to grow the space, so it may be set at any time; up to Node 22 the start of a thread puts it
 * back, so it is set once more when one has started.
 */
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

const hold = (): void => setFlagsFromString('--semi-space-growth-factor=1')
const holdOnceOnline = (worker: Worker): void => {
  worker.once('online', hold)
}

export function holdYoungGeneration (): void {
  hold()
  process.on('worker', holdOnceOnline)
}

/** As V8 has it by itself. */
export function releaseYoungGeneration (): void {
  process.off('worker', holdOnceOnline)
  setFlagsFromString('--semi-space-growth-factor=2')
}
