/** Embeds everything again, a batch at a time, beside what reads see; switches when nothing is lacking. */
import type { BegunReembed, ReembedProgress, Store } from '../../../domain/capabilities/store.ts'
import { Busy, DimensionMismatch } from '../../../domain/errors.ts'
import type { ReembedItem } from './protocol.ts'

interface Steps {
  reembedBegin(target: { model: string, dimensions: number }): Promise<BegunReembed>
  reembedNext(generation: number, limit: number): Promise<ReembedItem[]>
  reembedPut(generation: number, items: ReembedItem[], vectors: Float32Array[]): Promise<void>
  reembedFinish(generation: number): Promise<number | null>
}

const batchSize = 64

export function createReembed (steps: Steps): Store['reembed'] {
  let running = false
  return async (target, embed, onProgress) => {
    if (running) throw new Busy('The vectors are being rebuilt already.')
    running = true
    let progress: ReembedProgress = {
      ...target,
      state: 'running',
      generation: 0,
      done: 0,
      total: 0,
      startedAt: Date.now(),
      finishedAt: null,
      error: null
    }
    const report = (change: Partial<ReembedProgress>): void => {
      progress = { ...progress, ...change }
      onProgress(progress)
    }
    try {
      report(await steps.reembedBegin(target))
      const { generation } = progress
      for (;;) {
        const items = await steps.reembedNext(generation, batchSize)
        if (items.length > 0) {
          const vectors = await embed(items.map(item => item.text))
          if (vectors.length !== items.length) {
            throw new DimensionMismatch(`The embedder returned ${vectors.length} vectors for ${items.length} texts.`)
          }
          await steps.reembedPut(generation, items, vectors)
          report({ done: progress.done + items.length, total: Math.max(progress.total, progress.done + items.length) })
          continue
        }
        const total = await steps.reembedFinish(generation)
        if (total !== null) {
          report({ done: total, total, state: 'done', finishedAt: Date.now() })
          return progress
        }
      }
    } catch (error) {
      report({ state: 'failed', finishedAt: Date.now(), error: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      running = false
    }
  }
}
