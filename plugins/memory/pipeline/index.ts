/** The memory pipelines behind `app.memory`: what writes may use and what reads may use is settled here, and nowhere else. */
import { setTimeout as pause } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { memoryInterfaceVersion, type MemoryService } from '../../../kernel/capabilities/memory.ts'
import { createEnrichment } from './enrich/enrich.ts'
import { createEnrichmentQueue } from './enrich/queue.ts'
import { createReadPath } from './read.ts'
import { createAccessLog } from './read/access-log.ts'
import { recipeOf } from './read/recipes.ts'
import { createService } from './service.ts'
import { createWritePath } from './write.ts'
import { createSerialiser } from './write/serialise.ts'

const stopWithinMs = 1_500

export default fp(async app => {
  const { store, embedder, distiller, reranker, settings: { Recall, Rerank } } = app
  const cache = app.hasDecorator('cache') ? app.cache : undefined
  const guard = app.hasDecorator('guard') ? app.guard : undefined
  const serialise = createSerialiser()
  const enrichment = createEnrichmentQueue(
    store,
    createEnrichment({ store, embedder, distiller, serialise }),
    error => app.log.warn({ err: error }, 'enrichment failed and will be tried again')
  )
  const accessLog = createAccessLog(store, error => app.log.warn({ err: error }, 'accesses could not be recorded yet'))
  const { wake } = enrichment

  const memory: MemoryService = {
    interfaceVersion: memoryInterfaceVersion,
    ...createWritePath({ store, embedder, guard, distiller, serialise, enrich: wake }),
    recall: createReadPath({ store, embedder, guard, reranker, recipe: recipeOf(Recall), reranking: { budgetMs: Rerank.BudgetMs, candidates: Rerank.Candidates }, accessLog }),
    ...createService({ store, serialise, enrich: wake, cache, flushAccesses: accessLog.flush }),
    settled: enrichment.settled
  }
  app.decorate('memory', memory)
  app.addHook('onReady', enrichment.resume)
  app.addHook('onClose', async () => {
    // What is not finished in time stays owed in the store; an LLM may take longer than an orchestrator waits.
    await Promise.race([enrichment.stop(), pause(stopWithinMs, null, { ref: false })])
    await accessLog.flush()
  })
}, { name: 'memory-pipeline', fastify: '5.x', decorators: { fastify: ['settings', 'store', 'embedder', 'distiller', 'reranker'] } })
