/** The whole boot on one screen: settings, providers in order, strangers' extras, routes. */
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance } from 'fastify'
import { httpOptions, speakHttp } from './http/server.ts'
import { loggerOptions } from './log.ts'
import { provide, registerStranger } from './provide.ts'
import { capabilities } from './providers.ts'
import { registerSettings } from './settings/index.ts'
import type { LoadedSettings } from './settings/load.ts'

const routes = fileURLToPath(new URL('../routes', import.meta.url))
const megabyte = 1024 * 1024

export async function buildApp ({ values, home }: LoadedSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions,
    // Opening a model or building indexes takes longer than the ten seconds Fastify allows.
    pluginTimeout: 120_000,
    // A request in flight may finish; a new one during shutdown is answered 503.
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    ...httpOptions
  })
  await speakHttp(app)
  await registerSettings(app, values)
  app.log.level = app.settings.Server.LogLevel
  app.addHook('onRoute', route => { route.bodyLimit ??= Math.round(app.settings.Server.BodyLimitMb * megabyte) })

  for (const capability of capabilities) await provide(app, capability, home)
  for (const { Use, Options } of app.settings.Plugins) await registerStranger(app, 'Plugins', Use, Options, home)
  await app.register(autoload, { dir: routes, indexPattern: /^index\.js$/, autoHooks: true, cascadeHooks: true, options: {} })
  return app
}
