/** The log for a person at a terminal: a line an event, and one line that moves for a re-embedding. */
import type { prettyFactory } from 'pino-pretty'

interface Moving {
  done: number
  total: number
}

/** `out` is the terminal; `format` makes a line of an event. Takes the log's JSON, a line at a time. */
export function readableLog (
  out: { write(text: string): unknown },
  format: ReturnType<typeof prettyFactory>
): { write(line: string): void } {
  let moving = false
  return {
    write (line) {
      const progress = progressOf(line)
      if (moving) out.write('\r\x1b[K')
      moving = progress !== null
      out.write(progress === null ? format(line) : bar(progress))
    }
  }
}

function progressOf (line: string): Moving | null {
  if (!line.includes('"msg":"re-embedding"')) return null
  const { done, total } = JSON.parse(line) as Moving
  return { done, total }
}

function bar ({ done, total }: Moving): string {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.round(share * 24)
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  return `re-embedding [${'#'.repeat(full)}${'.'.repeat(24 - full)}] ${Math.floor(share * 100)} %, ${counts} memories`
}
