/** A query and passages in, scores out. */
import type { CheckResult } from './health.ts'

export const rerankerInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    reranker: Reranker
  }
}

export interface Reranking {
  /**
   * One a document, in order: higher is more relevant; null for a document that did not fit the budget.
   * An empty list says that this reranker has no opinion (`none`): the order stands and nothing is missing.
   */
  scores: Array<number | null>
}

export interface RerankOptions {
  budgetMs: number
  signal?: AbortSignal
}

export interface Reranker {
  /** `rerankerInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly provider: string
  readonly model: string
  /** What health shows of it. Never throws. */
  check?(): Promise<CheckResult>
  /**
   * P(relevant) = 1 / (1 + exp(-(slope · score + intercept))); below `noRelevantBelow` (0 to 1) even the best hit is
   * probably not what was asked for. Null when the model was never calibrated.
   */
  readonly calibration: { slope: number, intercept: number, noRelevantBelow: number } | null
  /** Documents come best first, so that what is left out under `budgetMs` is the tail. Throws `RerankUnavailable`. */
  rerank(query: string, documents: string[], options: RerankOptions): Promise<Reranking>
  /**
   * Scores those documents alone that it remembers from an earlier call, which costs next to nothing; the others get
   * null and may be read after the answer, best first. Absent where nothing is remembered.
   */
  rerankKnown?(query: string, documents: string[], options: RerankOptions): Promise<Reranking>
}
