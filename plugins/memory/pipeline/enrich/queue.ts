/**
 * Step 6, after the answer: the users who are due for enrichment. That a user is due is a mark in the store, set by the
 * commit that caused it, so a restart finds it again; this queue only decides when it is done.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { leaseMs, takeLease } from '../../../_shared/lease.ts'
import { pauseAfter } from './bounds.ts'

export interface EnrichmentQueue {
  wake(userId: string): void
  /** Queues what an earlier process left undone. */
  resume(): Promise<void>
  settled(userId: string): Promise<void>
  /** Finishes the current user and starts no other. */
  stop(): Promise<void>
}

export function createEnrichmentQueue (
  store: Store,
  enrich: (userId: string) => Promise<void>,
  warn: (error: unknown, userId: string) => void
): EnrichmentQueue {
  const holder = randomUUID()
  const due = new Set<string>()
  /** Users whom another process holds, until its lease must be over. */
  const held = new Map<string, { over: Promise<void>, giveUp: () => void }>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false
  /** Before which no round begins by itself. */
  let restsUntil = 0

  /** Another process holds the lease; when it has expired, this one looks again. */
  function retryAfterLease (userId: string): void {
    let end = () => {}
    const over = new Promise<void>(resolve => {
      end = resolve
    })
    const waiting = setTimeout(() => {
      held.delete(userId)
      if (!stopped) wake(userId)
      end()
    }, leaseMs).unref()
    held.set(userId, {
      over,
      giveUp: () => {
        clearTimeout(waiting)
        end()
      }
    })
  }

  /** The lease is renewed while the work goes on, however long an LLM takes for it. */
  async function work (userId: string): Promise<void> {
    const lease = await takeLease(store, leaseOf(userId), holder)
    if (lease === null) return retryAfterLease(userId)
    try {
      await enrich(userId)
    } finally {
      lease.stop()
    }
  }

  function wake (userId: string): void {
    due.add(userId)
    schedule()
  }

  function schedule (): void {
    if (stopped) return
    timer ??= setTimeout(start, Math.max(pauseAfter(0), restsUntil - performance.now())).unref()
  }

  function start (): void {
    timer = undefined
    if (running !== undefined) return
    const begun = performance.now()
    running = drain().finally(() => {
      running = undefined
      const ended = performance.now()
      restsUntil = ended + pauseAfter(ended - begun)
      if (due.size > 0) schedule()
    })
  }

  async function drain (): Promise<void> {
    for (const userId of [...due]) {
      if (stopped) return
      due.delete(userId)
      try {
        if (!held.has(userId)) await work(userId)
      } catch (error) {
        // The mark in the store remains; the next write or start tries again.
        warn(error, userId)
      }
    }
  }

  return {
    wake,
    async resume () {
      for (const { userId } of await store.users({ enrichmentDue: true, limit: 1000 })) due.add(userId)
      if (due.size > 0) schedule()
    },
    async settled (userId) {
      while (due.has(userId) || held.has(userId) || running !== undefined) {
        await held.get(userId)?.over
        clearTimeout(timer)
        start()
        await running
      }
    },
    async stop () {
      stopped = true
      clearTimeout(timer)
      for (const { giveUp } of held.values()) giveUp()
      held.clear()
      await running
    }
  }
}

/** A lease may outlive its user, so its name holds only a hash of the user id. */
function leaseOf (userId: string): string {
  return `enrich:${createHash('sha256').update(userId).digest('hex')}`
}
