/** How backups stand: the one under way in this process, the newest whole one, and why the last one failed. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupState } from '../../../domain/capabilities/backup.ts'
import { oneLine } from '../../../domain/errors.ts'
import { folderName, sumOf, type Manifest } from './nightly.ts'

type Last = NonNullable<BackupState['last']>

export function createBackupState (directory: string, nightly: boolean, hour: number) {
  let running: BackupState['running'] = null
  let error: string | null = null
  let read: { folder: string, last: Last | null } | null = null

  return {
    /** Follows one backup from its beginning to its end. `done` is called with the users so far, and of how many. */
    async follow<Made> (work: (done: (users: number, total: number) => void) => Promise<Made>): Promise<Made> {
      const now: NonNullable<BackupState['running']> = { since: Date.now(), users: 0, total: null }
      running = now
      try {
        const made = await work((users, total) => {
          Object.assign(now, { users, total })
        })
        error = null
        return made
      } catch (failed) {
        error = oneLine(failed as Error)
        throw failed
      } finally {
        running = null
      }
    },
    async state (): Promise<BackupState> {
      return { nightly, hour: nightly ? hour : null, running, last: await newest(), error }
    }
  }

  /** The manifest of many users is long, and a folder never changes. */
  async function newest (): Promise<Last | null> {
    const names = await readdir(directory).catch(() => [])
    const folder = names.filter(name => folderName.test(name)).sort().at(-1)
    if (folder === undefined) return null
    if (read?.folder !== folder) read = { folder, last: await lastOf(join(directory, folder)) }
    return read.last
  }
}

/** Null when the manifest cannot be read: it may be of a later release. */
async function lastOf (folder: string): Promise<Last | null> {
  try {
    const { finished_at: at, users } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
    const finishedAt = Date.parse(at)
    return { finishedAt, users: users.length, records: sumOf(users, 'records'), bytes: sumOf(users, 'bytes') }
  } catch {
    return null
  }
}
