/** The settings file, then `SVC_Section__Key` variables over it, against the schema that the manifests compose. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { TObject } from 'typebox'
import { capabilities } from '../../domain/capabilities/order.ts'
import { SettingInvalid } from '../../domain/errors.ts'
import { valueAt, type Manifest, type Sections } from '../../domain/manifest.ts'
import { adviceOn, knownValue } from '../../domain/provider-values.ts'
import type { SchemaNode } from '../../domain/settings-schema.ts'
import { externalSection } from '../choose.ts'
import { discoverManifests, loadExternal, type ExternalPlugin } from '../discover.ts'
import { composeSchema } from './compose.ts'
import { isSection, mergeFile, mergeVariable } from './merge.ts'

export interface LoadedSettings {
  /** Merged, not yet validated; `registerSettings` fills in the defaults. */
  values: Record<string, unknown>
  /** Folder of the settings file: paths of external plugins are relative to it. */
  home: string
  schema: TObject
  manifests: Manifest[]
  /** The external plugins that the settings choose, by the value that names them. */
  externals: Map<string, ExternalPlugin>
}

/**
 * Reads the file (when one is named or `SVC_SETTINGS_FILE` is set) and lays the environment over it. Throws
 * `SettingUnknown`, `SettingInvalid` and, for an external plugin that cannot be loaded, `ProviderMissing`.
 */
export async function loadSettings (file: string | undefined, environment: NodeJS.ProcessEnv): Promise<LoadedSettings> {
  const path = file ?? environment['SVC_SETTINGS_FILE']
  const source = path === undefined ? {} : await readSettingsFile(path)
  const variables = Object.entries(environment).filter(([name, value]) =>
    /^SVC_.+__/i.test(name) && value !== undefined
  )
  return await settle(path === undefined ? process.cwd() : dirname(resolve(path)), async schema => {
    const values: Record<string, unknown> = {}
    mergeFile(values, source, schema, path ?? '')
    for (const [name, value] of variables) await mergeVariable(values, schema, name, value as string)
    return values
  })
}

type Values = Record<string, unknown>

/** The same for values that are there already, with the schema's own names. */
export async function settingsOf (values: Record<string, unknown>, home: string): Promise<LoadedSettings> {
  return await settle(home, async () => values)
}

/** Merged once to know which external plugins are chosen, and again when their manifests have options of their own. */
async function settle (home: string, merge: (schema: SchemaNode) => Promise<Values>): Promise<LoadedSettings> {
  const manifests = await discoverManifests()
  const schema = composeSchema(manifests)
  const values = await merge(schema as unknown as SchemaNode)
  const externals = new Map<string, ExternalPlugin>()
  const options: Sections = {}
  for (const { name, setting } of capabilities) {
    const value = valueAt(values, setting)
    if (typeof value !== 'string' || value === '' || knownValue(name, manifests, value) !== undefined) continue
    const external = await loadExternal(setting, value, home, adviceOn(name, manifests, value))
    externals.set(value, external)
    if (external.manifest?.options !== undefined) options[externalSection(setting)] = external.manifest.options
  }
  if (Object.keys(options).length === 0) return { values, home, schema, manifests, externals }
  const whole = composeSchema(manifests, options)
  return { values: await merge(whole as unknown as SchemaNode), home, schema: whole, manifests, externals }
}

async function readSettingsFile (path: string): Promise<Record<string, unknown>> {
  const refuse = (why: string) => new SettingInvalid(`The settings file ${path} ${why}`)
  const parsed: unknown = await readFile(path, 'utf8').then(JSON.parse)
    .catch(error => {
      throw refuse(`cannot be read: ${(error as Error).message}`)
    })
  if (!isSection(parsed)) throw refuse('must hold a JSON object of sections.')
  return parsed
}
