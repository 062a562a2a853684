/**
 * The nouns of the domain, shared by every module. Times are integer milliseconds since the Unix epoch; `http/` turns
 * them into ISO 8601 or into seconds.
 */

export const memoryTypes = ['episodic', 'semantic', 'procedural'] as const
export type MemoryType = (typeof memoryTypes)[number]

/**
 * `active`: believed now. `superseded`: a newer memory took its place. `invalidated`: ended or forgotten, nothing
 * took its place.
 */
export const memoryStates = ['active', 'superseded', 'invalidated'] as const
export type MemoryState = (typeof memoryStates)[number]

/** `verbatim`: stored as sent. `conversation`: distilled from turns or text. `import`: came from a dump. */
export type MemorySource = 'verbatim' | 'conversation' | 'import'

/**
 * One durable fact of one user.
 *
 * Two time axes, in Graphiti's terms. Valid time (`validAt`, `invalidAt`): when it was true in the world.
 * Transaction time (`createdAt`, `expiredAt`): when the service came to believe it, and when it stopped.
 */
export interface Memory {
  /** UUIDv7, so that ids sort by time of creation. */
  id: string
  userId: string
  /** 1 to 50,000 characters, exactly as stored. */
  text: string
  /** SHA-256 (hex) of the normalised text and the project; unique among a user's active memories. */
  fingerprint: string
  memoryType: MemoryType
  state: MemoryState
  /** The application that wrote it. */
  app: string | null
  project: string | null
  sessionId: string | null
  tags: string[]
  categories: string[]
  /** Arbitrary JSON of the caller, kept and returned as sent. */
  metadata: Record<string, unknown> | null
  /** What the service itself recorded about it (for example `transcript_path`). */
  attributes: Record<string, unknown>
  source: MemorySource
  /** The words of the turn the fact was read from. */
  quote: string | null
  sourceTurnUuids: string[]
  speaker: string | null
  /** 0 to 1: how sure the distiller was. */
  confidence: number
  /** Who or what the fact is about, as named in the text. Null when nothing was read. */
  subject: string | null
  /** Canonical snake_case verb phrase, for example `lives_in`. */
  predicate: string | null
  /** What the predicate says of the subject. */
  value: string | null
  /** True when the predicate holds one value at a time, so that a new value ends the old one. */
  functional: boolean
  /** True when the fact is about no one user in particular. Always false today; on the wire as `global`. */
  isGlobal: boolean
  validAt: number
  invalidAt: number | null
  createdAt: number
  expiredAt: number | null
  /** The memory that took its place, while it is superseded. */
  supersededBy: string | null
  /** What was believed of its end until that changed, oldest first; what is believed now stands in the fields above. */
  revisions: Revision[]
  /** True while the caller wants it kept: it is ended only by words that name it. */
  pinned: boolean
  /** The id of what ended and this one rests on; null when nothing it rests on did. */
  staleBecause: string | null
  /**
   * `pending`: kept word for word, to be distilled when the model is back. `failed`: given up on, see
   * `extractionError`.
   */
  extraction: Extraction
  extractionError: string | null
  /** Entities the fact mentions. */
  entityIds: string[]
}

/**
 * From `from` (inclusive) to `to` (exclusive) in transaction time, a memory was believed to end at `invalidAt` in valid
 * time: null is no end, its own `validAt` is never. Revisions do not overlap.
 */
export interface Revision {
  from: number
  to: number
  invalidAt: number | null
}

export const extractions = ['done', 'pending', 'failed'] as const
export type Extraction = (typeof extractions)[number]

/** What a memory is when nothing has happened to it yet. */
export const untouched = { pinned: false, staleBecause: null, extraction: 'done', extractionError: null } as const

/** A memory on its way in. `embedding` is null when no embedder could be asked; text search still finds it. */
export interface NewMemory extends Memory {
  embedding: Float32Array | null
}

