/** One user as a file and back, without loss; every user as a folder of files each night. */

export const backupInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    backup: Backup
  }
}

export const recordKinds = ['entity', 'memory', 'supersession', 'relation', 'session', 'reading', 'community'] as const
export type RecordKind = (typeof recordKinds)[number]
export type Counts = Record<RecordKind, number>

/** `skip`: what the user has already stays as it is. `overwrite`: it is replaced by what the file says of it. */
export type ImportMode = 'skip' | 'overwrite'

export interface ImportReceipt {
  /** `palimpsest`, or what else the file was recognised as. */
  format: string
  imported: Counts
  /** There already, or the same text under another id; with `overwrite` only what was the same anyway. */
  skipped: Counts
  /** Memories that were replaced. */
  overwritten: number
  /** Records of a foreign export that could not become memories: empty, or deleted there. */
  left: number
  /**
   * Of the imported memories: the file's vector was kept, a new one was made, or there is none (text search still
   * finds it).
   */
  vectors: { kept: number, embedded: number, missing: number }
}

/** The same for the same user in any store: order of records and of mentions does not matter. */
export interface Digest {
  counts: Counts
  /** Hex, one a kind. */
  sums: Record<RecordKind, string>
}

export interface BackedUp {
  /** The folder of this backup; it holds `manifest.json` and one file a user. */
  folder: string
  users: number
  records: number
  bytes: number
}

/** How backups stand, without a word of what they hold. */
export interface BackupState {
  /** Backups are made by themselves, at `hour` local time. */
  nightly: boolean
  hour: number | null
  /** The one this process is making: since when, how many users it holds so far, and of how many once that is known. */
  running: { since: number, users: number, total: number | null } | null
  /** The newest whole one; null when there is none that can be read. */
  last: { finishedAt: number, users: number, records: number, bytes: number } | null
  /** Why the last one that this process began failed. */
  error: string | null
}

/** A backup file that holds a user. */
export interface Holding {
  file: string
  /** When the backup was made. */
  madeAt: number
  /** When it goes by itself at the earliest; null when no backups are made by themselves. */
  until: number | null
}

export interface Backup {
  /** `backupInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** NDJSON, a line at a time with its newline: a header, the records, an end with their number and checksum. */
  export(userId: string): AsyncIterable<string>
  /**
   * Takes an export back, plain or gzipped, or an OpenMemory export (zip). The file is read and checked to its end
   * before anything is stored; its records then belong to `userId`. Running it again after a kill completes it.
   * Throws `ValidationFailed` naming the line.
   */
  import(
    userId: string,
    file: AsyncIterable<Uint8Array | string>,
    options: { mode: ImportMode }
  ): Promise<ImportReceipt>
  /** `vectors` false leaves them out, for stores whose embedders differ. */
  digest(userId: string, options: { vectors: boolean }): Promise<Digest>
  /** Every user into a new folder under `Backup:Directory`; the oldest go. Null when another process is at it. */
  run(): Promise<BackedUp | null>
  /** What an operator sees of it; absent where nothing is known. */
  state?(): Promise<BackupState>
  /** A folder of a backup back into the store, one user or all. Checksums first. Throws `BackupDamaged`. */
  restore(
    folder: string | undefined,
    options: { mode: ImportMode, userId?: string, onRestored?: (userId: string, receipt: ImportReceipt) => void }
  ): Promise<Array<{ userId: string, receipt: ImportReceipt }>>
  /** The backup files under `Backup:Directory` that hold this user, oldest first. */
  holding(userId: string): Promise<Holding[]>
  /** Removes this user from all of them; answers the files that went. Null when another process is at it. */
  forget(userId: string): Promise<string[] | null>
}

export function noCounts (): Counts {
  return { entity: 0, memory: 0, supersession: 0, relation: 0, session: 0, reading: 0, community: 0 }
}
