/** What a command reads: the file it names, else `SVC_SETTINGS_FILE`, else `settings.json` in the current folder. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describeSettings } from '../domain/settings-schema.ts'
import { loadSettings, type LoadedSettings } from '../kernel/settings/load.ts'

export function settingsFile (named?: string): string | undefined {
  const file = named ?? process.env['SVC_SETTINGS_FILE'] ?? (existsSync('settings.json') ? 'settings.json' : undefined)
  return file === undefined || file === '' ? undefined : resolve(file)
}

/** Throws what `loadSettings` throws. */
export async function readSettings (named?: string): Promise<LoadedSettings> {
  const loaded = await loadSettings(settingsFile(named), process.env)
  for (const line of singleUnderscores(Object.keys(process.env), loaded)) console.error(line)
  return loaded
}

/** An orchestrator injects `SVC_SERVER_PORT` and the like, so that these are said and stop nothing. */
function singleUnderscores (names: string[], { schema }: LoadedSettings): string[] {
  const letters = (name: string): string => name.replaceAll('_', '').toLowerCase()
  const known = new Map(describeSettings(schema).map(({ variable }) => [letters(variable), variable]))
  return names.filter(name => /^SVC_/i.test(name) && !name.includes('__')).flatMap(name => {
    const meant = known.get(letters(name))
    return meant === undefined
      ? []
      : [`palimpsest: ${name} is not read; the setting is ${meant}, with two underscores.`]
  })
}

/** For an error: half of them are about a file that was not read. */
export function settingsNamed (args: string[]): string {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args, options: { settings: text, from: text, to: text }, strict: false })
  if (typeof values.from === 'string' && typeof values.to === 'string') {
    const [from, to] = [values.from, values.to].map(file => resolve(file))
    return `settings: from ${from} with FROM_SVC_… variables, to ${to} with TO_SVC_…`
  }
  const file = settingsFile(typeof values.settings === 'string' ? values.settings : undefined)
  return file === undefined
    ? `no settings file was read: there is no settings.json in ${process.cwd()}; name one with --settings FILE`
    : `settings: ${file}`
}
