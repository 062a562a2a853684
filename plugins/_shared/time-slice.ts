/** Long work on the thread that answers requests is done in slices, so that the others are answered in between. */
import { createStepQueue } from './step-queue.ts'

const queue = createStepQueue()
/** Who works now. */
let holder: unknown

/** A function to be awaited between two steps; it pauses when the slice is used up. Throws when `signal` is aborted. */
export function timeSlices (signal?: AbortSignal): () => Promise<void> {
  return async function pause () {
    if (holder === pause && queue.hasTime()) return
    await new Promise<void>(resolve => {
      queue.take(() => {
        holder = pause
        resolve()
      })
    })
    signal?.throwIfAborted()
  }
}

/** As `Array.map`, in slices. */
export async function mapInSlices<T, R> (
  items: T[],
  step: (item: T, place: number) => R,
  signal?: AbortSignal
): Promise<R[]> {
  const pause = timeSlices(signal)
  const results: R[] = []
  for (const [place, item] of items.entries()) {
    await pause()
    results.push(step(item, place))
  }
  return results
}
