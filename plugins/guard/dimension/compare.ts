/** What the store knows of its vectors against what the configured embedder gives. */
import type { CheckResult } from '../../../domain/capabilities/health.ts'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { IndexDescription } from '../../../domain/capabilities/store.ts'
import type { StoreMeta } from '../../../domain/nouns.ts'

export type Configured = Pick<Embedder, 'provider' | 'model' | 'dimensions'>

export interface Comparison {
  /**
   * Dimension in the store; null while nothing was written. Differs from the configured one when `dimensionsDiffer`.
   */
  stored: number | null
  dimensionsDiffer: boolean
  /** The same length, but numbers of another model: they would be compared and mean nothing. */
  modelDiffers: boolean
  /** One line a disagreement, for the health report. */
  mismatches: string[]
}

export function compare (configured: Configured, meta: StoreMeta, indexes: IndexDescription[]): Comparison {
  const { model, dimensions } = configured
  const vectorIndexes = indexes.filter(({ kind, dimensions }) => kind === 'vector' && dimensions !== null)
  const name = vectorIndexes[0]?.name ?? 'Memory.embedding'
  const differing = vectorIndexes.filter(index => index.dimensions !== dimensions)
  const mismatches = differing.map(index => `${index.name}: index ${index.dimensions} != provider ${dimensions}`)
  // The mark in the store is the truth; an index may be absent where a database needs none.
  if (meta.dimensions !== null && meta.dimensions !== dimensions && mismatches.length === 0) {
    mismatches.push(`${name}: index ${meta.dimensions} != provider ${dimensions}`)
  }
  const dimensionsDiffer = mismatches.length > 0
  const modelDiffers = !dimensionsDiffer && meta.model !== null && model !== '' && meta.model !== model
  if (modelDiffers) mismatches.push(`${name}: model ${meta.model} != provider ${model}`)
  return { stored: differing[0]?.dimensions ?? meta.dimensions, dimensionsDiffer, modelDiffers, mismatches }
}

/** Both numbers, the setting, the way past the guard and the way out. */
export function explainDimensions ({ stored }: Comparison, { model, dimensions }: Configured): string {
  return `The stored vectors have ${stored} dimensions, the configured embedder${
    model === '' ? '' : ` (${model})`
  } gives ${dimensions}. ` +
    'Set Embedding:Dimensions (SVC_Embedding__Dimensions) and the model back to what the vectors were made with ' +
    `(${stored}), ` +
    'or start once with Embedding:SkipDimensionGuard (SVC_Embedding__SkipDimensionGuard) set to true and call ' +
    'POST /api/v1/debug/reindex-vectors to embed everything anew.'
}

export function explainModel (meta: StoreMeta, { model }: Configured): string {
  return `The stored vectors were made by the model ${meta.model}, the configured embedder is ${model}: searches are ` +
    'answered from text until POST /api/v1/debug/reindex-vectors has embedded everything anew.'
}

/** Vectors of an unnamed model cannot be distinguished from those of another. */
function isUnnamed ({ dimensions, model }: StoreMeta, configured: Configured): boolean {
  return dimensions !== null && model === null && configured.model !== ''
}

/** The `indexes` check of the health report. */
export function indexesCheck (configured: Configured, meta: StoreMeta, indexes: IndexDescription[]): CheckResult {
  const comparison = compare(configured, meta, indexes)
  // Until the first vector is written there may be no place for one.
  const missing = indexes.filter(({ kind, state }) =>
    state === 'missing' && (kind === 'text' || meta.dimensions !== null)
  ).map(({ name }) => `${name} is missing`)
  const error = comparison.dimensionsDiffer
    ? explainDimensions(comparison, configured)
    : comparison.modelDiffers
    ? explainModel(meta, configured)
    : isUnnamed(meta, configured)
    ? `The model of the stored vectors (${meta.dimensions} dimensions) is not known: an older release restored them. ` +
      'POST /api/v1/debug/reindex-vectors embeds everything anew.'
    : missing.length > 0
    ? `${missing.join(', ')}.`
    : null
  return {
    ok: error === null,
    model: meta.model,
    provider_dim: configured.dimensions,
    vector_indexes: indexes.filter(({ kind, dimensions }) => kind === 'vector' && dimensions !== null).map((
      { name, dimensions }
    ) => `${name}@${dimensions}`),
    mismatches: comparison.mismatches,
    error
  }
}
