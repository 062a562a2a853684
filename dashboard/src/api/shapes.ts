/** Answers this page reads that its client has no types for yet. All times are ISO 8601. */
export interface Revision {
  from: string
  to: string | null
  invalid_at: string | null
}

export interface Interval {
  id: string
  memory: string
  subject: string | null
  predicate: string | null
  value: string | null
  valid_at: string
  invalid_at: string | null
  created_at: string
  expired_at: string | null
  revisions: Revision[]
  kind: 'ended' | 'corrected' | 'forgotten' | null
  reason: string | null
  superseded_by: string | null
  state: string
  pinned: boolean
  stale_because: unknown
  session_id: string | null
}

export interface Named {
  id: string
  memory: string
}

/** One turn that was read, and what it led to. */
export interface ReadTurn {
  role: string
  name: string | null
  at: string
  words: string | null
  memory_ids: string[]
  refused: string[]
}

export interface Change {
  id: string
  at: string
  session_id: string | null
  app: string | null
  source: 'conversation' | 'api' | 'import' | 'undo' | 'edit'
  added: Array<Named & { quote: string | null }>
  ended: Array<
    Named & {
      kind: string
      reason: string
      quote: string | null
      by: string | null
      by_memory: string | null
    }
  >
  restored: Named[]
  /** Absent in the answers of an older service. */
  turns?: ReadTurn[]
  undone_at: string | null
}

export interface UndoReport {
  retired: Named[]
  restored: Named[]
  kept: Array<Named & { reason: string }>
  conflicts: Array<Named & { reason: string }>
  dry_run: boolean
}

/** One decision of an ingest, as it is streamed. */
export interface Decision {
  id: string | null
  memory: string
  event: string
  reason?: string | null
  quote?: string | null
  error?: string
  displaced?: Named[]
}

export interface Miss {
  id: string
  stage: string
  reason: string
  ranks?: Record<string, number | null>
}
