/** Which backups still hold a user, and taking the user out of them. */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Holding } from '../../../domain/capabilities/backup.ts'
import { fileNameOf, folderName, holdsUsers, sync, type Manifest } from './nightly.ts'

const dayMs = 86_400_000

/** Oldest first. A backup goes when `keep` newer ones hold users, one of them made each night. */
export async function filesOf (
  directory: string,
  userId: string,
  { keep, nightly }: { keep: number, nightly: boolean }
): Promise<Holding[]> {
  const folders: string[] = []
  for (const folder of await foldersIn(directory)) if (await holdsUsers(folder)) folders.push(folder)
  const found: Holding[] = []
  for (const [place, folder] of folders.entries()) {
    const file = join(folder, fileNameOf(userId))
    const written = await stat(file).catch(() => null)
    if (written === null) continue
    const newer = folders.length - 1 - place
    const until = nightly ? Date.now() + Math.max(1, keep - newer) * dayMs : null
    found.push({ file: resolve(file), madeAt: written.mtimeMs, until })
  }
  return found
}

/**
 * The manifest first, so that a backup never names a file that is not there; run again after a kill, it finds what is
 * left.
 */
export async function removeFrom (directory: string, userId: string): Promise<string[]> {
  const gone: string[] = []
  for (const folder of await foldersIn(directory)) {
    const file = join(folder, fileNameOf(userId))
    await removeName(folder, userId)
    if (await stat(file).catch(() => null) === null) continue
    await rm(file)
    await sync(folder)
    gone.push(resolve(file))
  }
  return gone
}

async function foldersIn (directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  return names.filter(name => folderName.test(name)).sort().map(name => join(directory, name))
}

async function removeName (folder: string, userId: string): Promise<void> {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
  const users = manifest.users.filter(user => user.user_id !== userId)
  if (users.length === manifest.users.length) return
  const partial = `${path}.partial`
  await writeFile(partial, `${JSON.stringify({ ...manifest, users }, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(partial, path)
  await sync(folder)
}
