/** Keeps nothing. What an earlier cache kept of a user is still removed with the user. */
import { resolve } from 'node:path'
import fp from 'fastify-plugin'
import Type, { type Static } from 'typebox'
import { cacheInterfaceVersion, type Cache } from '../../../kernel/capabilities/cache.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { removeUser } from '../folders/folders.ts'

const Options = Type.Object({
  EmbeddingPath: Type.String({ default: 'cache/embedding', minLength: 1 }),
  LlmPath: Type.String({ default: 'cache/llm', minLength: 1 })
})

function createNoCache ({ EmbeddingPath, LlmPath }: Static<typeof Options>): Cache {
  return {
    interfaceVersion: cacheInterfaceVersion,
    get: async () => null,
    set: async () => {},
    async forget (userId) { for (const path of [EmbeddingPath, LlmPath]) await removeUser(resolve(path), userId) }
  }
}

export default fp(async (fastify, options) => {
  fastify.decorate('cache', createNoCache(checkOptions('Cache', Options, options)))
}, { name: 'cache-none', fastify: '5.x', decorators: { fastify: ['settings'] } })
