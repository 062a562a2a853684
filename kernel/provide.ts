/** The seam: registers exactly one provider for one capability, built-in or a stranger's, and checks that it kept its word. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import autoload from '@fastify/autoload'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type {} from './capabilities/metrics.ts'
import { hasCode, ProviderMissing } from './errors.ts'
import type { Capability } from './providers.ts'
import type { Settings } from './settings/schema.ts'

const plugins = fileURLToPath(new URL('../plugins', import.meta.url))

export async function provide (app: FastifyInstance, capability: Capability, home: string): Promise<void> {
  const chosen = capability.choose(app.settings)
  const builtIn = capability.builtIn[chosen]
  const options = sectionOf(app.settings, builtIn === undefined ? capability.strangerSection : builtIn.section)
  if (builtIn !== undefined) {
    const dir = join(plugins, capability.name)
    if (!existsSync(join(dir, builtIn.folder))) throw new ProviderMissing(`${capability.setting ?? capability.name}: ${chosen} is not part of this build.`)
    // matchFilter runs before a file is imported, so the drivers of the other providers need not even be installed.
    await app.register(autoload, {
      dir,
      matchFilter: path => dirname(path) === `/${builtIn.folder}`,
      indexPattern: /^index\.js$/,
      maxDepth: 1,
      dirNameRoutePrefix: false,
      encapsulate: false,
      options
    })
  } else {
    await registerStranger(app, capability.setting ?? capability.name, chosen, options, home)
  }
  checkKept(app, capability, chosen)
  beWatched(app, capability.name)
}

/** From here on everybody takes the provider with somebody counting at its door. */
function beWatched (app: FastifyInstance, name: string): void {
  if (name === 'metrics' || !app.hasDecorator('metrics')) return
  const decorated = app as unknown as Record<string, object>
  decorated[name] = app.metrics.watch(name, decorated[name] as object)
}

/** A plugin that is not ours, by path beside the settings file or by npm name. It decorates the app itself, not a child of it. */
export async function registerStranger (app: FastifyInstance, setting: string, name: string, options: object, home: string): Promise<void> {
  const place = name.startsWith('.') || isAbsolute(name) ? pathToFileURL(resolve(home, name)).href : name
  let loaded: { default?: unknown }
  try {
    loaded = await import(place) as { default?: unknown }
  } catch (error) {
    throw new ProviderMissing(`${setting}: "${name}" is neither a built-in value nor a plugin that can be loaded from ${home}: ${firstLine(error)}`)
  }
  const plugin = loaded.default
  if (typeof plugin !== 'function') throw new ProviderMissing(`${setting}: ${name} must export a Fastify plugin as its default.`)
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })
  await app.register(plugin as FastifyPluginAsync, options)
}

function checkKept (app: FastifyInstance, { name, interfaceVersion, setting }: Capability, chosen: string): void {
  const by = `${setting ?? name}: ${chosen}`
  if (!app.hasDecorator(name)) throw new ProviderMissing(`${by} did not decorate the app with "${name}".`)
  const provided = (app as unknown as Record<string, { interfaceVersion?: unknown }>)[name]
  if (provided?.interfaceVersion !== interfaceVersion) {
    throw new ProviderMissing(`${by} speaks version ${String(provided?.interfaceVersion)} of the ${name} interface; this release speaks ${interfaceVersion}.`)
  }
}

function sectionOf (settings: Settings, path: string | undefined): Record<string, unknown> {
  if (path === undefined) return {}
  let section: unknown = settings
  for (const name of path.split(':')) section = (section as Record<string, unknown>)[name]
  return section as Record<string, unknown>
}

function firstLine (error: unknown): string {
  return (error instanceof Error || hasCode(error) ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
