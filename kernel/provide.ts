/** Registers exactly one provider for one capability, ours or an external one, and checks what it decorated. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type {} from '../domain/capabilities/metrics.ts'
import type { Capability } from '../domain/capabilities/order.ts'
import { hasCode, oneLine, ProviderMissing } from '../domain/errors.ts'
import { choose, entryOf, optionsFor } from './choose.ts'
import type { ExternalPlugin } from './discover.ts'
import type { LoadedSettings } from './settings/load.ts'

export async function provide (app: FastifyInstance, capability: Capability, loaded: LoadedSettings): Promise<void> {
  const chosen = choose(capability, loaded.manifests, app)
  const external = chosen.manifest === null ? loaded.externals.get(chosen.value) : undefined
  const manifest = chosen.manifest ?? external?.manifest ?? null
  const options = optionsFor({ ...chosen, manifest }, app.settings)
  if (external !== undefined) {
    await registerExternal(app, external, options, `${capability.setting}: the plugin ${chosen.value}`)
  } else if (chosen.manifest === null) {
    throw new ProviderMissing(`${capability.setting}: ${JSON.stringify(chosen.value)} is no provider of this build.`)
  } else {
    const missing = (chosen.manifest.needs ?? []).filter(name => !app.hasDecorator(name))
    if (missing.length > 0) {
      throw new ProviderMissing(`${capability.setting}: ${chosen.value} needs ${missing.join(', ')}.`)
    }
    await app.register(import(entryOf(chosen.manifest)) as Promise<{ default: FastifyPluginAsync }>, options)
  }
  checkProvided(app, capability, `${capability.setting}: ${chosen.value}`)
  instrument(app, capability.name)
  const { value, section } = chosen
  app.chosen[capability.name] = { value, section, title: manifest?.title ?? value }
}

/** It decorates the app itself, not a child of it. */
export async function registerExternal (
  app: FastifyInstance,
  { plugin }: ExternalPlugin,
  options: object,
  named: string
) {
  Object.assign(plugin, { [Symbol.for('skip-override')]: true })
  try {
    await app.register(plugin, options)
  } catch (error) {
    if (hasCode(error)) throw error
    throw Object.assign(new ProviderMissing(`${named} failed to start: ${oneLine(error as Error)}`), { cause: error })
  }
}

/** Later callers go through the instrumented provider. */
function instrument (app: FastifyInstance, name: string): void {
  if (name === 'metrics' || !app.hasDecorator('metrics')) return
  const decorated = app as unknown as Record<string, object>
  decorated[name] = app.metrics.instrument(name, decorated[name] as object)
}

function checkProvided (app: FastifyInstance, { name, interfaceVersion }: Capability, by: string): void {
  if (!app.hasDecorator(name)) throw new ProviderMissing(`${by} did not decorate the app with "${name}".`)
  const provided = (app as unknown as Record<string, { interfaceVersion?: unknown }>)[name]
  if (provided?.interfaceVersion === interfaceVersion) return
  throw new ProviderMissing(
    `${by} speaks version ${String(provided?.interfaceVersion)} of the ${name} interface; ` +
      `this release speaks ${interfaceVersion}.`
  )
}
