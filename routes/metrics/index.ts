/** `GET /metrics` for Prometheus. Numbers only: no user, no key, no text; open like the health check. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

async function numbers (fastify: FastifyInstance): Promise<void> {
  fastify.get('/', {
    config: { open: true },
    logLevel: 'warn',
    schema: {
      tags: ['operations'],
      summary: 'Numbers for Prometheus',
      security: [],
      response: {
        200: {
          description: 'In the text format of Prometheus.',
          content: { 'text/plain': { schema: { type: 'string' } } }
        }
      }
    }
  }, onMetrics)
}

async function onMetrics ({ server: { metrics } }: FastifyRequest, reply: FastifyReply) {
  const report = await metrics.report()
  if (report === null) return reply.callNotFound()
  return reply.header('content-type', report.contentType).serializer((payload: unknown) => payload as string).send(
    report.body
  )
}

export default fp(numbers, {
  name: 'routes-metrics',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['metrics'] }
})
