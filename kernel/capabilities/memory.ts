/** What routes and MCP see: the pipelines behind one interface. */
import type { Access, Community, Entity, Memory, MemoryType, Relation } from '../nouns.ts'
import type { Event, Turn } from './distiller.ts'
import type { Erasure, Filter, HistoryLink, ListQuery, UserStats } from './store.ts'

export const memoryInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { memory: MemoryService }
}

/** What is recorded on everything one request stores. */
export interface Scope {
  userId: string
  app: string | null
  project: string | null
  sessionId: string | null
  tags: string[]
  categories: string[]
}

export interface IdempotencyKey { key: string, requestHash: string }

export interface RememberRequest extends Scope {
  text: string
  infer: boolean
  memoryType: MemoryType | null
  metadata: Record<string, unknown> | null
  /** When it became true; null means now. */
  validAt: number | null
  idempotency: IdempotencyKey | null
  signal?: AbortSignal
}

export interface IngestRequest extends Scope {
  turns: Turn[]
  aboutAssistant: boolean
  transcriptPath: string | null
  idempotency: IdempotencyKey | null
  signal?: AbortSignal
}

/** What became of one candidate fact. */
export interface Outcome {
  /** Null only for events that stored nothing and concern no stored memory. */
  id: string | null
  memory: string
  event: Event | 'ERROR'
  error?: string
}

export interface Remembered {
  /** The first stored one, or the memory it duplicates. */
  memory: Memory
  event: Event
  results: Outcome[]
  degraded: string[]
}

export interface Ingested {
  results: Outcome[]
  degraded: string[]
}

export interface RecallRequest {
  userId: string
  query: string
  topK: number
  mode: 'hybrid' | 'text' | 'vector'
  rerank: boolean
  sessionArm: boolean
  /** In tokens, 0 is unbounded. */
  tokenBudget: number
  expandQuery: boolean
  filter: Filter
  /** For the access log. */
  app: string | null
  explain: boolean
  signal?: AbortSignal
}

export interface Hit {
  memory: Memory
  rrfScore: number
  textRank: number | null
  vectorRank: number | null
  graphRank: number | null
  sessionRank: number | null
  rerankScore: number | null
  /** P(relevant) by the reranker's calibration, 0 to 1; null without one. */
  relevance: number | null
  gist: string | null
  similarIds: string[]
  /** With `explain`: the raw score of each arm that found it. */
  armScores: Record<string, number> | null
}

export interface Recall {
  hits: Hit[]
  /** Arms or stages that did not do their part; empty when whole. */
  degraded: string[]
  /** Even the best hit is probably not what was asked for. */
  noRelevantMemory: boolean
  tookMs: number
  /** With `explain`: milliseconds a stage. */
  timings: Record<string, number> | null
}

export interface Graph {
  entities: Entity[]
  memories: Memory[]
  relations: Relation[]
  communities: Community[]
  total: number
}

export interface MemoryService {
  /** `memoryInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  remember (request: RememberRequest): Promise<Remembered>
  /** Null facts are no error: `results` is then empty. */
  ingest (request: IngestRequest): Promise<Ingested>
  recall (request: RecallRequest): Promise<Recall>
  list (userId: string, query: ListQuery): Promise<{ items: Memory[], total: number }>
  /** Throws `MemoryNotFound`. */
  get (userId: string, id: string): Promise<{ memory: Memory, entities: Entity[], supersedes: string[] }>
  history (userId: string, id: string): Promise<HistoryLink[]>
  /** Undoes the supersession of a memory; with `replace` the one that took its place is invalidated. Throws `MemoryNotFound`, `NotSuperseded`. */
  restore (userId: string, id: string, options: { replace: boolean }): Promise<Memory>
  forget (userId: string, ids: string[]): Promise<{ deleted: string[], notFound: string[] }>
  accesses (userId: string, id: string): Promise<Access[]>
  entities (userId: string, query: { search?: string, page: number, size: number }): Promise<{ items: Entity[], total: number }>
  /** Throws `EntityNotFound`. */
  entity (userId: string, id: string): Promise<{ entity: Entity, memories: Memory[], relations: Relation[], neighbours: Entity[] }>
  /** Undoes the merge of an entity into another. Throws `EntityNotFound`, `NotMerged`. */
  separate (userId: string, id: string): Promise<Entity>
  communities (userId: string): Promise<Community[]>
  graph (userId: string, page: { page: number, size: number }): Promise<Graph>
  stats (userId: string): Promise<UserStats>
  /** Removes the user, their cached answers included. */
  erase (userId: string): Promise<Erasure>
  /** Resolves when no enrichment is owed to this user; for tests, `demo` and shutdown. */
  settled (userId: string): Promise<void>
}
