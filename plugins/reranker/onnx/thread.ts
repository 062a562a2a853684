/**
 * The main thread's side of the worker: starts it with the first question, and again after it died.
 */
import { Worker } from 'node:worker_threads'
import type { FromWorker, Opening, Question, ToWorker } from './worker.ts'

export interface Thread {
  /** Resolves once the model is open and has scored a pair; rejects with the reason why it cannot be used. */
  open(): Promise<void>
  isOpen(): boolean
  ask(question: Omit<Question, 'id' | 'askedAt'>, signal?: AbortSignal): Promise<Array<number | null>>
  close(): Promise<void>
}

interface Waiting {
  resolve(scores: Array<number | null>): void
  reject(error: Error): void
}

const closeWithinMs = 2_000
/** MiB. Rows are garbage after each run; a small young generation saves twenty megabytes at no measurable cost. */
const youngMb = 4

export function createThread (opening: Opening): Thread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let opened: Promise<void> | undefined
  let lastId = 0

  function start (): Promise<void> {
    const started = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: opening,
      resourceLimits: { maxYoungGenerationSizeMb: youngMb }
    })
    worker = started
    return new Promise((resolve, reject) => {
      started.on('message', (message: FromWorker) => {
        if ('opened' in message) {
          started.unref()
          resolve()
        } else if ('refused' in message) fail(new Error(message.refused))
        else settle(message)
      })
      started.on('error', fail)
      started.on('exit', code => fail(new Error(`its thread ended with code ${code}`)))

      function fail (error: Error): void {
        reject(error)
        if (worker !== started) return
        worker = opened = undefined
        for (const { reject } of waiting.values()) reject(error)
        waiting.clear()
        started.terminate()
      }
    })
  }

  function settle (message: Extract<FromWorker, { id: number }>): void {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (waiting.size === 0) worker?.unref()
    if ('error' in message) asked?.reject(new Error(message.error))
    else asked?.resolve(message.scores)
  }

  function open (): Promise<void> {
    opened ??= start()
    return opened
  }

  const post = (message: ToWorker) => worker?.postMessage(message)

  return {
    open,

    isOpen: () => worker !== undefined,

    async ask (question, signal) {
      signal?.throwIfAborted()
      const id = ++lastId
      let posted = false
      let stop = () => {}
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(id, { resolve, reject })
          stop = () => {
            waiting.get(id)?.reject(signal?.reason as Error)
            if (posted) post({ cancel: id })
            else waiting.delete(id)
          }
          signal?.addEventListener('abort', stop, { once: true })
          open().then(() => {
            if (!waiting.has(id)) return
            posted = true
            // The thread keeps the process alive only while a question is unanswered.
            worker?.ref()
            // The budget starts here, so that the first question does not pay for opening the model.
            post({ ...question, id, askedAt: Date.now() })
          }, reject)
        })
      } finally {
        signal?.removeEventListener('abort', stop)
      }
    },

    async close () {
      const closing = worker
      if (closing === undefined) return
      worker = opened = undefined
      const gone = new Promise(resolve => closing.once('exit', resolve))
      closing.postMessage('close' satisfies ToWorker)
      const late = setTimeout(() => {
        closing.terminate()
      }, closeWithinMs)
      await gone
      clearTimeout(late)
    }
  }
}
