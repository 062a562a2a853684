/** The values of the setting that chooses a provider, and what to say of a value that no provider answers to. */
import { nearest } from './nearest.ts'
import type { Manifest, ProviderManifest } from './manifest.ts'

export function providersOf (capability: string, manifests: Manifest[]): ProviderManifest[] {
  return manifests.filter((manifest): manifest is ProviderManifest =>
    'capability' in manifest && manifest.capability === capability
  )
}

/** The values of the capability's setting that this build answers to. */
export function knownValues (capability: string, manifests: Manifest[]): string[] {
  return providersOf(capability, manifests).flatMap(({ answers = {} }) => Object.keys(answers))
}

/** The value as the manifests write it, whatever its case; undefined when no provider answers to it. */
export function knownValue (capability: string, manifests: Manifest[], value: string): string | undefined {
  return knownValues(capability, manifests).find(known => known.toLowerCase() === value.toLowerCase())
}

export interface Advice {
  /** Whether the value is a name of what one of our providers is for, so that no package of that name is meant. */
  certain: boolean
  /** Sentences: what to write instead, and all values. */
  text: string
}

export function adviceOn (capability: string, manifests: Manifest[], value: string): Advice {
  const providers = providersOf(capability, manifests)
  const meant = providers.filter(({ knownAs = [] }) => knownAs.includes(value.toLowerCase()))
  const values = knownValues(capability, manifests).sort()
  const near = nearest(value, values)
  const write = meant.map(({ answers = {}, title }) => `${Object.keys(answers).join(' or ')} (${title})`).join(', or ')
  const hint = write !== '' ? `For ${value} write ${write}. ` : near === undefined ? '' : `Did you mean ${near}? `
  return {
    certain: meant.length > 0,
    text: `${hint}The values are ${values.join(', ')}, or the path or npm name of an external plugin.`
  }
}
