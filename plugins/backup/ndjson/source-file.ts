/** What an import reads from, whichever format it came in. */
import type { ExportRecord } from '../../../domain/capabilities/store.ts'

/** A file that was read to its end and found whole. */
export interface SourceFile {
  format: string
  /** Whose it was; null when the file does not say. */
  userId: string | null
  /** What its vectors were made with; null when it has none. */
  embedding: { model: string | null, dimensions: number } | null
  /** Records that cannot become memories, by reason. */
  left: number
  /** From the beginning each time: entities, memories, then what refers to them. */
  records: () => AsyncIterable<ExportRecord>
}
