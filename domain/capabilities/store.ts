/**
 * The store: one graph of memories, entities, sessions and communities per user.
 *
 * It speaks the domain, never a query language. Every read names one user and sees nothing of another's, by
 * construction. All writes go through `commit`, which is atomic: after it returns everything is stored, durable
 * and searchable; after it throws, or after a crash, nothing of it is. `test/conformance/store` is the definition.
 */
import type {
  Access,
  Community,
  Entity,
  Extraction,
  Memory,
  MemoryType,
  NewMemory,
  Reading,
  Relation,
  Revision,
  Session,
  StoreMeta,
  Supersession
} from '../nouns.ts'

export const storeInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    store: Store
  }
}

/** What the database does natively. Callers ask here and never compare provider names. */
export interface StoreSupports {
  /** Nearest neighbours come from an approximate index above some size; exact scan otherwise. */
  approximateVectors: boolean
  /** Several service processes may share the database. */
  sharedByProcesses: boolean
}

/**
 * Which memories a read may see. All given conditions must hold.
 *
 * Without `asOf` and `knownAt` a read sees what is believed now to hold now: validAt ≤ now (or ≤ createdAt, for what a
 * clock that was ahead has written), not expired and not past its `invalidAt`.
 * With either (`asOf` defaults to now, `knownAt` to all that is known) it sees the memories for which, with K = knownAt
 * and T = asOf:
 * createdAt ≤ K, validAt ≤ T, and
 * - within a revision (from ≤ K < to): the revision's `invalidAt` is null or > T;
 * - not expired at K: its end was not known yet, so it is seen when `expiredAt` is set (later than K), or `invalidAt`
 *   is null or > T;
 * - expired at K: it is seen only when `invalidAt` is known and > T.
 * `includeSuperseded` without times lifts the condition on time altogether, but for what was forgotten (its first
 * revision is from 0); `forgotten` lets that through as well.
 */
export interface Filter {
  memoryType?: MemoryType
  sessionId?: string
  /** Null: of no project. */
  project?: string | null
  app?: string
  /** Any of these. */
  tags?: string[]
  /** Any of these. */
  categories?: string[]
  includeSuperseded?: boolean
  forgotten?: boolean
  extraction?: Extraction
  asOf?: number
  knownAt?: number
}

/** A candidate found by one arm. */
export interface Match {
  id: string
  /** `matchText`: BM25, > 0. `nearest`: cosine similarity, -1 to 1. Higher is better. */
  score: number
  sessionId: string | null
  validAt: number
}

export interface Page {
  page: number
  size: number
}

export interface ListQuery extends Filter, Page {
  /**
   * Only memories that hold every term (`domain/text`) of this, ranked as ever by time; a text without terms finds
   * nothing.
   */
  search?: string
  /** Only memories that mention one of these entities, or one merged into them. */
  mentions?: string[]
}

/** All given conditions must hold. */
export interface RelationQuery {
  /** Relations that touch one of these entities. */
  entityIds?: string[]
  /** Relations that one of these memories states. */
  memoryIds?: string[]
  /** Of the memory that states it. */
  filter?: Filter
  limit: number
}

/**
 * A memory reached from entities: `distance` 0 when it mentions one of them, 1 when it mentions an entity one
 * relation away.
 */
export interface Neighbour {
  memoryId: string
  entityId: string
  distance: 0 | 1
  validAt: number
}

/** The memories of one session in the order in which they were said. */
export interface Timeline {
  sessionId: string
  memoryIds: string[]
}

/** One link of a memory's history, with the memories on either end as they are stored now (null when deleted). */
export interface HistoryLink extends Supersession {
  old: Memory | null
  new: Memory | null
}

/** What of a user a write may rest on: see `Changeset.basis`. */
export interface Basis {
  /** Another one after the user was erased and came back. */
  epoch: string
  /** Counts the commits that removed something. */
  removed: number
}

export interface Revised {
  id: string
  /** What it was when it was read. */
  seen?: Pick<Memory, 'state' | 'invalidAt' | 'expiredAt'>
  set: Partial<Pick<Memory, (typeof revisable)[number]>>
}

/** One edge of the history, and when it was undone. */
export type Undone = Pick<Supersession, 'oldId' | 'newId' | 'kind' | 'expiredAt'> & { at: number }

