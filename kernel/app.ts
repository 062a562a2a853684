/** The whole boot on one screen: settings, providers in order, extra plugins, routes. */
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { valueAt } from '../domain/manifest.ts'
import { loadExternal } from './discover.ts'
import { provide, registerExternal } from './provide.ts'
import { capabilities } from '../domain/capabilities/order.ts'
import { registerSettings } from './settings/index.ts'
import type { LoadedSettings } from './settings/load.ts'

const routes = fileURLToPath(new URL('../routes', import.meta.url))

/** How the routes speak HTTP; the kernel only passes it on. */
export interface Protocol {
  options: FastifyServerOptions
  /** Runs before the first plugin and the first route. */
  prepare: (app: FastifyInstance) => void
  /** Runs once, on the scope that all routes are in. */
  guard: (routes: FastifyInstance) => Promise<void>
}

export async function boot (
  loaded: LoadedSettings,
  { options, prepare, guard }: Protocol
): Promise<FastifyInstance> {
  const app = Fastify({
    // Opening a model or building indexes takes longer than the ten seconds Fastify allows.
    pluginTimeout: 120_000,
    ...options
  })
  prepare(app)
  await registerSettings(app, loaded)
  app.log.level = String(valueAt(app.settings, 'Server:LogLevel'))

  for (const capability of capabilities) await provide(app, capability, loaded)
  for (const { Use, Options } of app.settings['Plugins'] as Array<{ Use: string, Options: object }>) {
    await registerExternal(app, await loadExternal('Plugins', Use, loaded.home), Options, `Plugins: ${Use}`)
  }
  await app.register(async scope => {
    await guard(scope)
    await scope.register(autoload, { dir: routes, indexPattern: /^index\.js$/, options: {} })
  })
  return app
}
