/** What a command reads: the file it names, else `SVC_SETTINGS_FILE`, else `settings.json` in the current folder. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadSettings, type LoadedSettings } from '../kernel/settings/load.ts'

export function settingsFile (named?: string): string | undefined {
  const file = named ?? process.env['SVC_SETTINGS_FILE'] ?? (existsSync('settings.json') ? 'settings.json' : undefined)
  return file === undefined || file === '' ? undefined : resolve(file)
}

/** Throws what `loadSettings` throws. */
export async function readSettings (named?: string): Promise<LoadedSettings> {
  return await loadSettings(settingsFile(named), process.env)
}

/** For an error: half of them are about a file that was not read. */
export function settingsNamed (args: string[]): string {
  const { values } = parseArgs({ args, options: { settings: { type: 'string' } }, strict: false })
  const file = settingsFile(typeof values.settings === 'string' ? values.settings : undefined)
  return file === undefined
    ? `no settings file was read: there is no settings.json in ${process.cwd()}; name one with --settings FILE`
    : `settings: ${file}`
}
