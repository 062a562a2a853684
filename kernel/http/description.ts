/** What is needed to describe the service is gathered while it starts; the describing itself is loaded when somebody first asks for it. */
import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** An app that answers `/docs` and whose `swagger()` is the OpenAPI document. */
    documentation: () => Promise<FastifyInstance>
  }
}

export interface Gathered { routes: RouteOptions[], instances: FastifyInstance[] }

/** To be called before the first route, so that none is missed; a stranger's are described too. */
export function gatherDescription (app: FastifyInstance): void {
  const gathered: Gathered = { routes: [], instances: [app] }
  let loading: Promise<FastifyInstance> | undefined
  app.addHook('onRoute', route => { gathered.routes.push(route) })
  app.addHook('onRegister', instance => { gathered.instances.push(instance) })
  app.addHook('onClose', async () => { await (await loading)?.close() })
  app.decorate('documentation', async () => {
    loading ??= import('./documentation.ts').then(async ({ describe }) => await describe(gathered))
    return await loading
  })
}
