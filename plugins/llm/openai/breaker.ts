/** A circuit breaker (Nygard, "Release It!"): an endpoint that failed several times in a row is left alone for a while, so that writers are told at once instead of waiting in vain. */

const failuresToOpen = 5
const openForMs = 30_000

export interface Breaker {
  /** False while the endpoint is left alone. When the time is over one caller is let through to try. */
  admits (): boolean
  succeeded (): void
  failed (): void
  /** A call that was let through and told nothing about the endpoint, for example because the caller went away. */
  undecided (): void
  open (): boolean
}

export function createBreaker (now: () => number = Date.now): Breaker {
  let failures = 0
  let openUntil = 0
  let trying = false

  return {
    admits () {
      if (failures < failuresToOpen) return true
      if (now() < openUntil || trying) return false
      trying = true
      return true
    },
    succeeded () {
      failures = 0
      trying = false
    },
    failed () {
      failures++
      trying = false
      if (failures >= failuresToOpen) openUntil = now() + openForMs
    },
    undecided () { trying = false },
    open: () => failures >= failuresToOpen
  }
}
