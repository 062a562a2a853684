/** The front of the house: the document, the probes of an orchestrator, and where a browser should go. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

export default fp(front, { name: 'routes-front', encapsulate: true, fastify: '5.x', decorators: { fastify: ['health', 'documentation'] } })

async function front (fastify: FastifyInstance): Promise<void> {
  const { health } = fastify
  const open = { open: true }

  fastify.get('/', { config: open, schema: { hide: true } }, onFront)
  fastify.get('/openapi.json', { config: open, schema: { hide: true } }, onDocument)
  fastify.get('/livez', { config: open, logLevel: 'warn', schema: { hide: true } }, onLive)
  fastify.get('/readyz', { config: open, logLevel: 'warn', schema: { hide: true } }, onReady)

  async function onFront (_request: FastifyRequest, reply: FastifyReply) {
    return reply.redirect('/docs')
  }

  async function onDocument () {
    return (await fastify.documentation()).swagger()
  }

  /** The process answers; nothing more is asked. */
  async function onLive () {
    return { status: 'ok' }
  }

  /** Fit to be sent traffic: without its database it can do nothing, without anything else it can still do something. */
  async function onReady (_request: FastifyRequest, reply: FastifyReply) {
    const { checks } = await health.report()
    const ready = checks['database']?.ok !== false
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  }
}
