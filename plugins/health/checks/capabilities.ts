/**
 * What health shows of each capability: the provider's own `check` where it has one, else the plainest question that
 * its contract answers. A check that was registered under the same name comes first.
 */
import type { FastifyInstance } from 'fastify'
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import type { StorePing } from '../../../domain/capabilities/store.ts'
import type { Check } from './report.ts'

/** The checks of the capabilities that this app has, by the name they have on the wire. */
export function capabilityChecks (app: FastifyInstance): Map<string, Check> {
  const checks = new Map<string, Check>()
  if (app.hasDecorator('store')) checks.set('database', checkDatabase(app))
  if (app.hasDecorator('embedder')) checks.set('embeddings', async () => await (app.embedder.check ?? embed)())
  if (app.hasDecorator('guard')) addOwn('indexes', app.guard.check)
  if (app.hasDecorator('llm')) addOwn('llm', app.llm.check)
  if (app.hasDecorator('reranker')) addOwn('rerank', app.reranker.check)
  return checks

  function addOwn (name: string, check: Check | undefined): void {
    if (check !== undefined) checks.set(name, check)
  }

  async function embed (): Promise<CheckResult> {
    const { embedder } = app
    const started = performance.now()
    const answer = (error: string | null) => ({
      ok: error === null,
      provider: embedder.provider,
      model: embedder.model,
      dim: embedder.dimensions,
      latency_ms: since(started),
      error
    })
    return await embedder.embed(['health']).then(() => answer(null), error => answer(message(error)))
  }
}

function checkDatabase ({ store, chosen }: FastifyInstance): Check {
  // Where it stood when it last answered, so that an operator sees which database is down.
  let place: StorePing | null = null
  return async () => {
    const started = performance.now()
    let serving = false
    const error = await store.ping().then(found => {
      place = found
      serving = true
      return found.away ?? null
    }, message)
    return {
      ok: error === null,
      // In part: the users of what is away are refused, all others are not.
      ...serving && error !== null ? { serving } : {},
      provider: chosen['store']?.value ?? null,
      url: place?.url ?? null,
      user: place?.user ?? null,
      server: place?.server ?? null,
      latency_ms: serving ? since(started) : null,
      error
    }
  }
}

/** Whole milliseconds: existing clients hold them as integers. */
function since (started: number): number {
  return Math.round(performance.now() - started)
}

function message (error: unknown): string {
  return ((error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '').slice(0, 500)
}
