/** `GET /api/health`: what the service depends on and how it fares. Open to all, and says nothing of any memory. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import { isoTime } from '../../../domain/instants.ts'
import { healthReport } from './schema.ts'

const health: FastifyPluginAsyncTypebox = async fastify => {
  fastify.get('', {
    config: { open: true },
    logLevel: 'warn',
    schema: {
      tags: ['operations'],
      summary: 'How the service fares',
      description: 'All checks at once, kept for a few seconds. 503 with the same body when one of them fails.',
      security: [],
      response: { 200: healthReport, 503: healthReport }
    }
  }, onHealth)
}

async function onHealth ({ server: { health } }: FastifyRequest, reply: FastifyReply) {
  const { status, checkedAt, checks } = await health.report()
  return reply.code(status === 'ok' ? 200 : 503).send({
    status,
    checked_at: isoTime(checkedAt),
    checks: toWire(checks)
  })
}

/** Older clients read `memgraph`, whatever the database is, and hold `latency_ms` as a 64-bit integer. */
function toWire ({ database, ...others }: Record<string, CheckResult>): Record<string, CheckResult> {
  const checks = database === undefined ? others : { database, memgraph: database, ...others }
  return Object.fromEntries(
    Object.entries(checks).map(([name, check]) => {
      const { latency_ms: latency } = check
      return [name, typeof latency === 'number' ? { ...check, latency_ms: Math.round(latency) } : check]
    })
  )
}

export default fp(health, {
  name: 'routes-health',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['health'] }
})
