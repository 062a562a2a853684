/** One user from a file: ours, plain or gzipped, or an OpenMemory export (zip). */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { SettingInvalid } from '../domain/errors.ts'
import { intoStore, withParts } from './parts.ts'
import { counted, showProgress } from './progress.ts'
import { readSettings } from './settings.ts'
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
  const { size } = await stat(file).catch(() => {
    throw new SettingInvalid(`the file ${file} cannot be read.`)
  })
  const mode = modeOf(values.mode)
  await withParts(await readSettings(values.settings), intoStore, async ({ backup }) => {
    const progress = showProgress('import', 'bytes', size)
    const bytes = counted<Buffer>(createReadStream(file), progress, ({ length }) => length)
    console.log(`${userId}: ${inWords(await backup.import(userId, bytes, { mode }))}`)
  })
}
