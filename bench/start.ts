/**
 * `npm run bench -- start`: from the command to the first healthy answer, and what is resident before and after the
 * first rerank. Linux only: it reads /proc.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { table } from '../cli/table.ts'
import { packageRoot } from '../domain/package-root.ts'
import { machine } from './machine.ts'

export const cli = fileURLToPath(new URL('../cli/cli.js', import.meta.url))
const runs = 5
/** What the start left to be done later is done by then. */
const startedMs = 2_000
/** V8 gives back what a start left behind after some eight seconds of quiet. */
export const settledMs = 12_000

interface Run {
  livez: number
  healthy: number
  cpu: number
  started: number
  idle: number
  searched: number
  reranked: number
}

export async function run (): Promise<void> {
  console.log(machine())
  const all: Run[] = []
  for (let turn = 0; turn < runs; turn++) all.push(await start())
  const rows = all.map(({ livez, healthy, cpu, started, idle, searched, reranked }) =>
    [livez, healthy, cpu, started, idle, searched, reranked, idle * 2 ** 20 / 1e6].map(value => value.toFixed(0))
  )
  console.log(
    table(`settings.embedded.json, ${runs} starts`, [
      '/livez after ms',
      '/api/health after ms',
      'processor ms',
      `MiB after ${startedMs / 1000} s`,
      `MiB after ${settledMs / 1000} s, idle`,
      'after a write and a search MiB',
      'after the first rerank MiB',
      'idle MB (10⁶ bytes)'
    ], rows)
  )
}

async function start (): Promise<Run> {
  const { pid, url, begun, stop } = await launch(packageRoot)
  try {
    const livez = await answered(`${url}/livez`, begun)
    const healthy = await answered(`${url}/api/health`, begun)
    const cpu = await processorMs(pid)
    await pause(startedMs)
    const started = await resident(pid)
    await pause(settledMs - startedMs)
    const idle = await resident(pid)
    const post = async (path: string, body: object) =>
      await (await fetch(`${url}/api/v1/memories${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body)
      })).json()
    await post('', { user_id: 'ada', text: 'Ada lives in Lisbon.', infer: false })
    const question = { user_id: 'ada', query: 'Where does Ada live?' }
    await post('/search', question)
    const searched = await resident(pid)
    await post('/search', { ...question, rerank: 'cross_encoder' })
    return { livez, healthy, cpu, started, idle, searched, reranked: await resident(pid) }
  } finally {
    await stop()
  }
}

interface Launched {
  pid: number | undefined
  url: string
  /** When the command was given. */
  begun: number
  stop: () => Promise<void>
}

/** The built service of the package at `root`, in a folder of its own. */
export async function launch (root: string): Promise<Launched> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
  const port = await freePort()
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_')))
  const begun = performance.now()
  const settings = join(root, 'settings.embedded.json')
  const child = spawn(process.execPath, [join(root, 'dist', 'cli', 'cli.js'), 'serve', '--settings', settings], {
    stdio: 'ignore',
    env: {
      ...own,
      SVC_Server__Port: String(port),
      SVC_Sqlite__Path: join(folder, 'a.db'),
      SVC_Cache__EmbeddingPath: join(folder, 'e'),
      SVC_Cache__LlmPath: join(folder, 'l')
    }
  })
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    begun,
    async stop () {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}

export async function answered (url: string, begun: number): Promise<number> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) return performance.now() - begun
    await pause(5)
  }
}

/** Resident memory of a process in MiB. */
export async function resident (pid: number | undefined, name = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** User and system time so far; a tick is ten milliseconds on every Linux in use. */
export async function processorMs (pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
