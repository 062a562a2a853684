/** The whole boot on one screen: settings, providers in order, extra plugins, routes. */
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autoload from '@fastify/autoload'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { valueAt } from '../domain/manifest.ts'
import { providersOf } from '../domain/provider-values.ts'
import { choose, entryOf } from './choose.ts'
import { filesNamed, loadExternal } from './discover.ts'
import { provide, registerExternal } from './provide.ts'
import { capabilities, type Capability } from '../domain/capabilities/order.ts'
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

  for (const [at, capability] of capabilities.entries()) {
    const provided = provide(app, capability, loaded)
    if (capability.name === 'store') loadAhead(app, capabilities.slice(at), loaded)
    await provided
  }
  for (const { Use, Options } of app.settings['Plugins'] as Array<{ Use: string, Options: object }>) {
    await registerExternal(app, await loadExternal('Plugins', Use, loaded.home), Options, `Plugins: ${Use}`)
  }
  await app.register(async scope => {
    await guard(scope)
    await scope.register(autoload, { dir: routes, indexPattern: /^index\.js$/, options: {} })
  })
  return app
}

/**
 * The modules of the providers and routes that follow the store, while it opens on threads of its own or on a server:
 * this thread would only wait. What cannot be loaded is said when its turn comes.
 */
async function loadAhead (app: FastifyInstance, following: Capability[], { manifests }: LoadedSettings): Promise<void> {
  // An automatic choice may ask a provider that is not there yet.
  const certain = following.filter(({ name }) => providersOf(name, manifests).every(({ automatic }) => !automatic))
  const chosen = certain.flatMap(capability => choose(capability, manifests, app).manifest ?? [])
  const [store = '', ...files] = [...chosen.map(entryOf), ...filesNamed('index.js', routes)]
  const load = async (file: string) => await import(file).catch(() => {})
  await load(store)
  // By the next turn of the loop it has begun to open.
  await setImmediate()
  await Promise.all(files.map(load))
}
