/** Keeps a folder under its size: measured when needed, then kept in mind; when it has grown too large the oldest entries go. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheObject } from 'cacache'
import { leaving } from '../folders/folders.ts'
import { loadCacache } from './cacache.ts'

/** An entry costs its bytes and about this much of index and blocks. */
const overhead = 1_024
/** How full the folder is after an eviction. */
const roomy = 0.9

export interface Bounds {
  /** Counts what was written; evicts when that is due. */
  grown (bytes: number): Promise<void>
}

export function keepUnder (root: string, limit: number): Bounds {
  let size: number | null = null
  let unseen = 0
  let evicting: Promise<void> | null = null

  async function evict (): Promise<void> {
    const cacache = await loadCacache()
    let total = 0
    for await (const { cost } of entriesIn(root)) total += cost
    if (total > limit) {
      const entries: Entry[] = []
      for await (const entry of entriesIn(root)) entries.push(entry)
      for (const { folder, key, integrity, cost } of entries.sort((a, b) => a.time - b.time)) {
        if (total <= limit * roomy) break
        await (cacache.rm.entry as (folder: string, key: string, options: object) => Promise<unknown>)(folder, key, { removeFully: true })
        await cacache.rm.content(folder, integrity)
        total -= cost
      }
    }
    size = total
    unseen = 0
  }

  return {
    async grown (bytes) {
      unseen += bytes + overhead
      // Other processes write here too, so even a small share of our own is reason enough to measure again.
      if (size !== null && size + unseen <= limit && unseen < limit / 10) return
      evicting ??= evict().finally(() => { evicting = null })
      await evicting
    }
  }
}

interface Entry { folder: string, key: string, integrity: string, time: number, cost: number }

/** One at a time: there may be a great many, and most of the time only their sum is wanted. */
async function * entriesIn (root: string): AsyncGenerator<Entry> {
  const cacache = await loadCacache()
  for (const name of await readdir(root)) {
    const folder = join(root, name)
    // A process that was killed while forgetting somebody left this behind.
    if (name.startsWith(leaving)) await rm(folder, { recursive: true, force: true })
    else for await (const { key, integrity, time, size } of cacache.ls.stream(folder) as AsyncIterable<CacheObject>) yield { folder, key, integrity, time, cost: (size ?? 0) + overhead }
  }
}
