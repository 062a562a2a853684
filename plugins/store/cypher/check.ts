/** The `database` check of the health report. */
import type { FastifyInstance } from 'fastify'
import type { StorePing } from '../../../kernel/capabilities/store.ts'

export function registerDatabaseCheck (fastify: FastifyInstance, { url, user }: StorePing): void {
  fastify.health.register('database', async () => {
    const started = performance.now()
    const report = (ok: boolean, error: string | null) => ({ ok, provider: fastify.settings.Database.Provider, url, user, latency_ms: Math.round((performance.now() - started) * 10) / 10, error })
    try {
      await fastify.store.ping()
      return report(true, null)
    } catch (error) {
      return report(false, error instanceof Error ? error.message : String(error))
    }
  })
}
