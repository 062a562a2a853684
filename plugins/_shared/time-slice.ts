/** Long work on the thread that answers requests is done in slices, so that the others are answered in between. */
import { setImmediate } from 'node:timers/promises'

/** Longest stretch of work without a pause, in milliseconds. */
const timeSliceMs = 10

/** A function to be awaited between two steps; it pauses when the slice is used up. Throws when `signal` is aborted. */
export function timeSlices (signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < timeSliceMs) return
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
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
