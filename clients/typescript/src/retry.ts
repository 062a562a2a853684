/** A `fetch` that tries again what may be tried again: reads, deletions, and writes with an idempotency key. */
import { ConnectionError, retryAfterOf } from './errors.ts'

export interface RetryOptions {
  fetch: typeof fetch
  /** Attempts after the first. */
  retries: number
  /** Milliseconds for one attempt. */
  timeoutMs: number
}

/** A GET may always be repeated; of the others, those of these paths, which only read. */
const reading = /\/memories\/(search|context)$/
/** No success of the service, and no word on the request either. */
const passing = new Set([408, 429, 502, 503, 504])
const longestPauseMs = 30_000

export function retrying ({ fetch, retries, timeoutMs }: RetryOptions): (request: Request) => Promise<Response> {
  return async request => {
    const attempts = repeatable(request) ? retries + 1 : 1
    for (let attempt = 1;; attempt++) {
      const last = attempt >= attempts
      const outcome = await once(fetch, last ? request : request.clone(), timeoutMs)
      if (outcome instanceof Response && !passing.has(outcome.status)) return outcome
      if (last) {
        if (outcome instanceof Response) return outcome
        throw outcome
      }
      const asked = outcome instanceof Response ? retryAfterOf(outcome) : null
      if (asked !== null && asked > longestPauseMs) return outcome as Response
      await pause(asked ?? backoff(attempt), request.signal)
    }
  }
}

function repeatable ({ method, url, headers }: Request): boolean {
  return method === 'GET' || method === 'DELETE' || headers.has('idempotency-key') ||
    reading.test(new URL(url).pathname)
}

/** The answer, or why there was none. What the caller aborted is thrown as it is. */
async function once (
  fetch: RetryOptions['fetch'],
  request: Request,
  timeoutMs: number
): Promise<Response | ConnectionError> {
  const timer = new AbortController()
  const timeout = setTimeout(() => {
    timer.abort()
  }, timeoutMs)
  const stop = () => {
    timer.abort(request.signal.reason)
  }
  request.signal.addEventListener('abort', stop, { once: true })
  try {
    request.signal.throwIfAborted()
    return await fetch(new Request(request, { signal: timer.signal }))
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason
    const late = timer.signal.aborted
    return new ConnectionError(
      late ? `No answer within ${timeoutMs} ms.` : `No answer from ${new URL(request.url).origin}.`,
      {
        status: 0,
        code: late ? 'timeout' : 'connection_failed',
        detail: 'Check that the service runs and that the base URL is its address.',
        retryAfterMs: null,
        cause
      }
    )
  } finally {
    clearTimeout(timeout)
    // The signal still ends the reading of the body: `timer` follows it as long as the caller's signal lives.
  }
}

/** Exponential with full jitter: 0 to 250, 500, 1000 … ms. */
function backoff (attempt: number): number {
  return Math.random() * Math.min(longestPauseMs, 250 * 2 ** (attempt - 1))
}

async function pause (ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