export const revisable = [
  'state',
  'validAt',
  'invalidAt',
  'expiredAt',
  'supersededBy',
  'revisions',
  'pinned',
  'staleBecause',
  'extraction',
  'extractionError',
  'tags',
  'metadata',
  'attributes'
] as const

export interface UserSummary {
  userId: string
  /** All memories, in every state. */
  memories: number
  /** Set while enrichment is owed: the time of the commit that asked for it first. */
  enrichmentDueSince: number | null
}

export interface UserStats {
  memories: { active: number, superseded: number, invalidated: number }
  entities: number
  relations: number
  sessions: number
  communities: number
  /** createdAt of the first and last memory; null when there is none. */
  firstAt: number | null
  lastAt: number | null
}

/** A stored answer to a request that carried an `Idempotency-Key`. */
export interface Replay {
  key: string
  /** SHA-256 (hex) of the request, to distinguish a replay from a misuse; empty with `response`. */
  requestHash: string
  /** The answer as JSON text; empty when something that it names was deleted. */
  response: string
  createdAt: number
}

/**
 * Everything one write does to one user. All of it happens, or none.
 *
 * `commit` throws `StoreConflict` (nothing stored) when an added active memory has the fingerprint of a memory that is
 * active already (or an id that exists), when a memory to be superseded is no longer active, when one to be revised is
 * not as it was `seen` before this write, which may end it too, when `basis` does not hold any more, or when
 * `replay.key` is taken; the pipeline then decides again. Ids in `delete` that do not exist are no error; they come
 * back in `notFound`. Mentions, relations and community members that name an entity or memory the user does not have
 * are left out. All text passes `storable` of `domain/text`, a bad user id throws `IdentifierInvalid` on every verb,
 * and a vector of the wrong dimension, not finite or all zero throws `DimensionMismatch` before anything is stored.
 */
export interface Changeset {
  userId: string
  /**
   * Nothing of the user was removed since this was read, and the user is still the same; a changeset with it never
   * makes a user.
   */
  basis?: Basis
  add?: NewMemory[]
  /** Ends memories: sets state, `invalidAt`, `expiredAt`, `supersededBy`, and keeps the edge. */
  supersede?: Array<Supersession & { revisions?: Revision[] }>
  /**
   * Makes superseded or invalidated memories active again, with this end (none when absent), and marks the standing
   * edge restored at that time.
   */
  restore?: Array<{ id: string, at: number, invalidAt?: number | null, revisions?: Revision[] }>
  /** Replaces fields of stored memories; keeps no edge. */
  revise?: Revised[]
  /** Marks these edges of the history as undone, whatever becomes of the memories. Unknown ones are no error. */
  undone?: Undone[]
  /**
   * What these memories are found by is made of their texts again, as an added memory's is: for what was stored before
   * `domain/text` changed. Nothing that is read of them changes. Unknown ids are no error.
   */
  reanalyse?: string[]
  /** Stated again: raises `confidence` to the given value when that is higher, and merges tags. */
  refresh?: Array<{ id: string, confidence?: number, tags?: string[] }>
  /**
   * Removed with every trace: vectors, edges, mentions, index entries, history edges at either end and the access log.
   * Stored answers (`replay`) that name it keep their key, so that a repetition stores nothing again; their
   * `requestHash` and `response` become empty. Entities that nothing mentions and sessions that hold nothing after
   * the whole changeset go too, also when the same changeset touched them. Readings that name it or hold its text
   * go, but for those of this changeset. A memory it had superseded stays superseded, by nothing.
   */
  delete?: string[]
  /** Inserted, or replaced by id. */
  entities?: Entity[]
  /** Inserted when new; removed with the memory that states them. */
  relations?: Relation[]
  /** Inserted, or replaced by id. The span from `startedAt` to `endedAt` only grows. */
  sessions?: Session[]
  /** Inserted, or replaced by id. Those beyond the newest `readingsKept` of the user may be dropped. */
  readings?: Reading[]
  /** When given, replaces all communities of the user. */
  communities?: Community[]
  /** History edges as they are, for import; `supersede` is the verb for new ones. */
  history?: Supersession[]
  replay?: Replay
  /** Marks enrichment as owed (a time), or as done for everything committed before that time. */
  enrichment?: { due: number } | { doneUpTo: number }
}

