/** The whole boot on one screen: settings, providers in order, strangers' extras, routes. */
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance } from 'fastify'
import { drainOnClose } from './http/drain.ts'
import { limitRate } from './http/rate.ts'
import { httpOptions, speakHttp } from './http/server.ts'
import { traceOf } from './http/trace.ts'
import { loggerOptions } from './log.ts'
import { provide, registerStranger } from './provide.ts'
import { capabilities } from './providers.ts'
import { registerSettings } from './settings/index.ts'
import type { LoadedSettings } from './settings/load.ts'

const routes = fileURLToPath(new URL('../routes', import.meta.url))
/** What is left of the ten seconds of an orchestrator is for closing what was opened. */
const drainMs = 6_000
const megabyte = 1024 * 1024

export async function buildApp ({ values, home }: LoadedSettings): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions,
    // Opening a model or building indexes takes longer than the ten seconds Fastify allows.
    pluginTimeout: 120_000,
    // A request in flight may finish; a new one is answered 503 by drainOnClose, in the shape of our other errors.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    childLoggerFactory: (logger, bindings, options, raw) => logger.child({ ...bindings, ...traceOf(raw.headers) }, options),
    ...httpOptions
  })
  speakHttp(app)
  await registerSettings(app, values)
  app.log.level = app.settings.Server.LogLevel
  app.addHook('onRoute', route => { route.bodyLimit ??= Math.round(app.settings.Server.BodyLimitMb * megabyte) })
  drainOnClose(app, drainMs)

  for (const capability of capabilities) await provide(app, capability, home)
  for (const { Use, Options } of app.settings.Plugins) await registerStranger(app, 'Plugins', Use, Options, home)
  await limitRate(app)
  await app.register(autoload, { dir: routes, indexPattern: /^index\.js$/, autoHooks: true, cascadeHooks: true, options: {} })
  return app
}
