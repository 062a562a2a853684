/**
 * The checks the wire promises, asked through the capability interfaces, so that every provider has them without a line of its own.
 * One that a provider registered itself comes first.
 */
import type { FastifyInstance } from 'fastify'
import type { CheckResult } from '../../../kernel/capabilities/health.ts'
import type { Check } from './report.ts'

export const standardChecks: Record<string, { needs: string[], check: (app: FastifyInstance) => Check }> = {
  database: { needs: ['store'], check: app => () => checkDatabase(app) },
  embeddings: { needs: ['embedder'], check: app => () => checkEmbeddings(app) },
  indexes: { needs: ['store', 'embedder'], check: app => () => checkIndexes(app) }
}

async function checkDatabase ({ store, settings }: FastifyInstance): Promise<CheckResult> {
  const provider = settings.Database.Provider
  const started = performance.now()
  try {
    const { url, user, server } = await store.ping()
    return { ok: true, provider, url, user, server, latency_ms: since(started), error: null }
  } catch (error) {
    return { ok: false, provider, url: null, user: null, latency_ms: null, error: message(error) }
  }
}

async function checkEmbeddings ({ embedder }: FastifyInstance): Promise<CheckResult> {
  const about = { provider: embedder.provider, model: embedder.model, dim: embedder.dimensions }
  const started = performance.now()
  try {
    await embedder.embed(['health'])
    return { ok: true, ...about, latency_ms: since(started), error: null }
  } catch (error) {
    return { ok: false, ...about, latency_ms: null, error: message(error) }
  }
}

/** An index of another dimension, or vectors of another model, cannot be searched with what the provider returns now. */
async function checkIndexes ({ store, embedder }: FastifyInstance): Promise<CheckResult> {
  const dimension = embedder.dimensions
  try {
    const [meta, indexes] = await Promise.all([store.meta(), store.describeIndexes()])
    const vectors = indexes.filter(({ kind }) => kind === 'vector')
    const mismatches = vectors.filter(({ dimensions }) => dimensions !== null && dimensions !== dimension)
      .map(({ name, dimensions }) => `${name}: index ${String(dimensions)} != provider ${dimension}`)
    const model = meta.model
    if (model !== null && model !== embedder.model && embedder.provider !== 'unset') mismatches.push(`Memory.embedding: model ${model} != provider ${embedder.model}`)
    const missing = indexes.filter(({ state }) => state === 'missing').map(({ name }) => name)
    const problems = [...mismatches, ...missing.map(name => `${name}: missing`)]
    return {
      ok: problems.length === 0,
      model,
      provider_dim: dimension,
      vector_indexes: vectors.map(({ name, dimensions }) => `${name}@${dimensions ?? '?'}`),
      mismatches,
      error: problems.length === 0 ? null : `${problems.join('; ')}. POST /api/v1/debug/reindex-vectors embeds everything anew.`
    }
  } catch (error) {
    return { ok: false, model: null, provider_dim: dimension, vector_indexes: [], mismatches: [], error: message(error) }
  }
}

function since (started: number): number {
  return Math.round((performance.now() - started) * 100) / 100
}

function message (error: unknown): string {
  return ((error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '').slice(0, 500)
}
