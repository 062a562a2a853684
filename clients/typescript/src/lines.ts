import { PalimpsestError } from './errors.ts'

/** The records of an export. Its last one is `end`: without it the stream was cut off. */
export async function* linesOf<Line extends { record: string }> (
  stream: ReadableStream<Uint8Array>
): AsyncGenerator<Line, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let last = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of done ? [...lines, rest] : lines) {
        if (line.trim() === '') continue
        const record = JSON.parse(line) as Line
        last = record.record
        yield record
      }
      if (done) break
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (last !== 'end') {
    throw new PalimpsestError('The export was cut off before its end.', {
      status: 0,
      code: 'export_cut_off',
      detail: 'Ask for it again.',
      retryAfterMs: null
    })
  }
}
