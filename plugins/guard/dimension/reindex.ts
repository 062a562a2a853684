/**
 * One re-embedding at a time over all processes. A lease says that somebody runs one; a second, long one is the mark that a run
 * was begun and not finished, so that the next start takes it up where a kill left it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { Guard } from '../../../kernel/capabilities/guard.ts'
import type { ReembedProgress, Store } from '../../../kernel/capabilities/store.ts'

export interface Reindexer extends Pick<Guard, 'reindex' | 'progress'> {
  /** Takes up a run that a killed process left, and keeps asking until that process's lease has run out. */
  resume (): void
  /** Ends the run at hand between two batches; the mark stays, so the next start goes on. */
  stop (): Promise<void>
}

export interface ReindexOptions {
  store: Store
  embedder: Embedder
  log: FastifyBaseLogger
  /** Called when a run has switched the store to the configured embedder. */
  onDone: () => Promise<void>
}

const running = 'reindex-vectors'
/** A database may stall for some seconds; a killed run waits this long for its successor. */
const leaseMs = 15_000
const renewMs = 4_000
/** An unfinished run older than this is nobody's wish any more. */
const markMs = 30 * 24 * 60 * 60 * 1000
const logEveryMs = 5_000
/** Orchestrators kill after ten seconds. */
const stopWithinMs = 5_000

export function createReindexer ({ store, embedder, log, onDone }: ReindexOptions): Reindexer {
  const holder = randomUUID()
  const target = { model: embedder.model, dimensions: embedder.dimensions }
  const mark = `${running}:unfinished:${target.model}@${target.dimensions}`
  let last: ReembedProgress | null = null
  let run: Promise<ReembedProgress> | null = null
  let beginning = false
  let interrupted: Error | null = null
  let stopped = false
  let again: NodeJS.Timeout | undefined

  async function reindex () {
    if (run !== null || beginning) return { started: false, progress: last, finished: null }
    beginning = true
    try {
      // An embedder that does not answer is told before anything begins.
      await embedder.embed(['reindex-vectors'])
      if (!await store.lease(running, holder, leaseMs)) return { started: false, progress: null, finished: null }
      await store.lease(mark, running, markMs)
      const started = last = { state: 'running', ...target, generation: (await store.meta()).generation + 1, done: 0, total: 0, startedAt: Date.now(), finishedAt: null, error: null }
      run = carryOut(started).finally(() => { run = null })
      return { started: true, progress: started, finished: run }
    } finally {
      beginning = false
    }
  }

  async function carryOut (started: ReembedProgress): Promise<ReembedProgress> {
    interrupted = null
    let logged = 0
    const renewal = setInterval(renew, renewMs)
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
      clearInterval(renewal)
    }
    if (last.state === 'done') {
      await store.lease(mark, running, 1).catch(() => {})
      await onDone()
      log.info({ done: last.done, total: last.total, generation: last.generation, tookMs: Date.now() - started.startedAt }, 're-embedding is done')
    } else {
      log.error({ done: last.done, total: last.total, reason: last.error }, 're-embedding ended before its end; what is done stays done, call it again or restart to go on')
    }
    await store.lease(running, holder, 1).catch(() => {})
    return last
  }

  async function embed (texts: string[]): Promise<Float32Array[]> {
    if (interrupted !== null) throw interrupted
    return await embedder.embed(texts)
  }

  function renew (): void {
    store.lease(running, holder, leaseMs).then(held => {
      if (!held) interrupted = new Error('Another process took the re-embedding over.')
    }, error => log.warn({ err: error }, 'the lease of the re-embedding could not be renewed yet'))
  }

  /** True when nobody holds the lease: a moment's hold is the only question a lease answers. */
  async function free (name: string): Promise<boolean> {
    return await store.lease(name, `${holder}:asking`, 1)
  }

  async function takeUp (): Promise<void> {
    if (stopped || run !== null || await free(mark)) return
    log.info({ ...target }, 'a re-embedding was not finished; going on with it')
    const { started, finished } = await reindex()
    if (!started) askAgain()
    await finished
  }

  function askAgain (): void {
    if (!stopped) again = setTimeout(resume, leaseMs / 3).unref()
  }

  function resume (): void {
    takeUp().catch(error => {
      log.warn({ err: error }, 'an unfinished re-embedding cannot go on yet')
      askAgain()
    })
  }

  return {
    reindex,
    resume,
    progress: async () => ({ progress: last, elsewhere: run === null && !await free(running) }),
    async stop () {
      stopped = true
      clearTimeout(again)
      interrupted = new Error('The service was stopped; the next start goes on.')
      await Promise.race([run, pause(stopWithinMs, null, { ref: false })])
    }
  }
}
