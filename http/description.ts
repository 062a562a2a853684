/**
 * Collects every route for the OpenAPI document while the service starts; the document is built, and its libraries
 * loaded, when it is first requested.
 */
import type { FastifyInstance } from 'fastify'
import type { Gathered } from './documentation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For the document alone, of a route that checks by itself what it is sent. */
    described?: FastifySchema
  }
  interface FastifyInstance {
    /** An app that answers `/docs` and whose `swagger()` is the OpenAPI document. */
    documentation: () => Promise<FastifyInstance>
  }
}

/** Call it before the first route, so that none is missed; routes of external plugins are described too. */
export function gatherDescription (app: FastifyInstance): void {
  const gathered: Gathered = { routes: [], instances: [app] }
  let loading: Promise<FastifyInstance> | undefined
  app.addHook('onRoute', route => {
    gathered.routes.push(route)
  })
  app.addHook('onRegister', instance => {
    gathered.instances.push(instance)
  })
  app.addHook('onClose', async () => {
    await (await loading)?.close()
  })
  app.decorate('documentation', async () => {
    loading ??= import('./documentation.ts').then(async ({ describe }) => await describe(gathered))
    return await loading
  })
}
