/** The `embeddings` check of every embedder: one short text, so that a probe costs the provider next to nothing. */
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'

/** Shorter than the health report's own timeout, so that the reason names this provider. */
const timeoutMs = 3_000

export function checkEmbeddings ({ provider, model, dimensions, embed }: Embedder): () => Promise<CheckResult> {
  return async () => {
    const started = performance.now()
    const result = (error: string | null): CheckResult => ({
      ok: error === null,
      provider,
      model,
      dim: dimensions,
      latency_ms: Math.round(performance.now() - started),
      error
    })
    try {
      await embed(['health'], { signal: AbortSignal.timeout(timeoutMs) })
      return result(null)
    } catch (error) {
      return result(
        error instanceof DOMException
          ? `The embedding provider ${provider} did not answer within ${timeoutMs} ms.`
          : (error as Error).message
      )
    }
  }
}
