/** A database thread that died is started again: at once, then after ever longer pauses while it keeps dying. */
import { startThread, type Thread } from './thread.ts'
import type { ThreadOptions } from './worker.ts'

const firstPauseMs = 100
const longestPauseMs = 10_000
/** A thread that lived this long did not die of what the one before it died of. */
const soundAfterMs = 60_000

/** Calls that wait when the thread dies, or come before the next one is ready, reject with `DatabaseUnavailable`. */
export async function keepThread (options: ThreadOptions, warn: (message: string) => void): Promise<Thread> {
  let closed = false
  let pauseMs = firstPauseMs
  let startedAt = Date.now()
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> = Promise.resolve()
  let thread = await startThread(options, onGone)

  function onGone (why: string): void {
    if (closed) return
    if (Date.now() - startedAt > soundAfterMs) pauseMs = firstPauseMs
    warn(`the ${options.role} thread of the database ended (${why}); it is started again in ${pauseMs} ms`)
    timer = setTimeout(() => {
      starting = again()
    }, pauseMs).unref()
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  async function again (): Promise<void> {
    startedAt = Date.now()
    try {
      thread = await startThread(options, onGone)
    } catch (error) {
      onGone(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    call: (verb, ...parameters) => thread.call(verb, ...parameters),
    async close () {
      closed = true
      clearTimeout(timer)
      await starting
      await thread.close()
    }
  }
}
