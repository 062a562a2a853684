/**
 * The service as an operator runs it: a process of its own, configured by its command line and environment, stopped or
 * killed by its id.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { embeddedSettings, environmentIn } from './embedded.ts'

const cli = fileURLToPath(new URL('../../cli/cli.js', import.meta.url))

export interface Running {
  process: ChildProcess
  url: string
  /** Everything it printed so far. */
  printed: () => string
  /** Resolves with code and signal once it is gone. */
  ended: Promise<{ code: number | null, signal: NodeJS.Signals | null }>
  /** Sends the signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<{ code: number | null, signal: NodeJS.Signals | null }>
}

export interface Finished {
  code: number | null
  out: string
  err: string
}

function start (args: string[], folder: string, variables: Record<string, string>, timeout = 0) {
  // Nothing of the tester's own environment may choose a setting.
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
  return spawn(process.execPath, [cli, ...args], {
    env: { ...own, ...environmentIn(folder, variables) },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL'
  })
}

/** A command to its end; one that has none in time, as a service that should not have started, is killed. */
export async function runCommand (
  args: string[],
  folder: string,
  variables: Record<string, string> = {},
  withinMs = 120_000
): Promise<Finished> {
  const child = start(args, folder, variables, withinMs)
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += String(chunk)
  })
  child.stderr.on('data', chunk => {
    err += String(chunk)
  })
  return await new Promise(resolve => child.once('close', code => resolve({ code, out, err })))
}

/** Resolves when it answers; rejects with what it printed when it ends before. */
export async function startService (
  t: { teardown: (undo: () => Promise<void>) => void },
  folder: string,
  variables: Record<string, string> = {}
): Promise<Running> {
  const child = start(['serve', '--settings', embeddedSettings], folder, { SVC_Server__LogLevel: 'info', ...variables })
  let printed = ''
  const ended = new Promise<{ code: number | null, signal: NodeJS.Signals | null }>(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal }))
  )
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown): void => {
      printed += String(chunk)
      const found = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    ended.then(({ code, signal }) => reject(new Error(`the service ended with ${code ?? signal}: ${printed}`)))
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return await ended
  }
  t.teardown(async () => {
    await stop('SIGKILL')
  })
  return { process: child, url, printed: () => printed, ended, stop }
}

export async function call<Body = Record<string, unknown>> (
  url: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  body?: object
): Promise<{ status: number, body: Body }> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  })
  return { status: response.status, body: await response.json() as Body }
}

/** Polls until `accepted` holds; throws with the last answer after `withinMs`. */
export async function until<T> (
  ask: () => Promise<T>,
  accepted: (answer: T) => boolean,
  withinMs = 30_000
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (accepted(answer)) return answer
    if (Date.now() > deadline) throw new Error(`never accepted; the last answer was ${JSON.stringify(answer)}`)
    await new Promise(resolve => {
      setTimeout(resolve, 50)
    })
  }
}
