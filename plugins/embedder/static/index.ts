/**
 * The embedder that needs nothing: a table of word vectors distilled from a sentence encoder (models/embedder), read
 * with the first text, microseconds each.
 */
import { join } from 'node:path'
import fp from 'fastify-plugin'
import { embedderInterfaceVersion, type Embedder } from '../../../domain/capabilities/embedder.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import type { Given } from '../../../domain/manifest.ts'
import { packageRoot } from '../../../domain/package-root.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { checkEmbeddings } from '../_health/check.ts'
import { describeStaticModel, loadStaticModel, type StaticModel } from './embed.ts'
import type { Options } from './manifest.ts'

const folder = join(packageRoot, 'models', 'embedder')
/** Characters; 50,000 take up to a tenth of a second of everybody's, and many may come at once. */
const longestQuestion = 2_000

async function createStaticEmbedder (configured: number) {
  const { model, dimensions } = await describeStaticModel(folder)
  if (configured !== dimensions) {
    throw new SettingInvalid(
      `The setting Embedding:Dimensions (SVC_Embedding__Dimensions) is ${configured}; ` +
        `the built-in embedder has ${dimensions}. Set it to ${dimensions}.`
    )
  }
  let loading: Promise<StaticModel> | undefined

  async function embed (texts: string[], { signal }: { signal?: AbortSignal } = {}): Promise<Float32Array[]> {
    loading ??= loadStaticModel(folder).catch(error => {
      loading = undefined
      throw error
    })
    const { embed: embedOne } = await loading
    signal?.throwIfAborted()
    const pause = timeSlices(signal)
    const vectors: Float32Array[] = []
    for (const text of texts) {
      // A question, which is one short text, waits for nobody.
      if (vectors.length > 0 || text.length > longestQuestion) await pause()
      vectors.push(embedOne(text))
    }
    return vectors
  }
  const embedder: Embedder = {
    interfaceVersion: embedderInterfaceVersion,
    provider: 'builtin',
    model,
    configured: true,
    dimensions,
    endpoint: null,
    embed
  }
  // A probe does not read the table before anybody needs it; it looks whether it is there.
  const check = checkEmbeddings({
    ...embedder,
    embed: async texts => loading === undefined ? await describeStaticModel(folder).then(() => []) : await embed(texts)
  })
  return { ...embedder, check }
}

export default fp(async (fastify, options) => {
  fastify.decorate('embedder', await createStaticEmbedder((options as Given<typeof Options>).Dimensions))
}, { name: 'embedder-static', fastify: '5.x' })
