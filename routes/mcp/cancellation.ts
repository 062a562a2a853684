/**
 * Cancelling for clients of the handshake era. They say `notifications/cancelled` in a request of its own, and
 * serving is stateless, so the work in flight is kept here by session and request id, for as long as it is in flight
 * and no longer.
 */

export interface Cancellation {
  /** Work under this key may be cancelled until the returned function is called. */
  track(key: string, controller: AbortController): () => void
  cancel(key: string): void
  readonly size: number
}

export function createCancellation (): Cancellation {
  const inFlight = new Map<string, AbortController>()
  return {
    track (key, controller) {
      inFlight.set(key, controller)
      return () => {
        if (inFlight.get(key) === controller) inFlight.delete(key)
      }
    },
    cancel (key) {
      inFlight.get(key)?.abort()
    },
    get size () {
      return inFlight.size
    }
  }
}

/** Whose session, and which request of it; a session id alone could be another user's guess. */
export function cancellationKey (
  userId: string | null,
  session: string | undefined,
  requestId: unknown
): string | null {
  if (session === undefined || (typeof requestId !== 'string' && typeof requestId !== 'number')) return null
  return JSON.stringify([userId, session, requestId])
}
