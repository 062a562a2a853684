/** The service's end of the thread that reads by rules: started with the first conversation, and again when it died. */
import { Worker } from 'node:worker_threads'
import type { Conversation, Distillation } from '../../../domain/capabilities/distiller.ts'
import type { FromReader, ToReader } from './worker.ts'

interface Waiting {
  resolve: (distillation: Distillation) => void
  reject: (error: Error) => void
}

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** As `Distiller.distill`, on a thread of its own. Rejects when the thread dies; the next call starts another. */
export function createReader (): (conversation: Conversation) => Promise<Distillation> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0

  function start (): Worker {
    const started = new Worker(workerFile, { name: 'rules' })
    started.on('message', (answer: FromReader) => {
      const asked = waiting.get(answer.id)
      if ('error' in answer) asked?.reject(new Error(answer.error))
      else asked?.resolve(answer.distillation)
    })
    const end = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
    }
    started.on('error', end)
    started.on('exit', code => end(new Error(`the thread of the rules distiller ended with code ${code}`)))
    return started
  }

  return async ({ signal, ...conversation }) => {
    signal?.throwIfAborted()
    const thread = worker ??= start()
    const post = (message: ToReader) => thread.postMessage(message)
    const id = ++last
    const cancel = (): void => {
      post({ cancel: id })
      waiting.get(id)?.reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        // It keeps the process alive only while an answer is awaited.
        thread.ref()
        post({ id, conversation })
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
      waiting.delete(id)
      if (waiting.size === 0) thread.unref()
    }
  }
}
