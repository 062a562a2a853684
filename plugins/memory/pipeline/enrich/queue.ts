/**
 * Step 6, behind the answer: users whose summaries are owed. The debt is a mark in the store, set by the commit that caused it,
 * so a restart finds it again; this queue only decides when to pay.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Store } from '../../../../kernel/capabilities/store.ts'

export interface EnrichmentQueue {
  wake (userId: string): void
  /** Takes up what an earlier process left. */
  resume (): Promise<void>
  settled (userId: string): Promise<void>
  /** Finishes the user at hand and starts no other. */
  stop (): Promise<void>
}

/** A few writes in a row are enriched once. */
const pauseMs = 300
/** Another process may take over a user after this long without a sign of life. */
const leaseMs = 120_000

export function createEnrichmentQueue (store: Store, enrich: (userId: string) => Promise<void>, warn: (error: unknown, userId: string) => void): EnrichmentQueue {
  const holder = randomUUID()
  const due = new Set<string>()
  const waits = new Set<NodeJS.Timeout>()
  // Where no other process can be at work, a lease would only keep us from what a killed one left.
  const alone = !store.supports.sharedByProcesses
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  /** Another process is at it, or died at it: when its lease is over, one of us looks again. */
  function again (userId: string): void {
    const waiting = setTimeout(() => {
      waits.delete(waiting)
      wake(userId)
    }, leaseMs).unref()
    waits.add(waiting)
  }

  function wake (userId: string): void {
    due.add(userId)
    schedule()
  }

  function schedule (): void {
    if (!stopped) timer ??= setTimeout(start, pauseMs).unref()
  }

  function start (): void {
    timer = undefined
    running ??= drain().finally(() => {
      running = undefined
      if (due.size > 0) schedule()
    })
  }

  async function drain (): Promise<void> {
    for (const userId of [...due]) {
      if (stopped) return
      due.delete(userId)
      try {
        if (alone || await store.lease(leaseOf(userId), holder, leaseMs)) await enrich(userId)
        else again(userId)
      } catch (error) {
        // The mark in the store stands; the next write or start tries again.
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
      while (due.has(userId) || running !== undefined) {
        clearTimeout(timer)
        start()
        await running
      }
    },
    async stop () {
      stopped = true
      clearTimeout(timer)
      for (const waiting of waits) clearTimeout(waiting)
      await running
    }
  }
}

/** A lease outlives the user it was taken for, so it must not name them. */
function leaseOf (userId: string): string {
  return `enrich:${createHash('sha256').update(userId).digest('hex')}`
}
