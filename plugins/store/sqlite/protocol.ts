/** What the service's thread and the database's threads say to each other. Everything crosses as structured clones. */
import type {
  Access,
  Community,
  Entity,
  Memory,
  Reading,
  Relation,
  Session,
  StoreMeta,
  Supersession
} from '../../../domain/nouns.ts'
import type {
  Basis,
  BegunReembed,
  Changeset,
  CommitResult,
  Erasure,
  ExportRecord,
  Filter,
  HistoryLink,
  IndexDescription,
  ListQuery,
  Neighbour,
  Page,
  RelationQuery,
  Replay,
  Timeline,
  UserStats,
  UserSummary
} from '../../../domain/capabilities/store.ts'
import type { PackedChangeset } from './changeset.ts'
import type { PackedMatches } from './matches.ts'
import type { PackedMemories } from './memory-row.ts'
import { Busy, DatabaseFault, DimensionMismatch, StorageFull, StoreConflict } from '../../../domain/errors.ts'

/** Answered by the thread that only reads. */
export interface Reads {
  get(userId: string, ids: string[]): PackedMemories
  list(userId: string, query: ListQuery): { items: Memory[], total: number }
  recent(userId: string, filter: Filter, limit: number): Memory[]
  matchText(userId: string, query: string, filter: Filter, limit: number): PackedMatches
  nearest(userId: string, vector: Float32Array, filter: Filter, limit: number): PackedMatches
  neighbours(userId: string, entityIds: string[], filter: Filter, limit: number): Neighbour[]
  aboutSubject(userId: string, subject: string, predicate: string | null, limit: number, filter?: Filter): Memory[]
  byFingerprint(userId: string, fingerprints: string[]): Memory[]
  timelines(userId: string, sessionIds: string[], filter: Filter): Timeline[]
  sessions(userId: string, query: { ids?: string[], stale?: boolean, limit: number }): Session[]
  readings(userId: string, limit: number): Reading[]
  entities(
    userId: string,
    query: { ids?: string[], keys?: string[], stale?: boolean, page?: Page }
  ): { items: Entity[], total: number }
  relations(userId: string, query: RelationQuery): Relation[]
  communities(userId: string): Community[]
  history(userId: string, id: string): HistoryLink[]
  supersessions(userId: string, query: { ids?: string[], limit: number }): Supersession[]
  stats(userId: string): UserStats
  replay(userId: string, key: string): Replay | null
  basis(userId: string): Basis | null
  accesses(userId: string, memoryId: string, limit: number): Access[]
  users(query: { enrichmentDue?: boolean, after?: string, limit: number }): UserSummary[]
  server(): string
  meta(): StoreMeta
  describeIndexes(): IndexDescription[]
  reembedding(): BegunReembed | null
}

/** Also of the reading thread, but on a connection of their own that stays at one moment of the database. */
export interface Exports {
  exportOpen(userId: string): string
  /** Empty when there is no more. Throws when this thread did not open it, as after a restart. */
  exportNext(id: string): ExportRecord[]
  exportClose(id: string): void
}

export interface ReembedItem {
  kind: 'memory' | 'session'
  row: number
  text: string
}

/**
 * Answered by the thread that writes; those that wait at the same moment share one transaction, each in a savepoint
 * of its own.
 */
export interface Writes {
  commit(changeset: Changeset): CommitResult
  erase(userId: string): Erasure
  recordAccesses(accesses: Access[]): void
  ensureIndexes(embedding: { model: string, dimensions: number }): void
  lease(name: string, holder: string, ttlMs: number, now: number): boolean
  count(name: string, by: number, ttlMs: number, now: number): number
  reembedBegin(target: { model: string, dimensions: number }): BegunReembed
  reembedNext(generation: number, limit: number): ReembedItem[]
  reembedPut(generation: number, items: ReembedItem[], vectors: Float32Array[]): void
  /** How many there are; null when something without a vector came meanwhile. */
  reembedFinish(generation: number): number | null
}

/** As they are asked of the thread. */
export type PackedWrites = Omit<Writes, 'commit'> & { commit(changeset: PackedChangeset): CommitResult }

export interface ThreadRequest {
  id: number
  verb: string
  parameters: unknown[]
}
export type ThreadReply = { id: number, result: unknown } | { id: number, fault: Fault }

/** The first message of a thread: it is ready, or why it is not. */
export type ThreadStart = { ready: string } | { failed: string }

interface Fault {
  kind: 'conflict' | 'dimension' | 'busy' | 'full' | 'database'
  message: string
  duplicates?: StoreConflict['duplicates']
  stale?: string[]
  replayTaken?: boolean
  outdated?: boolean
}

export function toFault (error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof StoreConflict) {
    return {
      kind: 'conflict',
      message,
      duplicates: error.duplicates,
      stale: error.stale,
      replayTaken: error.replayTaken,
      outdated: error.outdated
    }
  }
  if (error instanceof DimensionMismatch) return { kind: 'dimension', message }
  if (error instanceof Busy) return { kind: 'busy', message }
  // SQLITE_FULL, in the words of both drivers.
  return { kind: /database or disk is full/i.test(message) ? 'full' : 'database', message }
}

export function fromFault ({ kind, message, duplicates, stale, replayTaken, outdated }: Fault, verb: string): Error {
  if (kind === 'conflict') {
    return new StoreConflict({
      ...(duplicates && { duplicates }),
      ...(stale && { stale }),
      ...(replayTaken && { replayTaken }),
      ...(outdated && { outdated })
    })
  }
  if (kind === 'dimension') return new DimensionMismatch(message)
  if (kind === 'full') return new StorageFull()
  return kind === 'busy' ? new Busy(message) : new DatabaseFault(verb, message)
}
