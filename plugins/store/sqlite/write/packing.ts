/** When the writing thread packs: soon after a write, a step a turn, so that what waits to be written goes on. */
import type { Database } from '../../../_shared/sqlite.ts'
import { createPacker } from './pack.ts'

/** What is written soon after is packed together. */
const packAfterMs = 250

export interface Packing {
  soon(): void
  stop(): void
}

export function createPacking (database: Database): Packing {
  const packer = createPacker(database)
  let waiting: NodeJS.Timeout | undefined
  let stopped = false

  function pack (): void {
    let goesOn = false
    try {
      goesOn = !stopped && packer.step()
    } catch { /* no room on the disk, or another process writes: it is packed after a later write */ }
    if (goesOn) setImmediate(pack)
    else waiting = undefined
  }

  return {
    soon () {
      waiting ??= setTimeout(pack, packAfterMs).unref()
    },
    stop () {
      stopped = true
    }
  }
}
