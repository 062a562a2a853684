/** The store when nothing else is installed: one SQLite file. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import '../../../domain/capabilities/store.ts'
import type { Options } from './manifest.ts'
import { createSqliteStore } from './store.ts'

export async function createStore ({ Path, CacheMb }: Static<typeof Options>, warn?: (message: string) => void) {
  return createSqliteStore({ path: Path, warmBytes: CacheMb * 1024 * 1024, ...(warn && { warn }) })
}

export default fp(async (fastify, options) => {
  const store = await createStore(options as Static<typeof Options>, message => fastify.log.warn(message))
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-sqlite', fastify: '5.x' })