export interface CommitResult {
  deleted: string[]
  notFound: string[]
}

/** One line of an export: enough to rebuild a user without loss. */
export type ExportRecord =
  | { kind: 'memory', memory: Memory, embedding: Float32Array | null }
  | { kind: 'supersession', supersession: Supersession }
  | { kind: 'entity', entity: Entity }
  | { kind: 'relation', relation: Relation }
  | { kind: 'session', session: Session }
  | { kind: 'reading', reading: Reading }
  | { kind: 'community', community: Community }

/** What is counted when a user is erased. */
export const erasable = [
  'memories',
  'supersessions',
  'entities',
  'relations',
  'sessions',
  'readings',
  'communities',
  'accesses',
  'replays'
] as const

/** How many of each were removed when a user was erased. */
export type Erasure = Record<typeof erasable[number], number>

/**
 * How long an answer to an `Idempotency-Key` is kept at least; the next one of the same user may take the place of
 * what is older.
 */
export const replaysKeptMs = 7 * 86_400_000

/** How many readings of a user are kept at least. */
export const readingsKept = 1_000

/** How many accesses of a memory are kept at least. */
export const accessesKept = 100

export interface IndexDescription {
  /** For example `Memory.embedding`. */
  name: string
  kind: 'vector' | 'text'
  dimensions: number | null
  state: 'ready' | 'building' | 'missing'
}

export interface StorePing {
  /** Where the store is, without a password. */
  url: string
  user: string | null
  /** Name and version of the database as it names itself. */
  server: string
  /** Which parts do not answer and why, while the others serve their users; absent when all do. */
  away?: string
}

/** The connections that the calls of one process share. */
export interface StorePool {
  /** Connections at most. */
  size: number
  /** Connections that something is under way on. */
  busy: number
  /** Statements that wait for others to be through. */
  waiting: number
}

export interface ReembedProgress {
  /** `waiting`: it was interrupted, and no process has taken it over yet. */
  state: 'running' | 'waiting' | 'done' | 'failed'
  model: string
  dimensions: number
  generation: number
  done: number
  total: number
  startedAt: number
  finishedAt: number | null
  error: string | null
}

/** A re-embedding as the database has it: what it is for and how far it is, whichever process runs it or ran it. */
export type BegunReembed = Pick<ReembedProgress, 'model' | 'dimensions' | 'generation' | 'done' | 'total' | 'startedAt'>

export interface Store {
  /** `storeInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly supports: StoreSupports

  // Reads. Each is confined to one user.

  /** The memories with these ids, in the order asked; unknown ids are left out. */
  get(userId: string, ids: string[]): Promise<Memory[]>
  /**
   * Newest first (createdAt, then id, both descending), so that paging is stable while new memories arrive. `page`
   * from 1.
   */
  list(userId: string, query: ListQuery): Promise<{ items: Memory[], total: number }>
  /** The most recently created memories, newest first. */
  recent(userId: string, filter: Filter, limit: number): Promise<Memory[]>
  /**
   * The best `limit` memories by BM25 (k1 1.2, b 0.75) of `domain/text` tokens over the user's own active memories
   * (statistics of all of the user's memories when the filter reaches into the past), best first. Empty when no token
   * of the query is known.
   */
  matchText(userId: string, query: string, filter: Filter, limit: number): Promise<Match[]>
  /** The best `limit` memories by cosine similarity, best first. `vector` has the store's dimension. */
  nearest(userId: string, vector: Float32Array, filter: Filter, limit: number): Promise<Match[]>
  /**
   * Memories that mention these entities, or one merged into them (distance 0), or an entity related to them
   * (distance 1), nearest first, then newest.
   */
  neighbours(userId: string, entityIds: string[], filter: Filter, limit: number): Promise<Neighbour[]>
  /**
   * Memories with this normalised subject (and predicate when given) that the filter lets through: what a new fact
   * might contradict. Newest first.
   */
  aboutSubject(
    userId: string,
    subject: string,
    predicate: string | null,
    limit: number,
    filter?: Filter
  ): Promise<Memory[]>
  /** Active memories with one of these fingerprints. */
  byFingerprint(userId: string, fingerprints: string[]): Promise<Memory[]>
  /** In order of `validAt`, then id. Sessions that do not exist are left out. */
  timelines(userId: string, sessionIds: string[], filter: Filter): Promise<Timeline[]>
  /** All sessions of the user, or those with these ids; latest first. */
  sessions(userId: string, query: { ids?: string[], stale?: boolean, limit: number }): Promise<Session[]>
  /** Newest first, by `at` and then by id. */
  readings(userId: string, limit: number): Promise<Reading[]>
  /**
   * By id, by normalised name or alias, or all (most recently updated first). Entities merged into another are left
   * out unless asked for by id, or with `merged`, which leaves out all others.
   */
  entities(
    userId: string,
    query: { ids?: string[], keys?: string[], stale?: boolean, merged?: true, page?: Page }
  ): Promise<{ items: Entity[], total: number }>
  /** Of the newest memories first. */
  relations(userId: string, query: RelationQuery): Promise<Relation[]>
  communities(userId: string): Promise<Community[]>
  /**
   * The chain a memory stands in: every supersession reachable from it in either direction, oldest first. Empty when
   * it has none.
   */
  history(userId: string, id: string): Promise<HistoryLink[]>
  /** Edges of the history, latest first: all of the user's, or those with one of these memories at either end. */
  supersessions(userId: string, query: { ids?: string[], limit: number }): Promise<Supersession[]>
  stats(userId: string): Promise<UserStats>
  replay(userId: string, key: string): Promise<Replay | null>
  /** Null for a user of whom nothing is stored. */
  basis(userId: string): Promise<Basis | null>
  /** Newest first; of each memory no more than the newest `accessesKept` need be there. */
  accesses(userId: string, memoryId: string, limit: number): Promise<Access[]>
  /**
   * Everything of one user: entities, memories, then what refers to them, so that committing it in this order loses
   * nothing. Consistent as of its start.
   */
  export(userId: string): AsyncIterable<ExportRecord>

