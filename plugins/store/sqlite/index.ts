/** The store when nothing else is installed: one SQLite file. */
import fp from 'fastify-plugin'
import Type, { type Static } from 'typebox'
import '../../../kernel/capabilities/health.ts'
import '../../../kernel/capabilities/store.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { createSqliteStore } from './store.ts'

const Options = Type.Object({
  Path: Type.String({ minLength: 1, description: 'The database file, relative to the working directory.' }),
  CacheMb: Type.Integer({ minimum: 1, default: 256, description: 'What may be kept in memory for searching, in MiB.' })
})

export async function createStore ({ Path, CacheMb }: Static<typeof Options>) {
  return createSqliteStore({ path: Path, warmBytes: CacheMb * 1024 * 1024 })
}

export default fp(async (fastify, options) => {
  const store = await createStore(checkOptions('Sqlite', Options, options))
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
  fastify.health.register('database', async () => {
    const started = performance.now()
    const place = await store.ping()
    return { ok: true, provider: fastify.settings.Database.Provider, url: place.url, user: place.user, latency_ms: Math.round((performance.now() - started) * 100) / 100, error: null }
  })
}, { name: 'store-sqlite', fastify: '5.x', decorators: { fastify: ['settings', 'health'] } })
