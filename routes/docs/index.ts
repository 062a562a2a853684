/** The interactive documentation, served from the package itself: no content delivery network, so it works offline. */
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

export default fp(docs, { name: 'routes-docs', encapsulate: true, fastify: '5.x', decorators: { fastify: ['swagger'] } })

async function docs (fastify: FastifyInstance): Promise<void> {
  // A browser shows this page before it has a key to send.
  fastify.addHook('onRoute', route => {
    route.config = { ...route.config, open: true }
    route.logLevel = 'warn'
  })
  await fastify.register(swaggerUi, {
    routePrefix: '/',
    staticCSP: true,
    uiConfig: { url: '/openapi.json', deepLinking: true, tryItOutEnabled: true, persistAuthorization: false }
  })
}
