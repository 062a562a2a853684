/** A prompt and a schema in, a checked object out. Only distillers may ask for it; recall cannot reach it. */
import type { CheckResult } from './health.ts'
import type { Static, TSchema } from 'typebox'

export const llmInterfaceVersion = 1

declare module 'fastify' {
  interface FastifyInstance {
    llm: Llm
  }
}

export interface LlmRequest<Schema extends TSchema> {
  /** Name and version of the prompt, for the log and the cache: `extract@1`. */
  prompt: string
  system: string
  user: string
  schema: Schema
  /** Whose budget pays. */
  userId: string
  /** A summary is paid from a share of the budget of its own, and leaves the rest to the reading of facts. */
  isSummary?: boolean
  maxOutputTokens?: number
  /** True for answers that must not outlive the moment, because what they speak of may be deleted meanwhile. */
  uncached?: boolean
  signal?: AbortSignal
}

export interface LlmUsage {
  calls: number
  promptTokens: number
  completionTokens: number
}

export interface Llm {
  /** `llmInterfaceVersion` of the release it was written for. */
  readonly interfaceVersion: number
  readonly provider: string
  readonly model: string
  readonly endpoint: string | null
  /** False for `none`: every call would throw `LlmNotConfigured`. */
  readonly configured: boolean
  /** Since the start of the process. */
  readonly usage: LlmUsage
  /** What health shows of it. Never throws. */
  check?(): Promise<CheckResult>
  /**
   * Asks once, repairs invalid output once. Throws `LlmNotConfigured`, `LlmUnavailable`, `LlmInvalidOutput` or
   * `LlmBudgetExceeded`; never returns an object that does not match the schema.
   */
  generate<Schema extends TSchema>(request: LlmRequest<Schema>): Promise<Static<Schema>>
}
