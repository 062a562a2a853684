/** Text to vectors. */

export const embedderInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { embedder: Embedder }
}

export interface Embedder {
  /** `embedderInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  /** The setting's value that chose it (`hosted_a`, `builtin`, …); `unset` when none was chosen. */
  readonly provider: string
  readonly model: string
  /** Length of every vector it returns. */
  readonly dimensions: number
  /** Where it is asked, without credentials; null when it is in the process. */
  readonly endpoint: string | null
  /**
   * One vector a text, in order, each of length `dimensions`, finite and not all zero. An empty list costs nothing.
   * Throws `EmbeddingNotConfigured`, `EmbeddingUnavailable` or `DimensionMismatch`.
   */
  embed (texts: string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>
}
