/** The memory pipelines, as REST and MCP call them. */
import type { Access, Community, Entity, Memory, MemoryType, Relation } from '../nouns.ts'
import type { FactEvent, Turn } from './distiller.ts'
import type { Keeping, MemoryDetail } from './keeping.ts'
import type { Erasure, Filter, HistoryLink, ListQuery, Page, UserStats } from './store.ts'

export const memoryInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    memory: MemoryService
  }
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

export interface IdempotencyKey {
  key: string
  requestHash: string
}

export interface RememberRequest extends Scope {
  text: string
  infer: boolean
  memoryType: MemoryType | null
  metadata: Record<string, unknown> | null
  /** When it became true; null means now. */
  validAt: number | null
  /** When it stops being true; null is no end that is known. */
  invalidAt?: number | null
  /** Memories that the caller says it takes the place of. */
  supersedes?: string[]
  idempotency: IdempotencyKey | null
  signal?: AbortSignal
}

export interface IngestRequest extends Scope {
  turns: Turn[]
  aboutAssistant: boolean
  transcriptPath: string | null
  /** Decides and stores nothing. */
  dryRun?: boolean
  idempotency: IdempotencyKey | null
  signal?: AbortSignal
}

/** What became of one candidate fact. */
export interface Outcome {
  /** Null only for events that stored nothing and concern no stored memory. */
  id: string | null
  memory: string
  event: FactEvent | 'ERROR'
  error?: string
  /** Why it was decided so. */
  reason?: string
  /** The words it was read from. */
  quote?: string
  /** What it takes the place of, or what is over. */
  displaced?: Array<{ id: string, memory: string }>
}

export interface Remembered {
  /** The first stored one, or the memory it duplicates or ends; null for a wish to forget what is not stored. */
  memory: Memory | null
  event: FactEvent
  results: Outcome[]
  /** Facts that were not kept because their words were not said. */
  refused: number
  degraded: string[]
}

export interface Ingested {
  results: Outcome[]
  /** Facts that were not kept because their words were not said. */
  refused: number
  /** Those facts and others that were claimed and not kept, for people to read; never part of a repeated answer. */
  leftOut?: Array<{ memory: string, reason: string }>
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
  /** Orders the hits; 0 to 1. The one to set a floor on. */
  score: number
  /** Of the fused ranking, as a share of the most that the asked arms could give; above 0, at most 1. */
  rrfScore: number
  textRank: number | null
  vectorRank: number | null
  graphRank: number | null
  sessionRank: number | null
  rerankScore: number | null
  /** P(relevant) by the reranker's calibration, 0 to 1; null without one. */
  relevance: number | null
  similarIds: string[]
  /** With `explain`: the raw score of each arm that found it. */
  armScores: Record<string, number> | null
}

export interface Recall {
  hits: Hit[]
  /** Arms or stages that did not do their part; empty when whole. */
  degraded: string[]
  /** Even the best hit is probably not relevant. */
  noRelevantMemory: boolean
  tookMs: number
  /** With `explain`: milliseconds a stage. */
  timings: Record<string, number> | null
}

/** The stages that a memory has to pass to be a hit, in their order; `found` is one that did. */
export const missStages = ['filter', 'time', 'arms', 'fusion', 'folded', 'top_k', 'token_budget', 'found'] as const

/** Why a search did not find a memory. */
export interface Miss {
  /** The first stage that left it out. */
  stage: typeof missStages[number]
  /** In words, with what was asked and what the memory is. */
  reason: string
  /** Its place in each arm, from 1; null where that arm did not find it or was not asked. */
  ranks: Record<'text' | 'vector' | 'graph' | 'session', number | null>
}

export interface ContextRequest {
  userId: string
  /** What the prompt is about; null takes the newest memories. */
  query: string | null
  /** 100 to 200,000. */
  maxTokens: number
  filter: Filter
  /** For the access log. */
  app: string | null
  signal?: AbortSignal
}

