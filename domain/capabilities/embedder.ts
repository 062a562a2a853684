/** Text to vectors. */
import type { CheckResult } from './health.ts'

export const embedderInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    embedder: Embedder
  }
}

export interface Embedder {
  /** `embedderInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** The setting's value that chose it (`hosted_a`, `builtin`, …); `unset` when none was chosen. */
  readonly provider: string
  readonly model: string
  /** False when none was chosen: every call would throw `EmbeddingNotConfigured`. */
  readonly configured: boolean
  /** Length of every vector it returns. */
  readonly dimensions: number
  /** How many texts one call of `embed` may have; absent when there is no limit. Callers send long lists in parts. */
  readonly maxTextsPerCall?: number
  /** Where it is asked, without credentials; null when it is in the process. */
  readonly endpoint: string | null
  /** What health shows of it; health asks the plainest question of this contract when it is absent. Never throws. */
  check?(): Promise<CheckResult>
  /**
   * One vector a text, in order, each of length `dimensions`, finite and not all zero. An empty list costs nothing.
   * Throws `EmbeddingNotConfigured`, `EmbeddingUnavailable` or `DimensionMismatch`.
   */
  embed(texts: string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>
}
