/**
 * Keeps a folder under its size: measured when needed, then kept in mind; when it has grown too large the oldest
 * entries go.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheObject } from 'cacache'
import { removedPrefix } from '../_folders/folders.ts'
import { loadCacache } from './cacache.ts'

/** An entry costs its bytes and about this much of index and blocks. */
const overhead = 1_024
/** Share of the limit that is left after an eviction. */
const targetShare = 0.9

export interface Bounds {
  /** Counts what was written; evicts when that is due. */
  grown(bytes: number): Promise<void>
}

export function keepUnder (root: string, limit: number): Bounds {
  let size: number | null = null
  let unmeasured = 0
  let evicting: Promise<void> | null = null

  async function evict (): Promise<void> {
    const cacache = await loadCacache()
    let total = 0
    for await (const { cost } of entriesIn(root)) total += cost
    if (total > limit) {
      const entries: Entry[] = []
      for await (const entry of entriesIn(root)) entries.push(entry)
      for (const { folder, key, integrity, cost } of entries.sort((a, b) => a.time - b.time)) {
        if (total <= limit * targetShare) break
        await (cacache.rm.entry as (folder: string, key: string, options: object) => Promise<unknown>)(folder, key, {
          removeFully: true
        })
        await cacache.rm.content(folder, integrity)
        total -= cost
      }
    }
    size = total
    unmeasured = 0
  }

  return {
    async grown (bytes) {
      unmeasured += bytes + overhead
      // Other processes write here too, so a tenth of the limit written by this one is reason to measure again.
      if (size !== null && size + unmeasured <= limit && unmeasured < limit / 10) return
      evicting ??= evict().finally(() => {
        evicting = null
      })
      await evicting
    }
  }
}

interface Entry {
  folder: string
  key: string
  integrity: string
  time: number
  cost: number
}

/** A stream, because there may be very many and usually only their sum is needed. */
async function* entriesIn (root: string): AsyncGenerator<Entry> {
  const cacache = await loadCacache()
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    // Left by a process that was killed while removing a user.
    if (name.startsWith(removedPrefix)) await rm(folder, { recursive: true, force: true })
    else {
      for await (const { key, integrity, time, size } of cacache.ls.stream(folder) as AsyncIterable<CacheObject>) {
        yield { folder, key, integrity, time, cost: (size ?? 0) + overhead }
      }
    }
  }
}
