/** Answers of embedders and LLMs on disk, in one SQLite file each. */
import { resolve } from 'node:path'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { FastifyBaseLogger } from 'fastify'
import { cacheInterfaceVersion, type Cache } from '../../../domain/capabilities/cache.ts'
import type { Given } from '../../../domain/manifest.ts'
import type { CacheFile } from '../_file/file.ts'
import type { Options } from './manifest.ts'

const megabyte = 1024 * 1024

function createDiskCache ({ EmbeddingPath, LlmPath, MaxSizeMb }: Given<typeof Options>, log: FastifyBaseLogger) {
  const folders = { embedding: resolve(EmbeddingPath), llm: resolve(LlmPath) }
  let opening: Promise<{ embedding: CacheFile, llm: CacheFile, busy: (error: unknown) => boolean }> | undefined
  /** When users were forgotten: what is answered to an earlier question may hold their words. */
  const forgotten = new LRUCache<string, number>({ max: 10_000 })
  let complained = false
  let closed = false

  /** The driver is loaded with the first lookup: a service with built-in models caches nothing. */
  function files () {
    opening ??= import('../_file/file.ts').then(({ cacheFile, busy }) => ({
      embedding: cacheFile(folders.embedding, MaxSizeMb * megabyte),
      llm: cacheFile(folders.llm, MaxSizeMb * megabyte),
      busy
    }))
    return opening
  }

  /** Null where the file cannot be used; that another process writes just then is nothing to complain of. */
  async function using<T> (space: keyof typeof folders, work: (file: CacheFile) => T): Promise<T | null> {
    const { busy, ...opened } = await files()
    // What a model answers to a service that has stopped would open its file again.
    if (closed) return null
    try {
      return work(opened[space])
    } catch (error) {
      if (!complained && !busy(error)) {
        complained = true
        log.warn(
          { reason: (error as Error).message, folder: folders[space] },
          'the cache cannot be used; the service goes on without it'
        )
      }
      return null
    }
  }

  const cache: Cache = {
    interfaceVersion: cacheInterfaceVersion,
    get: async (space, key, userId) => await using(space, file => file.get(key, userId)),
    async set (space, key, value, userId, since = Infinity) {
      await using(space, file => {
        if (userId === undefined || since > (forgotten.get(userId) ?? -Infinity)) file.set(key, value, userId)
      })
    },
    async forget (userId) {
      forgotten.set(userId, performance.now())
      const { embedding, llm } = await files()
      await embedding.forget(userId)
      await llm.forget(userId)
    }
  }
  const close = async (): Promise<void> => {
    closed = true
    const opened = await opening
    opened?.embedding.close()
    opened?.llm.close()
  }
  return { cache, close }
}

export default fp(async (fastify, options) => {
  const { cache, close } = createDiskCache(options as Given<typeof Options>, fastify.log)
  fastify.decorate('cache', cache)
  fastify.addHook('onClose', close)
}, { name: 'cache-disk', fastify: '5.x' })
