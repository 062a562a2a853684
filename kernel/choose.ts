/** Which provider serves a capability, and its options. */
import type { FastifyInstance } from 'fastify'
import type { Capability } from '../domain/capabilities/order.ts'
import { ProviderMissing } from '../domain/errors.ts'
import { valueAt, type Chosen, type Manifest, type ProviderManifest } from '../domain/manifest.ts'
import { knownValue, providersOf } from '../domain/provider-values.ts'

export interface ChosenProvider extends Chosen {
  /** Null: an external plugin serves it. */
  manifest: ProviderManifest | null
}

/** The setting's value where it is not the default; else what is automatic; else the default or the fallback. */
export function choose (capability: Capability, manifests: Manifest[], app: FastifyInstance): ChosenProvider {
  const { name, setting, initial } = capability
  const providers = providersOf(name, manifests)
  const given = String(valueAt(app.settings, setting) ?? '')
  const value = knownValue(name, manifests, given) ?? given
  const read = (path: string) => valueAt(app.settings, path)
  const willing = value === initial ? providers.filter(({ automatic }) => automatic?.({ read, app })) : []
  if (willing.length > 1) {
    const names = willing.map(({ provider }) => provider).join(', ')
    throw new ProviderMissing(`${setting}: several are configured (${names}); name one.`)
  }
  const manifest = willing[0] ??
    providers.find(({ answers = {}, fallback }) => value === '' ? fallback : value in answers)
  if (manifest === undefined) return { value, section: externalSection(setting), manifest: null }
  const answers = Object.entries(manifest.answers ?? {})
  const [answer, section] = answers.find(([answer]) => answer === value) ?? answers[0] ?? [value, name]
  return { value: answer, section, manifest }
}

/** Nothing of the other providers is imported: their drivers need not even be installed. */
export const entryOf = ({ capability, provider }: ProviderManifest): string =>
  new URL(`../plugins/${capability}/${provider}/index.js`, import.meta.url).href

/** `Database:Provider` → `Database:Options`: where the options of an external plugin stand. */
export function externalSection (setting: string): string {
  return `${setting.split(':')[0]}:Options`
}

/** What the provider is registered with: its own options, what it named in other sections, and how it was chosen. */
export function optionsFor ({ value, section, manifest }: ChosenProvider, settings: object): Record<string, unknown> {
  const own = valueAt(settings, section) as Record<string, unknown> | undefined
  const chosen: Chosen = { value, section }
  if (manifest === null) return { ...own, chosen }
  const named = Object.entries({ ...manifest.sections, ...manifest.options && { [section]: manifest.options } })
  return Object.assign(
    {},
    ...named.map(([path, { properties }]) => pick(valueAt(settings, path), Object.keys(properties))),
    { chosen }
  )
}

function pick (section: unknown, names: string[]): Record<string, unknown> {
  const values = section as Record<string, unknown>
  return Object.fromEntries(names.filter(name => values[name] !== undefined).map(name => [name, values[name]]))
}
