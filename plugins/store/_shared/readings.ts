import type { Reading } from '../../../domain/nouns.ts'

/** Ids of readings that hold a word or name a memory; the others say nothing but which conversation they were of. */
export function telling (readings: Reading[]): string[] {
  return readings.filter(({ turns }) => turns.some(({ words, memoryIds }) => words !== null || memoryIds.length > 0))
    .map(({ id }) => id)
}
