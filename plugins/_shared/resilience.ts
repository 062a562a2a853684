/**
 * What every call of a remote endpoint gets: a timeout, retries with backoff, and a circuit breaker (Nygard,
 * "Release It!") around the call as a whole. The policies are cockatiel's.
 */
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
  timeout,
  TimeoutStrategy,
  wrap
} from 'cockatiel'

export interface CallOptions {
  /** Milliseconds for everything together: attempts, pauses and the reading of the body. */
  timeoutMs: number
  /** Attempts at most, at least 1. */
  attempts?: number
  signal?: AbortSignal
  /** Called before each pause, for the log. */
  onRetry?: (reason: string, pauseMs: number) => void
}

/** What a policy needs to know of an error. */
export interface Failure {
  reason: string
  /** Whether the same call may succeed a moment later. */
  passing: boolean
  /** Milliseconds that the server asked to wait; null when it did not. */
  retryAfterMs: number | null
}

const firstPauseMs = 400
const longestPauseMs = 8_000
const failuresToOpen = 5
const openForMs = 30_000

/** The endpoint failed several times in a row and is not called for a while. */
export class CircuitOpen extends Error {
  constructor () {
    super('it failed several times in a row and is left alone for a moment')
    this.name = 'CircuitOpen'
  }
}

export class TimedOut extends Error {
  constructor (timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
    this.name = 'TimedOut'
  }
}

/**
 * Resolves with what `call` resolves with. Rejects with its last error, with `TimedOut`, or with the signal's reason.
 * Pauses double from 0.4 s with full jitter (Brooker, "Exponential Backoff And Jitter", 2015), except that
 * `retryAfterMs` is obeyed; a pause that would outlast the timeout gives up at once.
 */
export async function callWithRetry<T> (
  { timeoutMs, attempts = 3, signal, onRetry }: CallOptions,
  failureOf: (error: unknown) => Failure,
  call: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  signal?.throwIfAborted()
  const deadline = Date.now() + timeoutMs
  let retries = 0
  let pauseMs = 0
  let reason = ''

  const limit = timeout(timeoutMs, TimeoutStrategy.Aggressive)
  const again = retry(handleWhen(error => worthAnotherAttempt(error)), {
    maxAttempts: attempts - 1,
    backoff: new DelegateBackoff(() => pauseMs)
  })
  let timedOut = false
  limit.onTimeout(() => {
    timedOut = true
  })
  again.onRetry(() => onRetry?.(reason, pauseMs))
  try {
    return await wrap(limit, again).execute(async ({ signal }) => await call(signal), signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw timedOut ? new TimedOut(timeoutMs) : error
  }

  function worthAnotherAttempt (error: unknown): boolean {
    const failure = failureOf(error)
    reason = failure.reason
    // Up to 100 ms on top of retryAfterMs, so that callers refused at one moment do not return at one moment.
    pauseMs = failure.retryAfterMs === null
      ? Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** retries)
      : failure.retryAfterMs + Math.random() * 100
    retries++
    return failure.passing && Date.now() + pauseMs < deadline
  }
}

export interface RetryOptions {
  /** Epoch milliseconds after which no further attempt is made; absent when only the attempts count. */
  deadline?: number
  /** Attempts at most, at least 1; absent when only the deadline counts. */
  attempts?: number
  /** The pause grows by `step` milliseconds with each attempt, up to `longest`; absent for none. */
  pause?: { step: number, longest: number }
}

/** Repeats `call` while its error is `passing`; rejects with its last error. */
export async function retryWhile<T> (
  { deadline = Number.POSITIVE_INFINITY, attempts = Number.POSITIVE_INFINITY, pause }: RetryOptions,
  passing: (error: unknown) => boolean,
  call: () => Promise<T>
): Promise<T> {
  const again = retry(handleWhen(error => passing(error) && Date.now() <= deadline), {
    maxAttempts: attempts - 1,
    backoff: new DelegateBackoff(({ attempt }) => Math.min((pause?.step ?? 0) * attempt, pause?.longest ?? 0))
  })
  return await again.execute(call)
}

export interface Breaker {
  /**
   * Throws `CircuitOpen` without calling while the circuit is open. After 30 s one call is let through; its success
   * closes the circuit.
   */
  execute<T>(call: () => Promise<T>): Promise<T>
}

/** `isFailure` says which errors speak against the endpoint; five of them in a row open the circuit. */
export function createBreaker (isFailure: (error: unknown) => boolean): Breaker {
  const breaker = circuitBreaker(handleWhen(isFailure), {
    breaker: new ConsecutiveBreaker(failuresToOpen),
    halfOpenAfter: openForMs
  })
  return {
    async execute (call) {
      // cockatiel lets the others wait for the call that was let through; here they fail at once.
      if (breaker.state === CircuitState.HalfOpen) throw new CircuitOpen()
      try {
        return await breaker.execute(call)
      } catch (error) {
        throw isBrokenCircuitError(error) ? new CircuitOpen() : error
      }
    }
  }
}
