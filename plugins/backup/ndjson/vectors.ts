/**
 * Vectors of a file that fit the store are kept bit by bit; others are embedded again, or left out when the embedder
 * does not fit either.
 */
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { ExportRecord, Store } from '../../../domain/capabilities/store.ts'
import type { SourceFile } from './source-file.ts'
import { embedAll } from '../../_shared/embed-all.ts'

export type VectorOutcome = 'kept' | 'embedded' | 'missing'
export type Vectorise = (records: ExportRecord[]) => Promise<{ records: ExportRecord[], outcome: VectorOutcome }>

export async function vectoriserFor (
  store: Store,
  embedder: Embedder,
  { embedding, format }: SourceFile
): Promise<Vectorise> {
  const meta = await store.meta()
  // Until the first vector is written, the configured embedder says what the store will hold.
  const held = meta.dimensions === null
    ? { model: embedder.model, dimensions: embedder.dimensions }
    : { model: meta.model ?? embedder.model, dimensions: meta.dimensions }
  if (embedding !== null && embedding.dimensions === held.dimensions && embedding.model === held.model) {
    return async records => ({ records, outcome: 'kept' })
  }
  const fits = embedder.provider !== 'unset' && embedder.dimensions === held.dimensions && embedder.model === held.model
  if (!fits) return async records => ({ records: records.map(record => withVector(record, null)), outcome: 'missing' })
  // What had no vector keeps none, except where the file never had any.
  const wants = (record: ExportRecord): string | null => {
    if (record.kind === 'memory') {
      return record.embedding !== null || format !== 'palimpsest'
        ? record.memory.text
        : null
    }
    if (record.kind === 'session') return record.session.gistEmbedding === null ? null : record.session.gist
    return null
  }
  return async records => {
    const texts = records.map(wants)
    const vectors = await embedAll(embedder, texts.filter(text => text !== null))
    let next = 0
    return {
      records: records.map((record, place) =>
        withVector(record, texts[place] === null ? null : vectors[next++] ?? null)
      ),
      outcome: 'embedded'
    }
  }
}

function withVector (record: ExportRecord, vector: Float32Array | null): ExportRecord {
  if (record.kind === 'memory') return { ...record, embedding: vector }
  if (record.kind === 'session') return { ...record, session: { ...record.session, gistEmbedding: vector } }
  return record
}
