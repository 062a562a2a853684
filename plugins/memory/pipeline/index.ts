/**
 * The memory pipelines behind `app.memory`: what writes may use and what reads may use is settled here, and nowhere
 * else.
 */
import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { memoryInterfaceVersion, type MemoryService } from '../../../domain/capabilities/memory.ts'
import type { Given } from '../../../domain/manifest.ts'
import { createContext } from './context.ts'
import type { Store } from '../../../domain/capabilities/store.ts'
import { createEnrichment } from './enrich/enrich.ts'
import { createEnrichmentQueue } from './enrich/queue.ts'
import type { ReadOptions, RecallOptions, RerankOptions } from './read/options.ts'
import { createReadPath } from './read.ts'
import { createAccessLog } from './read/access-log.ts'
import { recipeOf } from './read/recipes.ts'
import { createKeeping } from './keep/index.ts'
import { createService } from './service.ts'
import { createWritePath } from './write.ts'
import { createClock } from './write/clock.ts'
import { createSerialiser } from './write/serialise.ts'

const stopWithinMs = 1_500

type Options = Given<typeof RecallOptions & typeof RerankOptions & typeof ReadOptions>

async function owe (store: Store, userId: string, due: number): Promise<void> {
  const basis = await store.basis(userId)
  if (basis !== null) await store.commit({ userId, basis, enrichment: { due } }).catch(() => {})
}

export default fp(async (app, given) => {
  const { store, embedder, distiller, reranker } = app
  const { BudgetMs, Candidates, Staleness, ...recall } = given as Options
  // For what only looks; writes decide by `store`.
  const looked = Staleness > 0 ? store.relaxed?.(Staleness) ?? store : store
  const cache = app.hasDecorator('cache') ? app.cache : undefined
  const guard = app.hasDecorator('guard') ? app.guard : undefined
  const clock = createClock(store)
  const serialise = createSerialiser(clock)
  const write = createWritePath({
    store,
    embedder,
    guard,
    distiller,
    serialise,
    enrich: userId => {
      wake(userId)
    }
  })
  const summarise = createEnrichment({ store, embedder, distiller, serialise, clock })
  const enrichment = createEnrichmentQueue(
    store,
    async userId => {
      const nextAt = await write.drain(userId)
      await summarise(userId)
      if (nextAt === null) return
      // The backlog stays in the store, so that a restart finds what still waits.
      await owe(store, userId, await clock(userId))
      setTimeout(() => {
        wake(userId)
      }, Math.max(0, nextAt - Date.now())).unref()
    },
    error => app.log.warn({ err: error }, 'enrichment failed and will be tried again')
  )
  const accessLog = createAccessLog(store, error => app.log.warn({ err: error }, 'accesses could not be recorded yet'))
  const { wake } = enrichment

  const { recall: recallMemories, explainMiss } = createReadPath({
    store: looked,
    embedder,
    guard,
    reranker,
    recipe: recipeOf(recall),
    reranking: { budgetMs: BudgetMs, candidates: Candidates },
    accessLog
  })

  const memory: MemoryService = {
    interfaceVersion: memoryInterfaceVersion,
    remember: write.remember,
    ingest: write.ingest,
    recall: recallMemories,
    explainMiss,
    context: createContext({ store: looked, recall: recallMemories }),
    ...createKeeping({ store, embedder, serialise, enrich: wake }),
    ...createService({ store, looked, serialise, enrich: wake, cache, flushAccesses: accessLog.flush }),
    settled: enrichment.settled
  }
  app.decorate('memory', memory)
  app.addHook('onReady', enrichment.resume)
  app.addHook('onClose', async () => {
    // What is not finished in time stays owed in the store; an LLM may take longer than an orchestrator waits.
    await Promise.race([enrichment.stop(), pause(stopWithinMs, null, { ref: false })])
    await accessLog.flush()
  })
}, {
  name: 'memory-pipeline',
  fastify: '5.x',
  decorators: { fastify: ['store', 'embedder', 'distiller', 'reranker'] }
})