/** What is remembered, as text for a prompt. */
export interface PromptContext {
  /** Empty when nothing was found, or nothing fits. */
  text: string
  /** The memories in it, in its order. */
  memoryIds: string[]
  /** An estimate, at most `maxTokens`. */
  tokens: number
  /** Facts that were found and did not fit. */
  leftOut: number
  degraded: string[]
}

/** One entity with the memories that mention it and the entities related to it. */
export interface EntityDetail {
  entity: Entity
  memories: Memory[]
  relations: Relation[]
  neighbours: Entity[]
}

/** Two entities that share a name and may be one. */
export interface MergeSuggestion {
  id: string
  /** Would be merged into the other. */
  entity: Entity
  into: Entity
  /** The normalised name that both bear. */
  name: string
}

export interface GraphQuery extends Page {
  /** Id or name of an entity; null is all that the user has. */
  center: string | null
  /** Steps away from the center; a step goes from an entity to those that a memory mentions together with it. */
  depth: number
  /** With either only what was believed then to hold then; without, memories in every state. */
  asOf: number | null
  knownAt: number | null
}

/**
 * One page of a user's memories with what is around them. Ids of entities that were merged away are replaced by what
 * they were merged into. A view of the past has no successors and no communities, which are of today.
 */
export interface MemoryGraph {
  /** As the query names it. */
  center: Entity | null
  /** Newest first; `total` counts them. */
  memories: Memory[]
  /** What took the place of memories of this page and is not on it. */
  successors: Memory[]
  /** Those that the memories mention or relate. */
  entities: Entity[]
  /** Those that the memories state. */
  relations: Relation[]
  /** Those with a member among the entities, with these members. */
  communities: Community[]
  total: number
}

export interface MemoryService extends Keeping {
  /** `memoryInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  remember(request: RememberRequest): Promise<Remembered>
  /** A conversation without facts is no error: `results` is then empty. */
  ingest(request: IngestRequest): Promise<Ingested>
  recall(request: RecallRequest): Promise<Recall>
  /** The same search again, for one memory that is not among its hits. Throws `MemoryNotFound`. */
  explainMiss(request: RecallRequest, id: string): Promise<Miss>
  context(request: ContextRequest): Promise<PromptContext>
  list(userId: string, query: ListQuery): Promise<{ items: Memory[], total: number }>
  /** Throws `MemoryNotFound`. */
  get(userId: string, id: string): Promise<MemoryDetail & { history: HistoryLink[] }>
  /** Throws `MemoryNotFound`. */
  history(userId: string, id: string): Promise<HistoryLink[]>
  forget(userId: string, ids: string[]): Promise<{ deleted: string[], notFound: string[] }>
  /** Newest first. Throws `MemoryNotFound`. */
  accesses(userId: string, id: string): Promise<Access[]>
  entities(
    userId: string,
    query: { search?: string, merged?: true, page: number, size: number }
  ): Promise<{ items: Entity[], total: number }>
  /**
   * With a project only its facts and relations, and the summary where it rests on nothing else. Throws
   * `EntityNotFound`, also when that project says nothing of it.
   */
  entity(userId: string, id: string, within?: { project: string }): Promise<EntityDetail>
  /** Undoes the merge of an entity into another. Throws `EntityNotFound`, `NotMerged`. */
  separate(userId: string, id: string): Promise<Entity>
  /** Entities that share a name and were neither merged nor kept apart, latest changed first. */
  mergeSuggestions(userId: string): Promise<MergeSuggestion[]>
  /** Answers what the other was merged into; `separate` undoes it. Throws `SuggestionNotFound`. */
  acceptMerge(userId: string, id: string): Promise<Entity>
  /** They are two and are not suggested again. Throws `SuggestionNotFound`. */
  refuseMerge(userId: string, id: string): Promise<void>
  communities(userId: string): Promise<Community[]>
  /** Throws `EntityNotFound` for a center that is none. */
  graph(userId: string, query: GraphQuery): Promise<MemoryGraph>
  stats(userId: string): Promise<UserStats>
  /** Removes the user, their cached answers included. */
  erase(userId: string): Promise<Erasure>
  /** Resolves when no enrichment is owed to this user; for tests, `demo` and shutdown. */
  settled(userId: string): Promise<void>
}
