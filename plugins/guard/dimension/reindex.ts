/**
 * One re-embedding at a time over all processes, held by a lease. Progress is kept in the store, so that a run whose
 * process was killed is resumed where it stopped, by the next start or by another process.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../domain/capabilities/guard.ts'
import type { ReembedProgress, Store } from '../../../domain/capabilities/store.ts'
import { takeLease, type Lease } from '../../_shared/lease.ts'
import { embedAll } from '../../_shared/embed-all.ts'

export interface Reindexer extends Pick<Guard, 'reindex' | 'progress'> {
  /** From now on resumes an unfinished run whose lease is free: its process was killed or stopped. */
  watch(): void
  /** Ends the current run between two batches; another watching process resumes it. */
  stop(): Promise<void>
}

export interface ReindexOptions {
  store: Store
  embedder: Embedder
  log: FastifyBaseLogger
  /** Called when a run has switched the store to the configured embedder. */
  onDone: () => Promise<void>
}

const running = 'reindex-vectors'
const watchEveryMs = 5_000
const logEveryMs = 5_000
/** Orchestrators kill after ten seconds. */
const stopWithinMs = 5_000

export function createReindexer ({ store, embedder, log, onDone }: ReindexOptions): Reindexer {
  const holder = randomUUID()
  const target = { model: embedder.model, dimensions: embedder.dimensions }
  let last: ReembedProgress | null = null
  let run: Promise<ReembedProgress> | null = null
  let beginning = false
  let interrupted: Error | null = null
  let stopped = false
  let again: NodeJS.Timeout | undefined

  async function reindex () {
    if (run !== null || beginning) return { finished: null }
    beginning = true
    try {
      // An embedder that does not answer is reported before anything begins.
      await embedder.embed(['reindex-vectors'])
      const { generation } = await store.meta()
      const lease = await takeLease(store, running, holder, { onLost, onFault })
      if (lease === null) return { finished: null }
      const started: ReembedProgress = last = {
        state: 'running',
        ...target,
        generation: generation + 1,
        done: 0,
        total: 0,
        startedAt: Date.now(),
        finishedAt: null,
        error: null
      }
      run = carryOut(started, lease).finally(() => {
        run = null
      })
      return { finished: run }
    } finally {
      beginning = false
    }
  }

  async function carryOut (started: ReembedProgress, lease: Lease): Promise<ReembedProgress> {
    interrupted = null
    let logged = 0
    log.info({ ...target }, 're-embedding begins')
    try {
      last = await store.reembed(target, embed, progress => {
        last = { ...progress }
        if (Date.now() - logged < logEveryMs) return
        logged = Date.now()
        log.info({ done: progress.done, total: progress.total }, 're-embedding')
      })
    } catch (error) {
      last = { ...(last ?? started), state: 'failed', finishedAt: Date.now(), error: (error as Error).message }
    } finally {
      lease.stop()
    }
    if (last.state === 'done') {
      await onDone()
      log.info({
        done: last.done,
        total: last.total,
        generation: last.generation,
        tookMs: Date.now() - started.startedAt
      }, 're-embedding is done')
    } else {
      log.error(
        { done: last.done, total: last.total, reason: last.error },
        're-embedding ended before its end; what is done stays done, call it again or restart to go on'
      )
    }
    await lease.release()
    return last
  }

  async function embed (texts: string[]): Promise<Float32Array[]> {
    if (interrupted !== null) throw interrupted
    return await embedAll(embedder, texts)
  }

  function onLost (): void {
    interrupted = new Error('Another process took the re-embedding over.')
  }

  function onFault (error: unknown): void {
    log.warn({ err: error }, 'the lease of the re-embedding could not be renewed yet')
  }

  /** True when no process holds the lease; a lease can only be asked by taking it, here for 1 ms. */
  async function free (): Promise<boolean> {
    return await store.lease(running, `${holder}:asking`, 1)
  }

  /** A run that failed in this process is not resumed by it: it would fail again, and is left to the operator. */
  async function takeUp (): Promise<void> {
    if (run !== null || beginning || last?.state === 'failed') return
    const left = await store.reembedding()
    if (left?.model !== target.model || left.dimensions !== target.dimensions || !await free()) return
    log.info({ ...target, done: left.done, total: left.total }, 'a re-embedding was not finished; going on with it')
    await (await reindex()).finished
  }

  function watch (): void {
    takeUp()
      .catch(error => log.warn({ err: error }, 'an unfinished re-embedding cannot go on yet'))
      .finally(() => {
        if (!stopped) again = setTimeout(watch, watchEveryMs).unref()
      })
  }

  return {
    reindex,
    watch,
    async progress () {
      if (run !== null) return { progress: last, elsewhere: false }
      const elsewhere = !await free()
      // What failed here waits for the operator, and says why.
      if (!elsewhere && last?.state === 'failed') return { progress: last, elsewhere }
      const begun = await store.reembedding()
      if (begun === null) return { progress: elsewhere ? null : last, elsewhere }
      const state = elsewhere ? 'running' : 'waiting'
      return { progress: { state, ...begun, finishedAt: null, error: null }, elsewhere }
    },
    async stop () {
      stopped = true
      clearTimeout(again)
      interrupted = new Error('The service was stopped; the next start goes on.')
      await Promise.race([run, pause(stopWithinMs, null, { ref: false })])
    }
  }
}
