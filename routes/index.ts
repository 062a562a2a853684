/** Routes at the root: the dashboard, the OpenAPI document, and the probes of an orchestrator. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Type } from '../domain/type.ts'
import { dashboard } from '../http/dashboard.ts'

const probe = { tags: ['operations'], security: [] }
const probed = Type.Object({ status: Type.String({ description: '`ok` or `unavailable`.' }) }, { $id: 'Probed' })

export default fp(root, {
  name: 'routes-root',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['health', 'documentation'] }
})

async function root (fastify: FastifyInstance): Promise<void> {
  const open = { open: true }

  fastify.get('/', { config: open, logLevel: 'warn', schema: { hide: true } }, onRoot)
  fastify.get('/openapi.json', { config: open, schema: { hide: true } }, onDocument)
  fastify.get('/livez', {
    config: open,
    logLevel: 'warn',
    schema: { ...probe, summary: 'Whether the process answers', response: { 200: probed } }
  }, onLive)
  fastify.get('/readyz', {
    config: open,
    logLevel: 'warn',
    schema: { ...probe, summary: 'Whether the database answers too', response: { 200: probed, 503: probed } }
  }, onReady)
}

/** The dashboard, or the documentation where it was not built. */
async function onRoot (_request: FastifyRequest, reply: FastifyReply) {
  const built = await dashboard()
  if (built === null) return reply.redirect('/docs')
  const { html, policy } = built.page()
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('content-type', 'text/html; charset=utf-8')
    .send(html)
}

async function onDocument ({ server }: FastifyRequest) {
  return (await server.documentation()).swagger()
}

/** The process answers; nothing else is checked. */
async function onLive () {
  return { status: 'ok' }
}

/**
 * Ready for traffic while the database answers, if only in part: without it nothing works, without anything else
 * something does.
 */
async function onReady ({ server: { health } }: FastifyRequest, reply: FastifyReply) {
  const { checks } = await health.report()
  const ready = checks['database']?.ok !== false || checks['database'].serving === true
  return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
}
