/**
 * What two stores must agree on when they hold the same user: how many records of each kind, and a sum over the
 * records that no order changes.
 */
import { createHash } from 'node:crypto'
import { noCounts, recordKinds, type Digest } from '../../../domain/capabilities/backup.ts'
import type { ExportRecord, Store } from '../../../domain/capabilities/store.ts'
import { canonicalJson } from '../../../domain/canonical-json.ts'
import { toLine } from './record.ts'

const width = 128n
const modulus = 1n << width

export async function digestUser (store: Store, userId: string, { vectors }: { vectors: boolean }): Promise<Digest> {
  const counts = noCounts()
  const sums = Object.fromEntries(recordKinds.map(kind => [kind, 0n])) as Record<ExportRecord['kind'], bigint>
  for await (const record of store.export(userId)) {
    counts[record.kind]++
    const hash = createHash('sha256').update(canonicalRecord(record, vectors)).digest('hex').slice(0, 32)
    sums[record.kind] = (sums[record.kind] + BigInt(`0x${hash}`)) % modulus
  }
  return {
    counts,
    sums: Object.fromEntries(
      recordKinds.map(kind => [kind, sums[kind].toString(16).padStart(32, '0')])
    ) as Digest['sums']
  }
}

/** Mentions and members are sets. */
export function canonicalRecord (record: ExportRecord, vectors: boolean): string {
  const line = toLine(record)
  if (Array.isArray(line['entity_ids'])) line['entity_ids'] = (line['entity_ids'] as string[]).toSorted()
  if (!vectors) {
    delete line['embedding']
    delete line['gist_embedding']
  }
  return canonicalJson(line)
}
