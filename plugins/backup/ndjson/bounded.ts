/** How much of a stream is taken in, whatever its beginning promised. */
import { invalid } from './invalid.ts'

/** Throws `ValidationFailed` saying `it … is larger than` once more bytes than that have come. */
export function bounded (limitBytes: number, setting = ' (Backup:ImportLimitMb)', what = 'it') {
  return async function* (chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > limitBytes) throw invalid(`${what} is larger than ${limitBytes / 1024 / 1024} MiB${setting}`)
      yield chunk
    }
  }
}
