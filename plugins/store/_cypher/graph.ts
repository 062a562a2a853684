/** What a driver provides to this library, and the dialect: what each database spells differently. */
import createError from '@fastify/error'
import type { StorePool } from '../../../domain/capabilities/store.ts'

/**
 * Strings, finite numbers, booleans, null, Float32Array, and lists and maps of them. Keys of maps are names
 * from this code, never a caller's.
 */
export type Parameters = Record<string, unknown>
export type GraphRow = Record<string, unknown>

/**
 * One step of a write. It must not depend on the rows of the step before it. `yields` is what it answers when it is
 * the last. A step that wants the whole write undone divides by zero: the one error that every database raises, and
 * raises in place.
 */
export interface Step {
  body: string
  parameters?: Parameters
  yields?: string
}

export interface Graph {
  read: (statement: string, parameters?: Parameters) => Promise<GraphRow[]>
  /** As `read`; what it finds is kept as safely as a write that was answered. */
  readAcknowledged: (statement: string, parameters?: Parameters) => Promise<GraphRow[]>
  /**
   * As `read`, of what stood there `ms` milliseconds ago or later, and of all that this process wrote. Absent where
   * that makes no difference.
   */
  relaxed?: (ms: number) => Graph['read']
  /** All steps or none; answers the rows of the last. Parameters of all steps share one namespace. */
  write: (steps: Step[]) => Promise<GraphRow[]>
  /** A statement that changes the schema; one that finds its work done already is no error. */
  define: (statement: string) => Promise<void>
  pool: () => StorePool
  close: () => Promise<void>
}

/** All steps as one statement: no database executes a part of one, and it is one round trip. */
export function joined (steps: Step[]): { statement: string, parameters: Parameters } {
  const last = steps.at(-1)
  return {
    statement: steps.map(step => step.body).join('\n      WITH count(*) AS step') +
      (last?.yields ? `\n      RETURN ${last.yields}` : ''),
    parameters: Object.assign({}, ...steps.map(step => step.parameters)) as Parameters
  }
}

/** A step divided by zero: nothing was written. */
export const PreconditionFailed = createError('precondition_failed', 'A precondition stopped the write.', 500)
/** The connection was lost, or nothing came, while a write was under way. */
export const OutcomeUnknown = createError(
  'outcome_unknown',
  'A write was not answered, and may or may not have happened: %s',
  503
)

export type Scope = 'live' | 'ns'

export interface Dialect {
  /** As the health report and messages call it. */
  product: string
  /** Milliseconds since the epoch, on the clock of the database. */
  now: string
  /** Transactions that write run at the same time and lock what they touch; otherwise they run one after another. */
  concurrentWrites: boolean
  /** Planning a statement costs more than a small search, so queries of every length share one plan. */
  costlyPlanning: boolean
  /** Statements that make the constraints and indexes; run at every start. */
  schema: string[]
  /** The plain indexes that one label of vectors needs. */
  vectorSchema: (label: string) => string[]
  /** Makes the index for one generation of vectors; null when the database scans them. */
  vectorIndex: ((label: string, dimensions: number) => string) | null
  dropVectorIndex: ((label: string) => string) | null
  /** Waits until indexes may be asked; run after `schema`. */
  settle: (graph: Graph) => Promise<void>
  indexes: (graph: Graph) => Promise<IndexRow[]>
  /** Writes `source` as the vector of the node `node`, in a step that created it just now. */
  setVector: (node: string, source: string) => string
  /** A condition: the text comes after the parameter by code points. */
  comesAfter: (property: string, parameter: string) => string
  /** Cosine similarity of two vectors, -1 to 1. */
  cosine: (stored: string, parameter: string) => string
  /** Calls the vector index: yields `v` and `score`, the cosine similarity. */
  callNearest: ((label: string) => string) | null
  /** Users with no more vectors than this are scanned exactly. */
  exactUpTo: number
  /** Calls the text index with the query text in `query`: yields `m`. */
  callText: (query: string) => string
  /** The query for memories that hold every token of at least one set; tokens are ASCII letters and digits. */
  textQuery: (scope: Scope, namespace: string, sets: string[][]) => string
}

export interface IndexRow {
  label: string
  property: string
  kind: 'vector' | 'text' | 'range'
  dimensions: number | null
  ready: boolean
}

/** What this library calls things in the graph. */
export const memoryLabel = 'Memory'
export const vectorLabel = (generation: number): string => `MemoryVector_g${generation}`
