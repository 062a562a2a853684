/** One user as lines: a header, the records, an end that tells a whole file from a cut one. */
import { createHash } from 'node:crypto'
import { noCounts } from '../../../domain/capabilities/backup.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { toLine } from './record.ts'

export const format = 'palimpsest-export'
export const formatVersion = 1

/** The checksum at the end is SHA-256 (hex) of every byte before that line. */
export async function* exportLines (store: Store, userId: string): AsyncGenerator<string> {
  const { model, dimensions } = await store.meta()
  const hash = createHash('sha256')
  const counts = noCounts()
  let records = 0
  const pause = timeSlices()

  yield line({
    record: 'header',
    format,
    version: formatVersion,
    user_id: userId,
    exported_at: new Date().toISOString(),
    embedding: dimensions === null ? null : { model, dimensions }
  })
  for await (const record of store.export(userId)) {
    await pause()
    counts[record.kind]++
    records++
    yield line(toLine(record))
  }
  yield `${JSON.stringify({ record: 'end', records, counts, sha256: hash.digest('hex') })}\n`

  function line (value: object): string {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text)
    return text
  }
}
