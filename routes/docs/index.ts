/** The interactive documentation, served from the package itself: no content delivery network, so it works offline. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** The page makes its own prefix, so that `/docs` answers as well as `/docs/`. */
export const prefixOverride = ''

export default fp(docs, {
  name: 'routes-docs',
  encapsulate: true,
  fastify: '5.x',
  decorators: { fastify: ['documentation'] }
})

async function docs (fastify: FastifyInstance): Promise<void> {
  // A browser shows this page before it has a key to send.
  for (const url of ['/docs', '/docs/*']) {
    fastify.get(url, { config: { open: true }, logLevel: 'warn', schema: { hide: true } }, onDocs)
  }
}

async function onDocs (request: FastifyRequest, reply: FastifyReply) {
  // Its files are named from the folder, whatever path a proxy puts before it; the redirect is as relative.
  if (request.url.split('?', 1)[0] === '/docs') return await reply.redirect('docs/')
  const documentation = await request.server.documentation()
  reply.hijack()
  documentation.routing(request.raw, reply.raw)
}
