/** Finds the manifests of this build, and those of external plugins by path or npm name. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FastifyPluginAsync } from 'fastify'
import { oneLine, ProviderMissing } from '../domain/errors.ts'
import type { Manifest, ProviderManifest } from '../domain/manifest.ts'
import type { Advice } from '../domain/provider-values.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = ['http', 'plugins', 'routes']

/** Every `manifest.js` under the modules that have settings; nothing else of a provider is loaded by this. */
export async function discoverManifests (): Promise<Manifest[]> {
  const files = modules.flatMap(folder => filesNamed('manifest.js', join(root, folder)))
  const imported = await Promise.all(files.map(async file => await import(file) as { default: Manifest }))
  return imported.map(module => module.default)
}

/** Their addresses, in the order of the paths. */
export function filesNamed (name: string, folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => basename(file) === name)
  return files.sort().map(file => pathToFileURL(join(folder, file)).href)
}

export interface ExternalPlugin {
  plugin: FastifyPluginAsync
  /** Null when it brings none: its options are then handed over as they are. */
  manifest: ProviderManifest | null
}

/**
 * Loads a plugin by a path relative to `home` (a file, or a folder with `index` and `manifest`) or by npm name, looked
 * for from `home` and then beside this package. Throws `ProviderMissing` naming the setting.
 */
export async function loadExternal (
  setting: string,
  name: string,
  home: string,
  advice?: Advice
): Promise<ExternalPlugin> {
  const byPath = name.startsWith('.') || isAbsolute(name)
  const refuse = (why: string) =>
    new ProviderMissing(`${setting}: "${name}" ${why}${byPath || advice === undefined ? '' : ` ${advice.text}`}`)
  if (advice?.certain) throw refuse('is no value of this setting.')
  const loading = byPath ? importPath(resolve(home, name)) : importPackage(name, home)
  const { plugin, manifest } = await loading.catch(error => {
    throw refuse(`is neither a built-in value nor a plugin that can be loaded from ${home}: ${oneLine(error)}.`)
  })
  if (typeof plugin !== 'function') throw refuse('must export a Fastify plugin as its default.')
  // A package without a manifest is some library, one of our own dependencies perhaps, that only has the same name.
  if (!byPath && manifest === null) {
    throw refuse('is an npm package without a manifest, so it is no plugin of this service.')
  }
  return { plugin: plugin as FastifyPluginAsync, manifest }
}

async function importPath (path: string) {
  const folder = existsSync(path) && statSync(path).isDirectory()
  const file = (base: string) => ['.js', '.mjs'].map(end => join(path, base + end)).find(existsSync)
  const [index, manifest] = folder ? [file('index'), file('manifest')] : [path]
  if (index === undefined) throw new Error(`the folder ${path} holds no index.js or index.mjs`)
  const loaded = await importModule(pathToFileURL(index).href)
  if (manifest === undefined) return loaded
  return { ...loaded, manifest: manifestOf((await importModule(pathToFileURL(manifest).href)).plugin) }
}

async function importPackage (name: string, home: string) {
  const { resolve: resolveModule } = await import('import-meta-resolve')
  const resolveFrom = async (place: string) => resolveModule(name, place)
  const href = await resolveFrom(pathToFileURL(join(home, 'settings.json')).href).catch(() =>
    resolveFrom(import.meta.url)
  )
  return await importModule(href)
}

async function importModule (href: string) {
  const { default: plugin, manifest } = await import(href) as { default?: unknown, manifest?: unknown }
  return { plugin, manifest: manifestOf(manifest) }
}

function manifestOf (exported: unknown): ProviderManifest | null {
  return typeof exported === 'object' && exported !== null ? exported as ProviderManifest : null
}
