/** Bytes to lines, however the bytes are cut. */

/** Bytes; longer than a text, its metadata and a vector can be. */
const longestLine = 16 * 1024 * 1024

export interface Line {
  number: number
  text: string
}

/**
 * Without their newline and without the empty ones; the last one need not end in one. Throws `RangeError` for a line
 * that is no text or too long.
 */
export async function* linesOf (chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  let parts: Uint8Array[] = []
  let waiting = 0
  for await (const chunk of chunks) {
    let bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      // Millions of empty lines are cheap to send, so they are only counted.
      if (end === 0 && parts.length === 0) number++
      else yield line([...parts, bytes.subarray(0, end)])
      parts = []
      waiting = 0
      bytes = bytes.subarray(end + 1)
    }
    if (bytes.length === 0) continue
    parts.push(bytes)
    waiting += bytes.length
    if (waiting > longestLine) throw new RangeError(`Line ${number + 1} is longer than ${longestLine} bytes.`)
  }
  if (waiting > 0) yield line(parts)

  function line (bytes: Uint8Array[]): Line {
    number++
    try {
      return { number, text: decoder.decode(bytes.length === 1 ? bytes[0] : Buffer.concat(bytes)) }
    } catch {
      throw new RangeError(`Line ${number} is not UTF-8.`)
    }
  }
}
