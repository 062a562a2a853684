/** One user to a file or to standard output. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { SettingInvalid, UserUnknown } from '../domain/errors.ts'
import { forBackups, withParts } from './parts.ts'
import { counted, showProgress } from './progress.ts'
import { readSettings } from './settings.ts'

export async function run (args: string[]): Promise<void> {
  const { values: { settings }, positionals: [userId, file] } = parseArgs({
    args,
    options: { settings: { type: 'string' } },
    allowPositionals: true
  })
  if (userId === undefined) throw new SettingInvalid('name the user: palimpsest export <user_id> [FILE]')
  await withParts(await readSettings(settings), forBackups, async ({ backup, store }) => {
    if (await store.basis(userId) === null) throw new UserUnknown(userId)
    const lines = Readable.from(counted(backup.export(userId), showProgress('export', 'records'), () => 1))
    if (file === undefined) await pipeline(lines, process.stdout, { end: false })
    else await pipeline(lines, createWriteStream(file, { mode: 0o600 }))
  })
}
