/** Vectors of any number of texts, however few an embedder takes at once. */
import pMap from 'p-map'
import type { Embedder } from '../../domain/capabilities/embedder.ts'

/** Calls at the same time. */
const concurrency = 4

/** As `Embedder.embed`, in calls of `maxTextsPerCall`. One that fails fails all and aborts the others. */
export async function embedAll (
  embedder: Embedder,
  texts: string[],
  { signal }: { signal?: AbortSignal | undefined } = {}
): Promise<Float32Array[]> {
  const size = embedder.maxTextsPerCall ?? texts.length
  if (texts.length <= size) return await embedder.embed(texts, signal === undefined ? {} : { signal })
  const calls = Array.from(
    { length: Math.ceil(texts.length / size) },
    (_, at) => texts.slice(at * size, (at + 1) * size)
  )
  const failed = new AbortController()
  const either = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal])
  try {
    return (await pMap(calls, async call => await embedder.embed(call, { signal: either }), { concurrency })).flat()
  } catch (error) {
    failed.abort(error)
    throw error
  }
}
