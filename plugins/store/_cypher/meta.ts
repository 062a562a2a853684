/**
 * The StoreMeta node: dimension, model and generation of the stored vectors. Read at most once a second: a
 * write of vectors checks the generation in its own transaction, and a switch keeps the old vectors until every reader
 * has noticed.
 */
import type { StoreMeta } from '../../../domain/nouns.ts'
import { cypher } from './cypher.ts'
import type { Graph, GraphRow } from './graph.ts'

export const schemaVersion = 1
export const metaFreshMs = 1000

/** A generation that is being filled by `reembed`. */
export interface Target {
  generation: number
  dimensions: number
  model: string
  startedAt: number
}

export interface FullMeta extends StoreMeta {
  target: Target | null
  /** The model last given to `ensureIndexes`; becomes `model` with the first vector. */
  expectedModel: string | null
  /** The generation in use before the last switch, while it is still there. */
  previous: { generation: number, startedAt: number } | null
}

export interface MetaReader {
  read: () => Promise<FullMeta>
  /** What was read last, however long ago. */
  last: () => FullMeta | null
  forget: () => void
}

const readMeta = cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      RETURN meta.schema_version AS schema_version,
             meta.dimensions AS dimensions,
             meta.model AS model,
             meta.generation AS generation,
             meta.expected_model AS expected_model,
             meta.target_generation AS target_generation,
             meta.target_dimensions AS target_dimensions,
             meta.target_model AS target_model,
             meta.target_started_at AS target_started_at,
             meta.previous_generation AS previous_generation`

/** The generation that takes these vectors: the one in use, or the one being filled when they are of its size alone. */
export function generationFor (meta: FullMeta, dimensions: number): number {
  return meta.target && meta.dimensions !== dimensions && meta.target.dimensions === dimensions
    ? meta.target.generation
    : meta.generation
}

const numberOf = (value: unknown): number | null => value === null || value === undefined ? null : Number(value)

function metaOf (row: GraphRow = {}): FullMeta {
  return {
    schemaVersion: numberOf(row.schema_version) ?? schemaVersion,
    dimensions: numberOf(row.dimensions),
    model: (row.model ?? null) as string | null,
    generation: numberOf(row.generation) ?? 1,
    expectedModel: (row.expected_model ?? null) as string | null,
    target: targetOf(row),
    previous: previousOf(row)
  }
}

function targetOf (row: GraphRow): Target | null {
  const generation = numberOf(row.target_generation)
  if (generation === null) return null
  return {
    generation,
    dimensions: Number(row.target_dimensions),
    model: row.target_model as string,
    startedAt: Number(row.target_started_at)
  }
}

function previousOf (row: GraphRow): FullMeta['previous'] {
  const generation = numberOf(row.previous_generation)
  return generation === null ? null : { generation, startedAt: Number(row.target_started_at) }
}

export function metaReader (graph: Graph): MetaReader {
  let known: { meta: Promise<FullMeta>, at: number } | null = null
  let last: FullMeta | null = null
  const read = (): Promise<FullMeta> => {
    if (known && Date.now() - known.at < metaFreshMs) return known.meta
    const meta = graph.read(readMeta).then(rows => (last = metaOf(rows[0])))
    const entry = { meta, at: Date.now() }
    known = entry
    meta.catch(() => {
      if (known === entry) known = null
    })
    return meta
  }
  return {
    read,
    last: () => last,
    forget: () => {
      known = null
    }
  }
}
