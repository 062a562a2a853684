/**
 * Flags of V8 while the service starts. It may be told at any time: it reads them whenever it decides.
 *
 * The space of young objects: V8 doubles it whenever as much has outlived it as it is large. Nearly all that a start
 * loads outlives it, so that an idle service would keep 20 MiB of empty space until its first full collection. It is
 * held while the service starts and let go for the work, where a large one spares copying. Up to Node 22 the start of a
 * thread puts the factor back, so it is set once more when one has started.
 *
 * The optimising compilers: what a start runs, it runs a few times, and compiling it takes a tenth of the start's
 * processor time.
 */
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** Maglev too, on since V8 13: what it has compiled while the other was off would never be compiled by that. */
const optimisers = Number.parseInt(process.versions.v8) >= 13 ? ['maglev', 'opt'] : ['opt']
/** A start that takes longer, as one that changes a large database, is work and wants its code optimised. */
const longestMs = 2_000

const holdYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1')
const holdOnceOnline = (worker: Worker): void => {
  worker.once('online', holdYoungGeneration)
}
let longStart: NodeJS.Timeout | undefined

export function holdForStart (forMs = longestMs): void {
  holdYoungGeneration()
  for (const optimiser of optimisers) setFlagsFromString(`--no-${optimiser}`)
  process.on('worker', holdOnceOnline)
  longStart = setTimeout(optimise, forMs).unref()
}

/** As V8 has it by itself. */
export function releaseAfterStart (): void {
  process.off('worker', holdOnceOnline)
  setFlagsFromString('--semi-space-growth-factor=2')
  optimise()
}

function optimise (): void {
  clearTimeout(longStart)
  for (const optimiser of optimisers) setFlagsFromString(`--${optimiser}`)
}
