/** The verbs of the memory service that keep what is remembered right: changes, timeline, corrections by hand. */
import type { Entity, Memory, MemoryState, Origin, ReadTurn, Supersession } from '../nouns.ts'

/** One memory with what it mentions and what it took the place of. */
export interface MemoryDetail {
  memory: Memory
  entities: Entity[]
  /** Ids of the memories it superseded and that were not restored since. */
  supersedes: string[]
}

/** Everything one request changed. */
export interface Change extends Origin {
  id: string
  at: number
  added: Memory[]
  ended: Array<{ memory: Memory, edge: Supersession, by: Memory | null }>
  restored: Memory[]
  /** What begins at another time since. */
  redated: Memory[]
  /** The turns it was read from, in their order; empty where none were kept. */
  turns: ReadTurn[]
  /** When all of it was taken back; null while something of it stands. */
  undoneAt: number | null
}

export interface ChangesQuery {
  sessionId: string | null
  since: number | null
  /** From 1. */
  page: number
  /** 1 to 100. */
  size: number
}

/** One of these names what is taken back. */
export interface UndoRequest {
  changeId: string | null
  sessionId: string | null
  /** A source of changes, or the name of an application. */
  source: string | null
  /** Answers what would be done, and does nothing. */
  dryRun: boolean
}

export interface Noted {
  memory: Memory
  reason: string
}

export interface Undone {
  /** No longer believed, and never true as far as the present knows. */
  retired: Memory[]
  /** Believed again, or from when it was believed before. */
  restored: Memory[]
  /** Stated later, or pinned: they stay. */
  kept: Noted[]
  /** Where what was stated later stands in the way of what was before. */
  conflicts: Noted[]
}

export interface TimelineQuery {
  /** Intervals that reach into this span; null is without bound. */
  from: number | null
  to: number | null
  /** As it was believed then; null is now. */
  knownAt: number | null
  subject: string | null
  page: number
  /** 1 to 1,000. */
  size: number
}

/** How long a memory holds, as it was believed at the time asked for. */
export interface Interval {
  memory: Memory
  state: MemoryState
  invalidAt: number | null
  expiredAt: number | null
  /** The edge that ended it; null while none does. */
  edge: Supersession | null
  /** What was believed of its end before, oldest first; an end at its own beginning is "not believed". */
  beliefs: Array<{ from: number, to: number, invalidAt: number | null }>
}

/** What of a memory is corrected; absent is left as it is. */
export interface Correction {
  text?: string
  /** Null takes all of it away. */
  metadata?: Record<string, unknown> | null
  tags?: string[]
  validAt?: number
  /** Null: no end. */
  invalidAt?: number | null
}

export interface Keeping {
  /** Newest first. */
  changes(userId: string, query: ChangesQuery): Promise<{ items: Change[], total: number }>
  /** Throws `ChangeNotFound`. */
  undo(userId: string, request: UndoRequest): Promise<Undone>
  /** By their beginning, oldest first. What was forgotten is not in it. */
  timeline(userId: string, query: TimelineQuery): Promise<{ items: Interval[], total: number }>
  /**
   * Undoes the supersession of a memory; with `replace` the one that took its place is taken back. What was believed
   * meanwhile stays readable with `knownAt`. Throws `MemoryNotFound`, `NotSuperseded`.
   */
  restore(userId: string, id: string, options: { replace: boolean }): Promise<MemoryDetail>
  /**
   * Another text or beginning is another memory that takes the place of this one; the rest is changed in place.
   * Throws `MemoryNotFound`, `NotBelieved`, `ValidationFailed`.
   */
  correct(userId: string, id: string, correction: Correction): Promise<MemoryDetail>
  /** Ends a memory now and keeps its history. Throws `MemoryNotFound`, `NotBelieved`. */
  retire(userId: string, id: string, reason: string): Promise<MemoryDetail>
  /** A pinned memory is ended only by words that name it. Throws `MemoryNotFound`. */
  pin(userId: string, id: string, pinned: boolean): Promise<MemoryDetail>
}
