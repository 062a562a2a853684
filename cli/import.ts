/** One user from a file: ours, plain or gzipped, or an OpenMemory export (zip). */
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { SettingInvalid } from '../domain/errors.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { forBackups, withParts } from './parts.ts'
import { inWords, modeOf } from './restore.ts'

export async function run (args: string[]): Promise<void> {
  const { values, positionals: [userId, file] } = parseArgs({
    args,
    options: { settings: { type: 'string' }, mode: { type: 'string' } },
    allowPositionals: true
  })
  if (userId === undefined || file === undefined) {
    throw new SettingInvalid('name the user and the file: palimpsest import <user_id> FILE')
  }
  await access(file).catch(() => {
    throw new SettingInvalid(`the file ${file} cannot be read.`)
  })
  const mode = modeOf(values.mode)
  await withParts(await loadSettings(values.settings, process.env), forBackups, async ({ backup }) => {
    console.log(`${userId}: ${inWords(await backup.import(userId, createReadStream(file), { mode }))}`)
  })
}
