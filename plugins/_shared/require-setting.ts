import { SettingInvalid } from '../../domain/errors.ts'

/** Returns a text that the chosen provider cannot do without; throws `SettingInvalid` when it is empty. */
export function requireSetting (path: string, value: string, meaning: string): string {
  if (value !== '') return value
  const variable = `SVC_${path.replaceAll(':', '__')}`
  throw new SettingInvalid(`The setting ${path} (${variable}) is empty: it must name ${meaning}.`)
}
