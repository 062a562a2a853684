/** Stored vectors and the configured embedder agree, or the start fails; and how they are made to agree again. */
import type { ReembedProgress } from './store.ts'

export const guardInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { guard: Guard }
}

export interface Reindexing {
  /** False when one was running already, here or in another process. */
  started: boolean
  /** As of now; null when another process runs it and has not told how far it is. */
  progress: ReembedProgress | null
  /** Resolves when the run ends, well or not; null unless it was started by this call. */
  finished: Promise<ReembedProgress> | null
}

export interface Guard {
  /** `guardInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** Throws `DimensionMismatch` while the stored vectors are of another model or dimension than the configured embedder's. Costs nothing. */
  requireMatch (): void
  /**
   * Re-embeds everything with the configured embedder while reads and writes go on; one run at a time over all processes, taken up
   * again by the next start when it was killed. Throws `EmbeddingNotConfigured` or `EmbeddingUnavailable` before it begins.
   */
  reindex (): Promise<Reindexing>
  /** Of the running or the last run of this process; `elsewhere` is true when another process runs one. */
  progress (): Promise<{ progress: ReembedProgress | null, elsewhere: boolean }>
}
