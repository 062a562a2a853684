/** Every user into a new folder under `Backup:Directory`, as the nightly backup does. */
import { parseArgs } from 'node:util'
import { Busy } from '../domain/errors.ts'
import { forBackups, withParts } from './parts.ts'
import { readSettings } from './settings.ts'

export async function run (args: string[]): Promise<void> {
  const { values: { settings } } = parseArgs({ args, options: { settings: { type: 'string' } } })
  await withParts(await readSettings(settings), forBackups, async ({ backup }) => {
    const done = await backup.run()
    if (done === null) throw new Busy('another process makes a backup at this moment.')
    console.log(
      `${done.users} ${
        done.users === 1 ? 'user' : 'users'
      }, ${done.records} records, ${done.bytes} bytes in ${done.folder}`
    )
  })
}
