/** One user out of every backup file under `Backup:Directory`: an erasure reaches the database, not its copies. */
import { parseArgs } from 'node:util'
import { Busy, SettingInvalid } from '../domain/errors.ts'
import { loadSettings } from '../kernel/settings/load.ts'
import { forBackups, withParts } from './parts.ts'

export async function run (args: string[]): Promise<void> {
  const { values: { settings }, positionals: [userId, ...others] } = parseArgs({
    args,
    options: { settings: { type: 'string' } },
    allowPositionals: true
  })
  if (userId === undefined || others.length > 0) {
    throw new SettingInvalid('Name one user: palimpsest erase-backups <user_id>.')
  }
  await withParts(await loadSettings(settings, process.env), forBackups, async ({ backup }) => {
    const files = await backup.forget(userId)
    if (files === null) throw new Busy('another process makes a backup at this moment.')
    for (const file of files) console.log(file)
    console.log(`${userId} was removed from ${files.length} ${files.length === 1 ? 'backup' : 'backups'}.`)
  })
}