  // Writes

  commit(changeset: Changeset): Promise<CommitResult>
  /** Removes a user and every trace of them. */
  erase(userId: string): Promise<Erasure>
  /**
   * Best effort, batched by the caller. Those beyond the newest `accessesKept` of a memory may be dropped, so that a
   * memory recalled all day does not fill the disk.
   */
  recordAccesses(accesses: Access[]): Promise<void>

  /**
   * The same store, whose reads of one user (`basis`, `replay` and `export` apart) may answer as of `ms` milliseconds
   * ago, but with all that this process wrote. Absent where that would make no difference.
   */
  relaxed?(ms: number): Store

  // Administration: the only verbs that see more than one user

  /** In order of their ids by code points, those after `after` when it is given. */
  users(query: { enrichmentDue?: boolean, after?: string, limit: number }): Promise<UserSummary[]>
  /** One round trip to the data, not only to the socket. Throws `DatabaseUnavailable`. */
  ping(): Promise<StorePing>
  /** How busy the connections are at this moment; absent where there is no pool. */
  pool?(): StorePool
  meta(): Promise<StoreMeta>
  describeIndexes(): Promise<IndexDescription[]>
  /**
   * Makes the indexes for vectors of this model and size; called at start, does nothing when they exist or `meta`
   * names another dimension.
   */
  ensureIndexes(embedding: { model: string, dimensions: number }): Promise<void>
  /**
   * Embeds every memory and session gist again into a new generation, switches to it at the end, and drops the old one.
   * Reads and writes go on meanwhile; memories committed with a vector of the new dimension land in the new
   * generation. Resumes where a killed run stopped. The caller holds a lease, so that one runs at a time.
   */
  reembed(
    target: { model: string, dimensions: number },
    embed: (texts: string[]) => Promise<Float32Array[]>,
    onProgress: (progress: ReembedProgress) => void
  ): Promise<ReembedProgress>
  /** A re-embedding that was begun and is not finished; null when there is none. Called every few seconds. */
  reembedding(): Promise<BegunReembed | null>
  /**
   * True when the caller now holds the lease until `now + ttlMs`; a holder may renew. At most one holder at a time
   * over all processes.
   */
  lease(name: string, holder: string, ttlMs: number): Promise<boolean>
  /**
   * Adds to a counter that all processes share and answers what it then is; with 0 it only asks. A counter begins at 0
   * and is forgotten `ttlMs` after it began. Without it each process counts by itself.
   */
  count?(name: string, by: number, ttlMs: number): Promise<number>
  close(): Promise<void>
}
