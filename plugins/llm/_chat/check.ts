/** The `llm` health check: lists the models, which costs no tokens. */
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import { ask } from '../../_shared/openai/ask.ts'
import type { Endpoint } from '../../_shared/openai/endpoint.ts'
import { explain } from '../../_shared/openai/faults.ts'

const timeoutMs = 3_000

export function checkLlm (endpoint: Endpoint): () => Promise<CheckResult> {
  const { client, provider, model } = endpoint
  return async () => {
    const started = performance.now()
    const result = (error: string | null): CheckResult => ({
      ok: error === null,
      provider,
      model,
      latency_ms: Math.round(performance.now() - started),
      error
    })
    try {
      await ask(endpoint, { timeoutMs, attempts: 1 }, signal => client.models.list({ signal }))
      return result(null)
    } catch (error) {
      const { status, reason } = explain(error, endpoint)
      // A server without a list of models is still there.
      return result(
        status === 404 || status === 405 || status === 501 ? null : `The LLM ${provider} did not answer: ${reason}`
      )
    }
  }
}
