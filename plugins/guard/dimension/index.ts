/**
 * At start: the stored vectors and the configured embedder are of one size, or the service does not start. After
 * that: how that is mended.
 */
import fp from 'fastify-plugin'
import { guardInterfaceVersion, type Guard } from '../../../domain/capabilities/guard.ts'
import { DimensionMismatch } from '../../../domain/errors.ts'
import type { StoreMeta } from '../../../domain/nouns.ts'
import type { Given } from '../../../domain/manifest.ts'
import { compare, explainDimensions, explainModel, indexesCheck, type Comparison } from './compare.ts'
import type { Options } from './manifest.ts'
import { createReindexer } from './reindex.ts'

/** While the two disagree, another process may be mending it. */
const lookAgainMs = 5_000

export default fp(async (app, options) => {
  const { store, embedder, log } = app
  const { SkipDimensionGuard } = options as Given<typeof Options>
  let disagreement: string | null = null
  let timer: NodeJS.Timeout | undefined

  async function look (): Promise<Comparison> {
    clearTimeout(timer)
    const [meta, indexes] = await Promise.all([store.meta(), store.describeIndexes()])
    const comparison = compare(embedder, meta, indexes)
    settle(meta, comparison)
    if (disagreement !== null) timer = setTimeout(lookAgain, lookAgainMs).unref()
    return comparison
  }

  function settle (meta: StoreMeta, comparison: Comparison): void {
    disagreement = comparison.dimensionsDiffer
      ? explainDimensions(comparison, embedder)
      : comparison.modelDiffers
      ? explainModel(meta, embedder)
      : null
  }

  function lookAgain (): void {
    look().catch(error => {
      log.warn({ err: error }, 'the vector indexes could not be looked at')
      timer = setTimeout(lookAgain, lookAgainMs).unref()
    })
  }

  const { dimensionsDiffer } = await look()
  if (dimensionsDiffer && !SkipDimensionGuard) throw new DimensionMismatch(disagreement)
  if (disagreement !== null) log.warn(disagreement)
  // Without an embedder there is no model whose index could be made.
  else if (embedder.configured) {
    await store.ensureIndexes({ model: embedder.model, dimensions: embedder.dimensions })
  }

  const reindexer = createReindexer({
    store,
    embedder,
    log,
    onDone: async () => {
      await look()
    }
  })
  const guard: Guard = {
    interfaceVersion: guardInterfaceVersion,
    requireMatch () {
      if (disagreement !== null) throw new DimensionMismatch(disagreement)
    },
    reindex: reindexer.reindex,
    progress: reindexer.progress,
    async check () {
      const [meta, indexes] = await Promise.all([store.meta(), store.describeIndexes()])
      settle(meta, compare(embedder, meta, indexes))
      return indexesCheck(embedder, meta, indexes)
    }
  }
  app.decorate('guard', guard)
  // Only a service that listens goes on with it by itself; a command that opens the same store does not.
  app.addHook('onListen', async () => reindexer.watch())
  // Before requests are waited for: one of them may be waiting for the run.
  app.addHook('preClose', async () => {
    clearTimeout(timer)
    await reindexer.stop()
  })
}, { name: 'guard-dimension', fastify: '5.x', decorators: { fastify: ['store', 'embedder'] } })
