/** A query and passages in, scores out. */

export const rerankerInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance { reranker: Reranker }
}

export interface Reranking {
  /** One a document, in order: higher is more relevant; null for a document that did not fit the budget. */
  scores: Array<number | null>
}

export interface Reranker {
  /** `rerankerInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly provider: string
  readonly model: string
  /** Turns a score into P(relevant), 0 to 1; null when the model was never calibrated. */
  readonly calibration: { slope: number, intercept: number } | null
  /** Documents come best first, so that what is left out under `budgetMs` is the tail. Throws `RerankUnavailable`. */
  rerank (query: string, documents: string[], options: { budgetMs: number, signal?: AbortSignal }): Promise<Reranking>
}
