/** One question to an endpoint: retried while that may help and the time allows, abandoned when nobody waits for the answer any more. */
import { setTimeout as sleep } from 'node:timers/promises'
import { APIConnectionTimeoutError } from 'openai'
import type { Endpoint } from './endpoint.ts'
import { explain } from './faults.ts'

export interface AskOptions {
  /** Longest wait for everything together: attempts, pauses and the reading of the body. */
  timeoutMs: number
  /** Attempts at most, at least 1. */
  attempts?: number
  signal?: AbortSignal
  /** Told before each pause; for the log. */
  onRetry?: (reason: string, pauseMs: number) => void
}

const firstPauseMs = 400
const longestPauseMs = 8_000

/**
 * Resolves with what `call` resolves with. Rejects with its last error (see `explain`), with `APIConnectionTimeoutError` when the time is
 * up, or with the signal's reason. Pauses double from 0.4 s with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), except
 * that `Retry-After` is obeyed; a wait that would outlast the time gives up at once.
 */
export async function ask<T> (endpoint: Endpoint, { timeoutMs, attempts = 3, signal, onRetry }: AskOptions, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  const clock = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? clock : AbortSignal.any([signal, clock])
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(either)
    } catch (error) {
      signal?.throwIfAborted()
      if (clock.aborted) throw new APIConnectionTimeoutError()
      const { passing, retryAfterMs, reason } = explain(error, endpoint)
      // A little on top of Retry-After, so that callers sent away together do not come back together.
      const pauseMs = retryAfterMs === null ? Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) : retryAfterMs + Math.random() * 100
      if (!passing || attempt >= attempts || Date.now() + pauseMs >= deadline) throw error
      onRetry?.(reason, pauseMs)
      await sleep(pauseMs, undefined, { signal: either }).catch(() => {})
      signal?.throwIfAborted()
    }
  }
}
