/**
 * The StoreMeta node: dimension, model and generation of the stored vectors. Read at most once a second; whoever writes vectors
 * checks the generation in the same transaction, and whoever changes it keeps the old vectors until every reader has noticed.
 */
import type { StoreMeta } from '../../../kernel/nouns.ts'
import type { Graph, Row } from './graph.ts'

export const schemaVersion = 1
export const metaFreshMs = 1000

/** A generation that is being filled by `reembed`. */
export interface Target { generation: number, dimensions: number, model: string, startedAt: number }

export interface FullMeta extends StoreMeta {
  target: Target | null
  /** What `ensureIndexes` was last told; becomes `model` with the first vector. */
  expectedModel: string | null
}

export interface MetaReader {
  read: () => Promise<FullMeta>
  /** What was read last, however long ago. */
  last: () => FullMeta | null
  forget: () => void
}

export const metaFields = 'meta.schema_version AS schema_version, meta.dimensions AS dimensions, meta.model AS model, meta.generation AS generation, meta.expected_model AS expected_model, ' +
  'meta.target_generation AS target_generation, meta.target_dimensions AS target_dimensions, meta.target_model AS target_model, meta.target_started_at AS target_started_at'

export function metaOf (row: Row | undefined): FullMeta {
  const number = (value: unknown): number | null => value === null || value === undefined ? null : Number(value)
  const target = number(row?.target_generation)
  return {
    schemaVersion: number(row?.schema_version) ?? schemaVersion,
    dimensions: number(row?.dimensions),
    model: (row?.model ?? null) as string | null,
    generation: number(row?.generation) ?? 1,
    expectedModel: (row?.expected_model ?? null) as string | null,
    target: target === null ? null : { generation: target, dimensions: Number(row?.target_dimensions), model: row?.target_model as string, startedAt: Number(row?.target_started_at) }
  }
}

export function metaReader (graph: Graph): MetaReader {
  let known: { meta: Promise<FullMeta>, at: number } | null = null
  let last: FullMeta | null = null
  const read = (): Promise<FullMeta> => {
    if (known && Date.now() - known.at < metaFreshMs) return known.meta
    const meta = graph.read(`MATCH (meta:StoreMeta {uid: 'meta'}) RETURN ${metaFields}`).then(rows => (last = metaOf(rows[0])))
    const entry = { meta, at: Date.now() }
    known = entry
    meta.catch(() => { if (known === entry) known = null })
    return meta
  }
  return { read, last: () => last, forget: () => { known = null } }
}