/** Why one memory ended: the edge from the new memory to the old one. It is never removed while the old one exists. */
export interface Supersession {
  oldId: string
  /** Null when the old memory simply ended ("forget …", "no longer …"). */
  newId: string | null
  kind: 'SUPERSEDE' | 'UPDATE' | 'INVALIDATE'
  /** One sentence a person can read. */
  reason: string
  /** The words that ended it. */
  quote: string | null
  /** When the old memory stopped being true in the world; null when it never was true. */
  invalidAt: number | null
  /** When the service stopped believing it. */
  expiredAt: number
  /** When a person undid this supersession; null while it stands. */
  restoredAt: number | null
  /** Where it came from; absent on what earlier releases stored. */
  origin?: Origin | null
}

/** What an edge leaves its old memory as, also where what took its place was deleted since. */
export function stateAfter ({ kind }: Pick<Supersession, 'kind'>): Exclude<MemoryState, 'active'> {
  return kind === 'INVALIDATE' ? 'invalidated' : 'superseded'
}

export const origins = ['conversation', 'api', 'import', 'undo', 'edit'] as const

/** Who changed something: what one request did is known again by it and by its time. */
export interface Origin {
  source: (typeof origins)[number]
  sessionId: string | null
  app: string | null
}

/** Someone or something that memories mention. */
export interface Entity {
  id: string
  userId: string
  /** As first written, for example "New York City". */
  name: string
  /** The normalised name; unique per user among entities that were not merged away. */
  key: string
  /** For example `person`, `place`, `organisation`, `thing`. */
  type: string
  /** Other normalised names it is known by. */
  aliases: string[]
  summary: string | null
  /** True when facts changed since the summary was written. */
  summaryStale: boolean
  /** The entity this one was merged into; merging is undone by clearing it. */
  mergedInto: string | null
  /** Ids of entities that a person said it is not, although they share a name. */
  distinctFrom: string[]
  createdAt: number
  updatedAt: number
}

/** Entity to entity, as stated by one memory; it holds exactly as long as that memory does. */
export interface Relation {
  id: string
  userId: string
  fromEntityId: string
  toEntityId: string
  predicate: string
  memoryId: string
}

/** A conversation the user had, as named by the caller. */
export interface Session {
  /** The caller's session id; unique per user. */
  id: string
  userId: string
  project: string | null
  app: string | null
  /** One or two sentences on what it was about; null until enrichment wrote it. */
  gist: string | null
  gistStale: boolean
  gistEmbedding: Float32Array | null
  /** Valid time of the earliest and latest memory of the session. */
  startedAt: number
  endedAt: number
  /** Keys of its latest turns, in order, by which a turn that is sent again is known. */
  turns: string[]
}

/** What one write read: the turns of a conversation, and what each of them led to. */
export interface Reading extends Origin {
  /** UUIDv7. */
  id: string
  userId: string
  /** The time of the write; with the origin it names the change. */
  at: number
  turns: ReadTurn[]
}

export interface ReadTurn {
  role: string
  /** The speaker's name; null when unknown. */
  name: string | null
  /** When it was said. */
  at: number
  /** As it was said, a long one cut; null where a memory has the same words, or what was read from it was removed. */
  words: string | null
  /** Ids of the memories that it led to: stored, ended or stated again. */
  memoryIds: string[]
  /** Why facts that were read from it were left out, one reason for each. */
  refused: string[]
}

/** A group of entities that occur together. */
export interface Community {
  id: string
  userId: string
  name: string
  summary: string | null
  entityIds: string[]
  updatedAt: number
}

/** One recall of one memory, for the access log. */
export interface Access {
  userId: string
  memoryId: string
  app: string | null
  at: number
  /** 1-based place in the answer. */
  rank: number
}

/** The model and dimension of the stored vectors, as recorded when they were written; the dimension guard trusts it. */
export interface StoreMeta {
  schemaVersion: number
  /** Null until the first vector is written. */
  dimensions: number | null
  model: string | null
  /** Counts re-embeddings; vectors of different generations never meet. */
  generation: number
}
