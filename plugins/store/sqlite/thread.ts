/** The service's end of one database thread: calls out, answers in, and what happens when the thread is gone. */
import { Worker } from 'node:worker_threads'
import { DatabaseUnavailable } from '../../../kernel/errors.ts'
import { fromFault, type Hello, type Reply, type Request } from './protocol.ts'
import type { ThreadOptions } from './worker.ts'

export interface Thread {
  call (verb: string, ...parameters: unknown[]): Promise<unknown>
  /** What was called before is answered first. */
  close (): Promise<void>
}

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** Node 22 warns in every thread that its SQLite is experimental; that is known here and told nobody anything. The flags of the process stay behind: a thread refuses some of them. */
const quiet = process.allowedNodeEnvironmentFlags.has('--disable-warning') ? ['--disable-warning=ExperimentalWarning'] : []

export async function startThread (options: ThreadOptions): Promise<Thread> {
  const worker = new Worker(workerFile, { workerData: options, execArgv: quiet, name: `sqlite ${options.role}` })
  const waiting = new Map<number, { verb: string, resolve: (result: unknown) => void, reject: (error: Error) => void }>()
  let last = 0
  let gone: string | null = null

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (hello: Hello) => {
      worker.off('error', reject)
      if ('ready' in hello) resolve()
      else reject(new Error(hello.failed))
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw new DatabaseUnavailable(options.path, error instanceof Error ? error.message : String(error))
  })

  worker.on('message', (replies: Reply[]) => {
    for (const reply of replies) {
      const call = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('fault' in reply) call?.reject(fromFault(reply.fault, call.verb))
      else call?.resolve(reply.result)
    }
    if (waiting.size === 0 && gone === null) worker.unref()
  })
  const end = (why: string): void => {
    gone ??= why
    for (const { reject } of waiting.values()) reject(new DatabaseUnavailable(options.path, why))
    waiting.clear()
  }
  const exited = new Promise<void>(resolve => worker.once('exit', () => {
    end('its thread ended')
    resolve()
  }))
  worker.on('error', error => end(error.message))
  // An idle store keeps no process alive; a call that waits does.
  worker.unref()

  // What is asked in one turn of the loop goes in one message: waking the other thread costs as much as many an answer.
  let asked: Request[] = []
  function send (): void {
    if (asked.length > 0) worker.postMessage(asked)
    asked = []
  }

  return {
    call (verb, ...parameters) {
      if (gone !== null) return Promise.reject(new DatabaseUnavailable(options.path, gone))
      return new Promise((resolve, reject) => {
        const id = ++last
        if (asked.push({ id, verb, parameters }) === 1) setImmediate(send)
        waiting.set(id, { verb, resolve, reject })
        worker.ref()
      })
    },
    async close () {
      gone ??= 'it was closed'
      worker.ref()
      send()
      worker.postMessage('close')
      await exited
    }
  }
}
