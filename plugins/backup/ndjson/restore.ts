/**
 * A backup back into the store: the manifest first, then every file against its checksum, and only then the first
 * record.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BackupDamaged, withDetail } from '../../../domain/errors.ts'
import { manifestFormat, manifestVersion, newestBackup, type BackedUpUser, type Manifest } from './nightly.ts'

export interface StoredBackup {
  folder: string
  users: BackedUpUser[]
}

const another = 'Restore from another backup.'

/** Throws `BackupDamaged`. */
export async function openBackup (path: string, userId: string | undefined): Promise<StoredBackup> {
  const folder = await newestBackup(path).catch(() => null)
  if (folder === null) {
    throw withDetail(
      new BackupDamaged(`There is no backup in ${path}.`),
      'Name a folder that `palimpsest backup` wrote, or the directory of them.'
    )
  }
  const { users } = await readManifest(folder)
  const chosen = users.filter(({ user_id: id }) => userId === undefined || id === userId)
  if (chosen.length === 0 && userId !== undefined) {
    throw new BackupDamaged(`The backup ${folder} holds no user ${userId}.`)
  }
  for (const user of chosen) await check(folder, user)
  return { folder, users: chosen }
}

export function fileOf (folder: string, { file }: BackedUpUser): AsyncIterable<Uint8Array> {
  // The manifest could name a file elsewhere.
  return createReadStream(join(folder, basename(file)))
}

async function readManifest (folder: string): Promise<Manifest> {
  let manifest: Manifest
  try {
    manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  } catch {
    throw withDetail(new BackupDamaged(`The manifest of ${folder} cannot be read.`), another)
  }
  if (manifest.format !== manifestFormat || manifest.version !== manifestVersion || !Array.isArray(manifest.users)) {
    throw withDetail(new BackupDamaged(`The manifest of ${folder} is of a kind this release does not read.`), another)
  }
  return manifest
}

async function check (folder: string, user: BackedUpUser): Promise<void> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of fileOf(folder, user)) hash.update(chunk)
  } catch {
    throw withDetail(
      new BackupDamaged(`The file ${user.file} of the backup ${folder} cannot be read. Nothing was restored.`),
      another
    )
  }
  if (hash.digest('hex') !== user.sha256) {
    throw withDetail(
      new BackupDamaged(
        `The file ${user.file} of the backup ${folder} is not what was written: its checksum differs. Nothing ` +
          'was restored.'
      ),
      another
    )
  }
}
