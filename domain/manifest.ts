/**
 * What a provider says about itself before it is loaded: which capability it serves, which value of that capability's
 * setting chooses it, and its options. The settings, their reference and the start's log are made from these alone.
 */
import type { FastifyInstance } from 'fastify'
import type { Static, TObject } from 'typebox'

/** `Section` or `Section:Sub` → the options that stand there. Two manifests may name one option by the same schema. */
export type Sections = Record<string, TObject>

/** What an automatic choice may look at. */
export interface Choice {
  /** The value of a setting, by its path: `Llm:HostedBEndpoint`. */
  read(setting: string): unknown
  /** With the capabilities that come before this one in boot order. */
  app: FastifyInstance
}

/** A command of the `palimpsest` program that the provider brings along. */
export interface ManifestCommand {
  /** Name and arguments as the usage shows them: `mint-key <user_id>`. */
  usage: string
  summary: string
  /** `optionsFrom` reads the provider's checked options with the settings file that is named, or the usual one. */
  load: () => Promise<{
    run(given: string[], optionsFrom: (file?: string) => Promise<Record<string, unknown>>): Promise<void>
  }>
}

export interface ProviderManifest {
  /** A name of `domain/capabilities/order.ts`; also the folder under `plugins/` and the decorator. */
  capability: string
  /** The provider's own name; for ours, its folder. */
  provider: string
  /** For people: `FalkorDB`. */
  title: string
  /** Lower-case names that people try for it in place of a value of `answers`; an error then says what to write. */
  knownAs?: string[]
  /**
   * The values of the capability's setting that choose this provider, each with the section where its options stand:
   * `{ hosted_a: 'Embedding:HostedA' }`. An external plugin leaves it out: it is chosen by its path or npm name, and
   * its options stand under `Options` beside that setting.
   */
  answers?: Record<string, string>
  options?: TObject
  /** Options in other sections, which other modules may name as well. */
  sections?: Sections
  /** Decorators that must be there before it is loaded. */
  needs?: string[]
  /** Chosen when the capability's setting is at its default and this answers true; at most one may. */
  automatic?(choice: Choice): boolean
  /** Chosen when the setting is empty and nothing is automatic. */
  fallback?: true
  commands?: Record<string, ManifestCommand>
}

/** Settings of a module that is no provider, such as what the routes share. */
export interface ModuleManifest {
  sections: Sections
}

export type Manifest = ProviderManifest | ModuleManifest

/** How a provider was chosen. */
export interface Chosen {
  /** The setting's value: `hosted_a`, or the path or name of an external plugin. */
  value: string
  /** Where its options stand: `Embedding:HostedA`. */
  section: string
}

/** What a provider is registered with: its options, checked, and how it was chosen. */
export type Given<Options extends TObject> = Static<Options> & { chosen: Chosen }

declare module 'fastify' {
  interface FastifyInstance {
    /** The validated settings by section; `sectionOf` reads one with its type. */
    settings: Record<string, unknown>
    /** Which provider serves each capability. */
    chosen: Record<string, Chosen & { title: string }>
    manifests: Manifest[]
  }
}

/** The default export of a `manifest.ts`: checked where it is written. */
export const defineManifest = <const Data extends Manifest>(data: Data): Data => data

/** The settings of one section, typed by the schema that declares them. */
export function sectionOf<Schema extends TObject> (settings: object, path: string, _schema: Schema): Static<Schema> {
  return valueAt(settings, path) as Static<Schema>
}

/** The value of a setting or section by its path, `Embedding:HostedA:Endpoint`; undefined when there is none. */
export function valueAt (settings: object, path: string): unknown {
  return path.split(':').reduce<unknown>(
    (value, name) => typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    settings
  )
}
