/** A job that must run in one process at a time: held by a lease in the store, renewed until it is given back. */
import type { Store } from '../../domain/capabilities/store.ts'

/** A database may stall for some seconds; the lease of a killed process ends after this. */
export const leaseMs = 10_000
const renewMs = 3_000

export interface Lease {
  /** Renews it no more; it ends by itself within `leaseMs`. */
  stop(): void
  /** Gives it back at once. Never throws: it ends by itself when the store is away. */
  release(): Promise<void>
}

export interface LeaseEvents {
  /** Another process has taken it. */
  onLost?: () => void
  /** A renewal failed; the next one may succeed. */
  onFault?: (error: unknown) => void
}

/** Null when another holder has it. `holder` names this process. */
export async function takeLease (
  store: Pick<Store, 'lease'>,
  name: string,
  holder: string,
  { onLost = () => {}, onFault = () => {} }: LeaseEvents = {}
): Promise<Lease | null> {
  if (!await store.lease(name, holder, leaseMs)) return null
  const renewal = setInterval(() => {
    store.lease(name, holder, leaseMs).then(held => {
      if (!held) onLost()
    }, onFault)
  }, renewMs).unref()
  const stop = () => clearInterval(renewal)
  return {
    stop,
    async release () {
      stop()
      await store.lease(name, holder, 1).catch(() => {})
    }
  }
}
