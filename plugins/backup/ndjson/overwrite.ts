/**
 * Which stored memories a file says something else of. They go first, with their old ends; the file then brings them
 * back as it knows them.
 */
import type { ExportRecord, Store } from '../../../domain/capabilities/store.ts'
import { canonicalRecord } from './digest.ts'

export async function replaceable (store: Store, userId: string, batch: ExportRecord[]): Promise<string[]> {
  const memories = batch.filter(record => record.kind === 'memory')
  if (memories.length === 0) return []
  const there = new Map(
    (await store.get(userId, memories.map(({ memory }) => memory.id))).map(memory => [memory.id, memory])
  )
  return memories.filter(record => {
    const stored = there.get(record.memory.id)
    return stored !== undefined &&
      canonicalRecord({ kind: 'memory', memory: stored, embedding: null }, false) !== canonicalRecord(record, false)
  }).map(({ memory }) => memory.id)
}
