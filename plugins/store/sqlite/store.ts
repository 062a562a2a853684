/**
 * The embedded store: one SQLite file, one thread that writes and one that reads, so that no query holds up the event
 * loop.
 */
import { mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { storeInterfaceVersion, type ExportRecord, type Store } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable, StorageFull } from '../../../domain/errors.ts'
import { requireUserId, storable } from '../../../domain/text/storable.ts'
import { packChangeset } from './changeset.ts'
import { unpackMatches } from './matches.ts'
import { unpackMemories } from './memory-row.ts'
import type { Exports, PackedWrites, Reads } from './protocol.ts'
import { createReembed } from './reembed.ts'
import { keepThread } from './restart.ts'
import type { Thread } from './thread.ts'
import type { ThreadOptions } from './worker.ts'

export interface SqliteStoreOptions {
  /** The database file; made, with its folder, when it is not there. */
  path: string
  /** What may be kept in memory for searching, over all users. 256 MiB by default. */
  warmBytes?: number
  /** Hears that a thread died and is started again. */
  warn?: (message: string) => void
}

type Promised<Verbs> = {
  [Verb in keyof Verbs]: Verbs[Verb] extends (...parameters: infer P) => infer R ? (...parameters: P) => Promise<R>
    : never
}

/** The verbs of a thread as promises. */
function promised<Verbs extends object> (thread: Thread): Promised<Verbs> {
  return new Proxy({}, {
    get: (_, verb) => (...parameters: unknown[]) => thread.call(String(verb), ...parameters)
  }) as Promised<Verbs>
}

/** Verbs whose first parameter is a user; all of them are confined to it. */
const userVerbs = [
  'list',
  'recent',
  'neighbours',
  'aboutSubject',
  'byFingerprint',
  'timelines',
  'sessions',
  'readings',
  'entities',
  'relations',
  'communities',
  'history',
  'supersessions',
  'stats',
  'replay',
  'basis',
  'accesses'
] as const

export async function createSqliteStore (
  { path, warmBytes = 256 * 1024 * 1024, warn = () => {} }: SqliteStoreOptions
): Promise<Store> {
  const file = resolve(path)
  try {
    await mkdir(dirname(file), { recursive: true })
    // Other users of the machine must not read it; SQLite gives the files beside it the same mode.
    await (await open(file, 'a', 0o600)).close()
  } catch (error) {
    throw new DatabaseUnavailable(file, error instanceof Error ? error.message : String(error))
  }
  const [writer, reader] = await startBoth({ path: file, warmBytes }, warn)
  const reads = promised<Reads & Exports>(reader)
  const { isFull, watched } = watchRoom(writer)
  const writes = promised<PackedWrites>(watched)

  const ofUser = Object.fromEntries(
    userVerbs.map(
      verb => [
        verb,
        async (userId: string, ...rest: unknown[]) => reader.call(verb, requireUserId(userId), ...rest.map(storable))
      ]
    )
  ) as unknown as Pick<Store, typeof userVerbs[number]>

  return {
    interfaceVersion: storeInterfaceVersion,
    supports: { approximateVectors: false, sharedByProcesses: true },
    ...ofUser,
    get: async (userId, ids) => unpackMemories(userId, await reads.get(requireUserId(userId), storable(ids))),
    matchText: async (userId, query, filter, limit) =>
      unpackMatches(await reads.matchText(requireUserId(userId), storable(query), storable(filter), limit)),
    nearest: async (userId, vector, filter, limit) =>
      unpackMatches(await reads.nearest(requireUserId(userId), vector, storable(filter), limit)),
    async *export (userId: string): AsyncGenerator<ExportRecord> {
      const id = await reads.exportOpen(requireUserId(userId))
      try {
        for (;;) {
          const records = await reads.exportNext(id)
          if (records.length === 0) return
          yield* records
        }
      } finally {
        await reads.exportClose(id).catch(() => {})
      }
    },
    ...createReembed(
      writes,
      async changeset => {
        requireUserId(changeset.userId)
        return await writes.commit(await packChangeset(changeset))
      }
    ),
    erase: async userId => writes.erase(requireUserId(userId)),
    recordAccesses: accesses => writes.recordAccesses(storable(accesses)),
    users: query => reads.users(storable(query)),
    async ping () {
      if (isFull()) await writes.lease('room on the disk', 'ping', 1, Date.now())
      return { url: pathToFileURL(file).href, user: null, server: await reads.server() }
    },
    meta: () => reads.meta(),
    describeIndexes: () => reads.describeIndexes(),
    ensureIndexes: embedding => writes.ensureIndexes(embedding),
    reembedding: () => reads.reembedding(),
    lease: (name, holder, ttlMs) => writes.lease(storable(name), storable(holder), ttlMs, Date.now()),
    count: (name, by, ttlMs) => writes.count(storable(name), by, ttlMs, Date.now()),
    async close () {
      await reader.close()
      // Last, so that closing it folds the write-ahead log into the file.
      await writer.close()
    }
  }
}

/** Side by side: the reader asks nothing of the file until it is asked, and by then the writer has migrated it. */
async function startBoth (
  options: Omit<ThreadOptions, 'role'>,
  warn: (message: string) => void
): Promise<[writer: Thread, reader: Thread]> {
  const [writer, reader] = await Promise.allSettled([
    keepThread({ role: 'writer', ...options }, warn),
    keepThread({ role: 'reader', ...options }, warn)
  ])
  if (writer.status === 'fulfilled' && reader.status === 'fulfilled') return [writer.value, reader.value]
  await Promise.all([writer, reader].map(async started => {
    if (started.status === 'fulfilled') await started.value.close()
  }))
  throw writer.status === 'rejected' ? writer.reason : (reader as PromiseRejectedResult).reason
}

/** Whether the last write found no room on the disk. */
function watchRoom (writer: Thread): { isFull: () => boolean, watched: Thread } {
  let full = false
  return {
    isFull: () => full,
    watched: {
      ...writer,
      async call (verb, ...parameters) {
        try {
          const result = await writer.call(verb, ...parameters)
          full = false
          return result
        } catch (error) {
          if (error instanceof StorageFull) full = true
          throw error
        }
      }
    }
  }
}
