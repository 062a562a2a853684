/** One call of an OpenAI-shaped endpoint, with its timeout and retries. */
import { APIConnectionTimeoutError } from 'openai'
import { callWithRetry, TimedOut, type CallOptions } from '../resilience.ts'
import type { Endpoint } from './endpoint.ts'
import { explain } from './faults.ts'

/**
 * Rejects with the last error (see `explain`), with `APIConnectionTimeoutError` when the time is up, or with the
 * signal's reason.
 */
export async function ask<T> (
  endpoint: Endpoint,
  options: CallOptions,
  call: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  try {
    return await callWithRetry(options, error => explain(error, endpoint), call)
  } catch (error) {
    throw error instanceof TimedOut ? new APIConnectionTimeoutError() : error
  }
}
