/**
 * Cached answers of one space: one SQLite file, so that what lies on disk is what is counted. Users and keys stand in
 * it as hashes only; what has no user (embeddings, which hold no words) has an empty one. It is a cache: nothing is
 * waited for to reach the disk, and a file that is found broken is removed and begun again.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { first, openDatabase, transaction, type Database, type SqlValue } from '../../_shared/sqlite.ts'

/** The main thread waits so long at most for another process's write; what it meant to keep is not kept then. */
const waitMs = 200
/** An erasure asks so often, with a pause between. */
const forgetAttempts = 50
/** No single write evicts more; a smaller limit is reached over several. */
const evictionsAWrite = 64
/** The write-ahead log takes at most this much, or four tenths of a small limit. */
const largestLog = 16 * 1024 * 1024
/** Bytes of an entry beside its value. */
const overhead = 256

export interface CacheFile {
  get(key: string, userId: string | undefined): Buffer | null
  set(key: string, value: Buffer, userId: string | undefined): void
  /** Leaves no word of the user in the folder. */
  forget(userId: string): Promise<void>
  close(): void
}

export function cacheFile (folder: string, limit: number): CacheFile {
  const path = join(folder, 'cache.db')
  const logBytes = Math.min(limit * 0.4, largestLog)
  let kept: Database | null = null
  let inode = 0

  function open (): Database {
    if (kept !== null) return kept
    // Other people's words are in here.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const database = openDatabase(path, waitMs)
    try {
      chmodSync(path, 0o600)
      const pageBytes = Number(first(database, 'PRAGMA page_size')?.['page_size'])
      database.exec(
        'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ' +
          `PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${Math.floor(logBytes / 4)}; ` +
          `PRAGMA wal_autocheckpoint = ${Math.floor(logBytes / 4 / pageBytes)}`
      )
      database.exec(
        'CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, user BLOB NOT NULL, key BLOB NOT NULL, ' +
          'digest BLOB NOT NULL, value BLOB NOT NULL, UNIQUE (user, key))'
      )
    } catch (error) {
      database.close()
      throw error
    }
    kept = database
    inode = statSync(path).ino
    return database
  }

  function close (): void {
    const closing = kept
    kept = null
    if (closing === null) return
    // The driver of Node 20 does not do so when it closes.
    try {
      closing.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch { /* in use by another process, or a broken file */ }
    closing.close()
  }

  function begin (): void {
    close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  }

  /** The work once more on a new file where the old one is broken. */
  function mending<T> (work: (database: Database) => T): T {
    try {
      return work(open())
    } catch (error) {
      if (!broken(error)) throw error
      begin()
      return work(open())
    }
  }

  return {
    get: (key, userId) =>
      mending(database => {
        const place = [hashOfUser(userId), digestOf(key)]
        const row = first(database, 'SELECT digest, value FROM entries WHERE user = ? AND key = ?', ...place)
        if (row === undefined) return null
        const value = Buffer.from(row['value'] as Uint8Array)
        if (digestOf(value).equals(row['digest'] as Uint8Array)) return value
        database.prepare('DELETE FROM entries WHERE user = ? AND key = ?').run(...place)
        return null
      }),
    set (key, value, userId) {
      if (value.length > logBytes / 4) return
      mending(database =>
        transaction(database, 'IMMEDIATE', () => {
          makeRoom(database, limit - logBytes, value.length + overhead)
          database.prepare('INSERT OR REPLACE INTO entries (user, key, digest, value) VALUES (?, ?, ?, ?)').run(
            hashOfUser(userId),
            digestOf(key),
            digestOf(value),
            value
          )
        })
      )
    },
    async forget (userId) {
      await removeFolders(folder)
      for (let attempt = 1; existsSync(path); attempt++) {
        try {
          // Another process may have removed the file that is open here and begun a new one.
          if (statSync(path).ino !== inode) close()
          const database = open()
          database.prepare('DELETE FROM entries WHERE user = ?').run(hashOfUser(userId))
          if (first(database, 'PRAGMA wal_checkpoint(TRUNCATE)')?.['busy'] === 0) return
        } catch (error) {
          // Where it cannot be changed, as on a full disk, all of it goes.
          if (!busy(error)) return begin()
          if (attempt === forgetAttempts) throw error
        }
        if (attempt === forgetAttempts) throw new Error(`${path} is in use; the user could not be removed from it.`)
        await pause(waitMs / 2)
      }
    },
    close
  }
}

/** The oldest go until so many bytes fit; a file that is larger than it may be gives its free pages back. */
function makeRoom (database: Database, limit: number, bytes: number): void {
  const count = (pragma: string): number => Number(Object.values(first(database, `PRAGMA ${pragma}`) ?? {})[0])
  const pageBytes = count('page_size')
  const pages = Math.floor(limit / pageBytes)
  // A value has pages of its own; its row and the index may each need another.
  const needed = Math.ceil(bytes / pageBytes) + 3
  for (let evicted = 0; evicted < evictionsAWrite; evicted++) {
    if (count('page_count') - count('freelist_count') + needed <= pages) break
    database.exec('DELETE FROM entries WHERE id = (SELECT min(id) FROM entries)')
  }
  if (count('page_count') > pages) database.exec(`PRAGMA incremental_vacuum(${evictionsAWrite})`)
}

/** Earlier builds kept a folder of files for each user. */
async function removeFolders (folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || !/^([0-9a-f]{64}|shared|\.leaving-.*)$/.test(entry.name)) continue
    await rm(join(folder, entry.name), { recursive: true, force: true, maxRetries: 5 })
  }
}

const broken = (error: unknown): boolean => /malformed|not a database|no such table/i.test(String(error))
export const busy = (error: unknown): boolean => /database (table )?is locked|SQLITE_BUSY/i.test(String(error))

function digestOf (content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}

function hashOfUser (userId: string | undefined): SqlValue {
  return userId === undefined ? new Uint8Array() : digestOf(userId)
}
