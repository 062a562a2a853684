/** Every user into a folder of this moment: written under another name, synced, and renamed when all of it is there. */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BackedUp } from '../../../domain/capabilities/backup.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import type { StoreMeta } from '../../../domain/nouns.ts'
import { exportLines } from './export.ts'
import { everyUser } from '../../../domain/every-user.ts'

export interface BackedUpUser {
  user_id: string
  file: string
  bytes: number
  sha256: string
  records: number
}

export interface Manifest {
  format: typeof manifestFormat
  version: typeof manifestVersion
  started_at: string
  finished_at: string
  embedding: { model: string | null, dimensions: number } | null
  users: BackedUpUser[]
}

export const manifestFormat = 'palimpsest-backup'
export const manifestVersion = 1

/** `2026-11-20T03-00-00.000Z` */
export const folderName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/
const partialName = /^\.partial-/

/** `warn` is called when there was no user to back up although there had been. */
export async function backUp (
  store: Store,
  directory: string,
  keep: number,
  warn: (message: string) => void,
  onUser: (done: number, total: number) => void = () => {}
): Promise<BackedUp> {
  const startedAt = new Date()
  const name = startedAt.toISOString().replaceAll(':', '-')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeLeftovers(directory)
  const partial = join(directory, `.partial-${randomUUID()}`)
  await mkdir(partial, { mode: 0o700 })
  try {
    const meta = await store.meta()
    const users: BackedUpUser[] = []
    const total = await numberOfUsers(store)
    onUser(0, total)
    for await (const userId of everyUser(store)) {
      // A user who came meanwhile is backed up as well.
      const done = users.push(await backUpUser(store, userId, partial))
      onUser(done, Math.max(done, total))
    }
    await writeManifest(partial, startedAt, meta, users)
    await rename(partial, join(directory, name))
    await sync(directory)
    const held = await prune(directory, keep)
    if (users.length === 0 && held > 0) {
      warn('The backup holds no user, earlier ones do, and they are kept: is the database the right one, and mounted?')
    }
    return {
      folder: resolve(directory, name),
      users: users.length,
      records: sumOf(users, 'records'),
      bytes: sumOf(users, 'bytes')
    }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function numberOfUsers (store: Store): Promise<number> {
  const users = everyUser(store)
  for (let count = 0;; count++) if ((await users.next()).done) return count
}

/** A user id may be anything, a file name may not. */
export function fileNameOf (userId: string): string {
  return `${createHash('sha256').update(userId).digest('hex').slice(0, 40)}.ndjson.gz`
}

async function backUpUser (store: Store, userId: string, folder: string): Promise<BackedUpUser> {
  const file = fileNameOf(userId)
  const path = join(folder, file)
  const hash = createHash('sha256')
  let bytes = 0
  let lines = 0
  await pipeline(
    Readable.from(counted(exportLines(store, userId))),
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600 })
  )
  await sync(path)
  // All but the header and the end.
  return { user_id: userId, file, bytes, sha256: hash.digest('hex'), records: lines - 2 }

  async function* counted (source: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const line of source) {
      lines++
      yield line
    }
  }
}

async function writeManifest (
  folder: string,
  startedAt: Date,
  { model, dimensions }: StoreMeta,
  users: BackedUpUser[]
): Promise<void> {
  const manifest: Manifest = {
    format: manifestFormat,
    version: manifestVersion,
    started_at: startedAt.toISOString(),
    finished_at: new Date().toISOString(),
    embedding: dimensions === null ? null : { model, dimensions },
    users
  }
  const file = await open(join(folder, 'manifest.json'), 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await sync(folder)
}

/** Flushes to disk, so that the rename that follows never publishes an empty file. */
export async function sync (path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Partial folders of a killed run; the lease guarantees that no other process is writing one. */
async function removeLeftovers (directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (partialName.test(name)) await rm(join(directory, name), { recursive: true, force: true })
  }
}

/**
 * Backups without users do not count, and go when a newer one like them comes: an empty or unmounted store would
 * otherwise push out the last backup that held a user. Answers how many hold users.
 */
async function prune (directory: string, keep: number): Promise<number> {
  const folders = (await readdir(directory)).filter(name => folderName.test(name)).sort()
  const held = new Set<string>()
  for (const name of folders) if (await holdsUsers(join(directory, name))) held.add(name)
  const kept = new Set([...[...held].slice(-keep), ...folders.filter(name => !held.has(name)).slice(-1)])
  for (const name of folders) {
    if (!kept.has(name)) await rm(join(directory, name), { recursive: true, force: true })
  }
  return held.size
}

/** A manifest that cannot be read may be of a later release: it counts as one with users. */
export async function holdsUsers (folder: string): Promise<boolean> {
  try {
    const { users } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Partial<Manifest>
    return !Array.isArray(users) || users.length > 0
  } catch {
    return true
  }
}

/**
 * The newest whole backup in a directory of backups that holds users, else the newest; the folder itself when it is
 * one; null when there is none.
 */
export async function newestBackup (path: string): Promise<string | null> {
  const names = await readdir(path)
  if (names.includes('manifest.json')) return path
  const folders = names.filter(name => folderName.test(name)).sort().map(name => join(path, name))
  for (const folder of folders.toReversed()) if (await holdsUsers(folder)) return folder
  return folders.at(-1) ?? null
}

export function sumOf (users: BackedUpUser[], field: 'records' | 'bytes'): number {
  return users.reduce((sum, user) => sum + user[field], 0)
}
