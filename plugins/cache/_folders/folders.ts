/**
 * Where cached answers lie: `<folder>/<user>/`, a cacache of its own for each user, so that forgetting a user is
 * removing one folder. Users, keys and texts appear as hashes only. What has no user (embeddings, which hold no
 * words) lies in `shared`.
 */
import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const shared = 'shared'

/** Prefix of folders that are being removed; every other reader skips them. */
export const removedPrefix = '.leaving-'

export function hashed (text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function folderOf (root: string, userId: string | undefined): string {
  return join(root, userId === undefined ? shared : hashed(userId))
}

/** Renamed first, so that no other process finds half a folder. A missing folder is no error. */
export async function removeUser (root: string, userId: string): Promise<void> {
  const folder = folderOf(root, userId)
  const aside = join(root, `${removedPrefix}${hashed(userId).slice(0, 16)}-${process.pid}-${Date.now()}`)
  try {
    await rename(folder, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await rm(aside, { recursive: true, force: true, maxRetries: 5 })
}
