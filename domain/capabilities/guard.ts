/** Stored vectors and the configured embedder agree, or the start fails; and how they are made to agree again. */
import type { CheckResult } from './health.ts'
import type { ReembedProgress } from './store.ts'

export const guardInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    guard: Guard
  }
}

export interface Reindexing {
  /** Resolves when the run ends, well or not; null when one was running already, here or in another process. */
  finished: Promise<ReembedProgress> | null
}

export interface Guard {
  /** `guardInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** What health shows of it. Never throws. */
  check?(): Promise<CheckResult>
  /**
   * Throws `DimensionMismatch` while the stored vectors are of another model or dimension than the configured
   * embedder's. Costs nothing.
   */
  requireMatch(): void
  /**
   * Re-embeds everything with the configured embedder while reads and writes go on; one run at a time over all
   * processes, taken up again by another process or the next start when it was killed. Throws
   * `EmbeddingNotConfigured` or `EmbeddingUnavailable` before it begins.
   */
  reindex(): Promise<Reindexing>
  /**
   * Of the running or the last run of this process; when another process runs one, `elsewhere` is true and it is that
   * one's, null in the moment before that has begun.
   */
  progress(): Promise<{ progress: ReembedProgress | null, elsewhere: boolean }>
}
