/** Progress of long calls: how many seconds the work has taken, every few seconds, to clients that asked for it. */
import type { ServerContext } from '@modelcontextprotocol/server'

const everyMs = 2_000

/** Starts reporting when the request carries a progress token; the answer stops it. */
export function reportProgress ({ mcpReq: { _meta: meta, notify, signal } }: ServerContext): () => void {
  const progressToken = meta?.progressToken
  if (progressToken === undefined) return () => {}
  const started = performance.now()
  let last = 0
  const notifyProgress = () => {
    // Strictly growing, as the protocol wants it.
    last = Math.max(last + 0.001, Math.round((performance.now() - started) / 1000))
    notify({ method: 'notifications/progress', params: { progressToken, progress: last, message: 'Working on it.' } })
      .catch(() => {})
  }
  notifyProgress()
  const timer = setInterval(notifyProgress, everyMs)
  timer.unref()
  const stop = () => clearInterval(timer)
  signal.addEventListener('abort', stop, { once: true })
  return stop
}
