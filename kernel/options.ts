/** Checks a provider's own options: what the settings schema cannot know, such as which names must be filled in when this provider is chosen. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { SettingInvalid } from './errors.ts'

/**
 * Returns the options with defaults filled in and texts converted. Throws `SettingInvalid` naming setting, variable and rule.
 * `section` is where they stand in the settings, for example `Embedding:HostedA`.
 */
export function checkOptions<Schema extends TSchema> (section: string, schema: Schema, options: unknown): Static<Schema> {
  const { prefix, ...given } = { ...(options as Record<string, unknown>) }
  const value = Value.Convert(schema, Value.Default(schema, given))
  const [first] = Value.Errors(schema, value)
  if (first === undefined) return value as Static<Schema>
  const path = [...section.split(':'), ...first.instancePath.split('/').filter(Boolean)]
  throw new SettingInvalid(`The setting ${path.join(':')} (SVC_${path.join('__')}) ${first.message}.`)
}

/** Stops the start when a text the chosen provider cannot do without is empty. */
export function requireSetting (path: string, value: string, meaning: string): string {
  if (value !== '') return value
  throw new SettingInvalid(`The setting ${path} (SVC_${path.replaceAll(':', '__')}) is empty: it must name ${meaning}.`)
}
