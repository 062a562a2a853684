/**
 * Answers of embedders and LLMs in folders on disk, kept by cacache: checksummed, written to a temporary name and
 * renamed, safe for several processes.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { FastifyBaseLogger } from 'fastify'
import { cacheInterfaceVersion, type Cache } from '../../../domain/capabilities/cache.ts'
import type { Given } from '../../../domain/manifest.ts'
import { folderOf, hashed, removeUser } from '../_folders/folders.ts'
import { loadCacache } from './cacache.ts'
import type { Options } from './manifest.ts'
import { keepUnder } from './evict.ts'

const megabyte = 1024 * 1024

function createDiskCache ({ EmbeddingPath, LlmPath, MaxSizeMb }: Given<typeof Options>, log: FastifyBaseLogger) {
  const roots = { embedding: resolve(EmbeddingPath), llm: resolve(LlmPath) }
  const bounds = {
    embedding: keepUnder(roots.embedding, MaxSizeMb * megabyte),
    llm: keepUnder(roots.llm, MaxSizeMb * megabyte)
  }
  const writing = new Set<Promise<void>>()
  /** When users were forgotten: what is answered to an earlier question may hold their words. */
  const forgotten = new LRUCache<string, number>({ max: 10_000 })
  let complained = false

  async function write (
    space: keyof typeof roots,
    key: string,
    value: Buffer,
    userId: string | undefined
  ): Promise<void> {
    try {
      const folder = folderOf(roots[space], userId)
      // Other people's words are in here.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const cacache = await loadCacache()
      await cacache.put(folder, hashed(key), value)
      await bounds[space].grown(value.length)
    } catch (error) {
      if (!complained) {
        log.warn(
          { reason: (error as Error).message, folder: roots[space] },
          'the cache cannot be written; the service goes on without it'
        )
      }
      complained = true
    }
  }

  async function read (space: keyof typeof roots, key: string, userId: string | undefined): Promise<Buffer | null> {
    const folder = folderOf(roots[space], userId)
    try {
      const cacache = await loadCacache()
      return (await cacache.get(folder, hashed(key))).data
    } catch (error) {
      // ENOENT is a plain miss; anything else is a broken entry, which must not be met again.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await discard(folder, hashed(key)).catch(() => {})
      return null
    }
  }

  /** The content too: what lies there already would not be written again. */
  async function discard (folder: string, key: string): Promise<void> {
    const cacache = await loadCacache()
    const entry = await cacache.get.info(folder, key)
    await cacache.rm.entry(folder, key)
    if (entry !== null) await cacache.rm.content(folder, entry.integrity)
  }

  const cache: Cache = {
    interfaceVersion: cacheInterfaceVersion,
    get: read,
    async set (space, key, value, userId, since = Infinity) {
      if (userId !== undefined && since <= (forgotten.get(hashed(userId)) ?? -Infinity)) return
      const work = write(space, key, value, userId)
      writing.add(work)
      await work.finally(() => writing.delete(work))
    },
    async forget (userId) {
      forgotten.set(hashed(userId), performance.now())
      await Promise.allSettled(writing)
      await Promise.all(Object.values(roots).map(root => removeUser(root, userId)))
    }
  }
  return { cache, settled: () => Promise.allSettled(writing) }
}

export default fp(async (fastify, options) => {
  const { cache, settled } = createDiskCache(options as Given<typeof Options>, fastify.log)
  fastify.decorate('cache', cache)
  fastify.addHook('onClose', settled)
}, { name: 'cache-disk', fastify: '5.x' })
