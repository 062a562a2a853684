/** The service's end of one database thread: calls out, answers in, and what happens when the thread is gone. */
import { Worker } from 'node:worker_threads'
import { DatabaseFault, DatabaseUnavailable } from '../../../domain/errors.ts'
import { createStepQueue } from '../../_shared/step-queue.ts'
import { opened, sealed } from './carried.ts'
import { post } from './post.ts'
import { fromFault, type ThreadStart, type ThreadReply, type ThreadRequest } from './protocol.ts'
import type { ThreadOptions } from './worker.ts'

interface Waiting {
  verb: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  since: number
}

/** Longer than one process waits for another's write, and than the longest statement should take. */
const callTimeoutMs = 120_000

export interface Thread {
  call(verb: string, ...parameters: unknown[]): Promise<unknown>
  /** What was called before is answered first. */
  close(): Promise<void>
}

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** `onGone` gets the reason when the thread ends without having been closed, once it was ready. */
export async function startThread (
  options: ThreadOptions,
  onGone: (why: string) => void,
  timeoutMs = callTimeoutMs
): Promise<Thread> {
  const worker = new Worker(workerFile, { workerData: options, execArgv: [], name: `sqlite ${options.role}` })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let gone: string | null = null
  let closing = false

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (start: ThreadStart) => {
      worker.off('error', reject)
      if ('ready' in start) resolve()
      else reject(new Error(start.failed))
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw new DatabaseUnavailable(options.path, error instanceof Error ? error.message : String(error))
  })

  // What comes of answers, as to write them out for those who asked, is not done for all of them in one turn.
  const queue = createStepQueue()
  worker.on('message', (replies: ThreadReply[]) => {
    for (const reply of replies) queue.take(() => answer(reply))
  })
  function answer (reply: ThreadReply): void {
    const call = settle(reply.id)
    if ('fault' in reply) call?.reject(fromFault(reply.fault, call.verb))
    else call?.resolve(opened(reply.result))
  }
  /** Undefined for a call that was given up. */
  function settle (id: number): Waiting | undefined {
    const call = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0 && gone === null) worker.unref()
    return call
  }
  /** One for all calls, at the time of the first that waits: a timer a call takes as long as a small message. */
  let deadline: NodeJS.Timeout | undefined
  function giveUp (): void {
    deadline = undefined
    for (const [id, { verb, since }] of waiting) {
      const leftMs = since + timeoutMs - performance.now()
      if (leftMs > 0) return giveUpIn(leftMs)
      settle(id)?.reject(new DatabaseUnavailable(options.path, `no answer to ${verb} in ${timeoutMs} ms`))
    }
  }
  function giveUpIn (ms: number): void {
    deadline ??= setTimeout(giveUp, ms).unref()
  }
  const end = (why: string): void => {
    gone ??= why
    // What was answered before it ended holds.
    queue.flush()
    for (const id of [...waiting.keys()]) settle(id)?.reject(new DatabaseUnavailable(options.path, why))
  }
  const exited = new Promise<void>(resolve =>
    worker.once('exit', () => {
      const closed = closing
      end('its thread ended')
      resolve()
      if (!closed) onGone(gone ?? '')
    })
  )
  worker.on('error', error => end(error.message))
  // An idle store keeps no process alive; a call that waits does.
  worker.unref()

  // What is asked in one turn of the loop goes in one message: waking the other thread costs as much as many an answer.
  let asked: ThreadRequest[] = []
  function send (): void {
    post(worker, asked, ({ id, verb }, error) => {
      settle(id)?.reject(new DatabaseFault(verb, error.message))
      return undefined
    })
    asked = []
  }

  return {
    call (verb, ...parameters) {
      if (gone !== null) return Promise.reject(new DatabaseUnavailable(options.path, gone))
      return new Promise((resolve, reject) => {
        const id = ++last
        const request = { id, verb, parameters: sealed(parameters) }
        waiting.set(id, { verb, resolve, reject, since: performance.now() })
        giveUpIn(timeoutMs)
        if (asked.push(request) === 1) setImmediate(send)
        worker.ref()
      })
    },
    async close () {
      gone ??= 'it was closed'
      closing = true
      worker.ref()
      send()
      worker.postMessage('close')
      await exited
    }
  }
}
