/** Checks a provider's own options: what the settings schema cannot know, such as which names must be filled in when this provider is chosen. */
import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { SettingInvalid } from './errors.ts'

/** Options of Ajv for what is checked once, at start: making a quick check, and checking a schema that TypeBox wrote, takes longer than the check itself. */
export const usedOnce = { meta: false, validateSchema: false, code: { optimize: false } }

const ajv = new Ajv({ ...usedOnce, strict: false, coerceTypes: true, useDefaults: true })

/**
 * Returns the options with defaults filled in and texts converted. Throws `SettingInvalid` naming setting, variable and rule.
 * `section` is where they stand in the settings, for example `Embedding:HostedA`.
 */
export function checkOptions<Schema extends TSchema> (section: string, schema: Schema, options: unknown): Static<Schema> {
  const { prefix, ...given } = structuredClone(options ?? {}) as Record<string, unknown>
  const validate = ajv.compile(schema)
  if (validate(given)) return given as Static<Schema>
  const { instancePath = '', message = 'is not valid' } = validate.errors?.[0] ?? {}
  const path = [...section.split(':'), ...instancePath.split('/').filter(Boolean)]
  throw new SettingInvalid(`The setting ${path.join(':')} (SVC_${path.join('__')}) ${message}.`)
}

/** Stops the start when a text the chosen provider cannot do without is empty. */
export function requireSetting (path: string, value: string, meaning: string): string {
  if (value !== '') return value
  throw new SettingInvalid(`The setting ${path} (SVC_${path.replaceAll(':', '__')}) is empty: it must name ${meaning}.`)
}
