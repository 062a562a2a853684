/** One user to a file or to standard output. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { SettingInvalid } from '../domain/errors.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { forBackups, withParts } from './parts.ts'

export async function run (args: string[]): Promise<void> {
  const { values: { settings }, positionals: [userId, file] } = parseArgs({
    args,
    options: { settings: { type: 'string' } },
    allowPositionals: true
  })
  if (userId === undefined) throw new SettingInvalid('name the user: palimpsest export <user_id> [FILE]')
  await withParts(await loadSettings(settings, process.env), forBackups, async ({ backup }) => {
    const lines = Readable.from(backup.export(userId))
    if (file === undefined) await pipeline(lines, process.stdout, { end: false })
    else await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
  })
}
