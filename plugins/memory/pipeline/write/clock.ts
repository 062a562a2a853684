/** The present of one user: never before what was written of them, however the clock of the machine is set. */
import { LRUCache } from 'lru-cache'
import type { Store } from '../../../../domain/capabilities/store.ts'

/**
 * Milliseconds; later with every call, so that a time names one write. Writes that happen `together` may have the same
 * while the clock of the machine shows it, so that many of them are not dated ahead.
 */
export type Clock = (userId: string, together?: boolean) => Promise<number>

/** What an import dates further ahead than this says nothing of a clock. */
const furthestAheadMs = 366 * 86_400_000
/** Users whose last write is remembered, in a hundred bytes each; of the others the store is asked for it. */
const usersKept = 100_000

export function createClock (store: Pick<Store, 'recent'>, machine: () => number = Date.now): Clock {
  // Bounded by size, since by `max` room for all of them is taken at once.
  const written = new LRUCache<string, number>({ maxSize: usersKept, sizeCalculation: () => 1 })

  async function lastWrite (userId: string): Promise<number> {
    const [newest] = await store.recent(userId, { includeSuperseded: true, forgotten: true }, 1)
    const at = newest?.createdAt ?? 0
    return at > machine() + furthestAheadMs ? 0 : at
  }

  return async (userId, together = false) => {
    const before = written.get(userId) ?? await lastWrite(userId)
    // What another call was given while the store was read counts too.
    const last = Math.max(before, written.get(userId) ?? 0)
    const present = machine()
    const now = present < last || (present === last && !together) ? last + 1 : present
    written.set(userId, now)
    return now
  }
}
