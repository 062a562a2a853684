/** Keeps nothing. What an earlier cache kept of a user is still removed with the user. */
import { resolve } from 'node:path'
import fp from 'fastify-plugin'
import { cacheInterfaceVersion, type Cache } from '../../../domain/capabilities/cache.ts'
import type { Given } from '../../../domain/manifest.ts'
import type { Options } from './manifest.ts'

function createNoCache ({ EmbeddingPath, LlmPath }: Given<typeof Options>): Cache {
  return {
    interfaceVersion: cacheInterfaceVersion,
    get: async () => null,
    set: async () => {},
    async forget (userId) {
      const { cacheFile } = await import('../_file/file.ts')
      for (const path of [EmbeddingPath, LlmPath]) {
        const file = cacheFile(resolve(path), 0)
        await file.forget(userId)
        file.close()
      }
    }
  }
}

export default fp(async (fastify, options) => {
  fastify.decorate('cache', createNoCache(options as Given<typeof Options>))
}, { name: 'cache-none', fastify: '5.x' })
