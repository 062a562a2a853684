/** Who recalled what, and when: collected in memory and written in batches, so that no answer waits for it. */
import type { Hit } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Access } from '../../../../domain/nouns.ts'

const flushAfterMs = 1_000
const flushAt = 500
/** The oldest beyond this are dropped, so that a database that is down does not exhaust the process's memory. */
const maxWaiting = 10_000

export interface AccessLog {
  record(userId: string, app: string | null, hits: Hit[]): void
  flush(): Promise<void>
}

export function createAccessLog (store: Store, warn: (error: unknown) => void): AccessLog {
  let waiting: Access[] = []
  let timer: NodeJS.Timeout | undefined

  async function flush (): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    await store.recordAccesses(batch).catch(error => {
      warn(error)
      waiting = [...batch, ...waiting].slice(-maxWaiting)
    })
  }

  return {
    record (userId, app, hits) {
      const at = Date.now()
      for (const [place, { memory }] of hits.entries()) {
        waiting.push({ userId, memoryId: memory.id, app, at, rank: place + 1 })
      }
      if (waiting.length >= flushAt) flush()
      else timer ??= setTimeout(flush, flushAfterMs).unref()
    },
    flush
  }
}
