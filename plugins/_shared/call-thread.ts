/**
 * Calls of functions that run on a thread of their own, which is started with the first call and again when it died. It
 * keeps the process alive only while an answer is awaited.
 */
import { parentPort, Worker } from 'node:worker_threads'

type ToThread = { id: number, name: string, argument: unknown } | { cancel: number }
type FromThread = { id: number, result: unknown } | { id: number, error: string }

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Calls `name` there with `argument`; rejects with the signal's reason when it is aborted, or when the thread dies. */
export type Call = <Result>(name: string, argument: unknown, signal?: AbortSignal) => Promise<Result>

/** `file` is a module that calls `answerCalls`; `title` is for errors. */
export function createCallThread (file: URL, title: string): Call {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0

  function start (): Worker {
    const started = new Worker(file, { name: title })
    started.on('message', (answer: FromThread) => {
      const asked = waiting.get(answer.id)
      if ('error' in answer) asked?.reject(new Error(answer.error))
      else asked?.resolve(answer.result)
    })
    const end = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
    }
    started.on('error', end)
    started.on('exit', code => end(new Error(`the thread of the ${title} ended with code ${code}`)))
    return started
  }

  return async <Result>(name: string, argument: unknown, signal?: AbortSignal) => {
    signal?.throwIfAborted()
    const thread = worker ??= start()
    const post = (message: ToThread) => thread.postMessage(message)
    const id = ++last
    const cancel = (): void => {
      post({ cancel: id })
      waiting.get(id)?.reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        thread.ref()
        post({ id, name, argument })
      }) as Result
    } finally {
      signal?.removeEventListener('abort', cancel)
      waiting.delete(id)
      if (waiting.size === 0) thread.unref()
    }
  }
}

/** On the thread: answers each call by the function of that name. */
export function answerCalls (
  functions: Record<string, (argument: never, signal: AbortSignal) => Promise<unknown>>
): void {
  const running = new Map<number, AbortController>()
  parentPort?.on('message', async (message: ToThread) => {
    if ('cancel' in message) return running.get(message.cancel)?.abort()
    const { id, name, argument } = message
    const cancelled = new AbortController()
    running.set(id, cancelled)
    const answer: FromThread = await Promise.resolve(functions[name]!(argument as never, cancelled.signal))
      .then(result => ({ id, result }), (error: unknown) => ({ id, error: String(error) }))
    running.delete(id)
    parentPort?.postMessage(answer)
  })
}
