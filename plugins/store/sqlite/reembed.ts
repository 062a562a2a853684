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

/** So often the switch waits for a moment in which nothing lacks; writers without a pause leave none. */
const attemptsBesideWriters = 5

/** `commit` of the store, and its `reembed`, which makes commits wait while it embeds the last few memories. */
export function createReembed (
  steps: Steps,
  commit: Store['commit']
): Pick<Store, 'commit' | 'reembed'> {
  let running = false
  let last: { through: Promise<void>, end: () => void } | null = null

  return {
    reembed,
    async commit (changeset) {
      await last?.through
      return await commit(changeset)
    }
  }

  function holdCommits (): void {
    let end = (): void => {}
    const through = new Promise<void>(resolve => {
      end = resolve
    })
    last ??= { through, end }
  }

  async function reembed (...[target, embed, onProgress]: Parameters<Store['reembed']>): Promise<ReembedProgress> {
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
      for (let attempts = 0;;) {
        const items = await steps.reembedNext(generation, batchSize)
        if (items.length > 0) {
          const vectors = await embed(items.map(item => item.text))
          if (vectors.length !== items.length) {
            throw new DimensionMismatch(`The embedder returned ${vectors.length} vectors for ${items.length} texts.`)
          }
          await steps.reembedPut(generation, items, vectors)
          report({ done: progress.done + items.length, total: Math.max(progress.total, progress.done + items.length) })
          // Writers without a pause always leave something; a batch that is not full was all there was.
          if (items.length === batchSize) continue
        }
        const total = await steps.reembedFinish(generation)
        if (total !== null) {
          report({ done: total, total, state: 'done', finishedAt: Date.now() })
          return progress
        }
        if (++attempts >= attemptsBesideWriters) holdCommits()
      }
    } catch (error) {
      report({ state: 'failed', finishedAt: Date.now(), error: error instanceof Error ? error.message : String(error) })
      throw error
    } finally {
      running = false
      last?.end()
      last = null
    }
  }
}
