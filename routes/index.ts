/** Routes at the root: the OpenAPI document, the probes of an orchestrator, and a redirect to the documentation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

export default fp(root, {
  name: 'routes-root',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['health', 'documentation'] }
})

async function root (fastify: FastifyInstance): Promise<void> {
  const open = { open: true }

  fastify.get('/', { config: open, schema: { hide: true } }, onRoot)
  fastify.get('/openapi.json', { config: open, schema: { hide: true } }, onDocument)
  fastify.get('/livez', { config: open, logLevel: 'warn', schema: { hide: true } }, onLive)
  fastify.get('/readyz', { config: open, logLevel: 'warn', schema: { hide: true } }, onReady)
}

async function onRoot (_request: FastifyRequest, reply: FastifyReply) {
  return reply.redirect('/docs')
}

async function onDocument ({ server }: FastifyRequest) {
  return (await server.documentation()).swagger()
}

/** The process answers; nothing else is checked. */
async function onLive () {
  return { status: 'ok' }
}

/**
 * Ready for traffic while the database answers: without it nothing works, without anything else something does.
 */
async function onReady ({ server: { health } }: FastifyRequest, reply: FastifyReply) {
  const { checks } = await health.report()
  const ready = checks['database']?.ok !== false
  return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
}
