/** What the real servers of the tests have in common: their own directory, a free port, and an end by process id. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface Service {
  port: number
  directory: string
  /** Process id of the running server. */
  pid: () => number
  /** SIGKILL: as a crash. The directory stays, so that `start` brings the data back. */
  kill: () => Promise<void>
  /** Starts it again on the same port and directory. */
  start: () => Promise<void>
  /** Ends it and removes its directory. */
  stop: () => Promise<void>
}

/** `test/services` of the source tree, also when this runs from dist. */
export const home = ((): string => {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'test', 'services', 'package.json'))) {
    if (dirname(folder) === folder) throw new Error('test/services cannot be found above ' + import.meta.url)
    folder = dirname(folder)
  }
  return join(folder, 'test', 'services')
})()

export async function freePort (): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const ends = new Set<() => void>()
function endAll (): void {
  for (const end of ends) end()
}

/**
 * Runs `command` until `ready` answers. Tests that need a server which is not installed are skipped with the reason;
 * where CI is set they fail instead, so that a matrix never goes green by skipping.
 */
export async function service (name: string, options: {
  port?: number
  command: (directory: string, port: number) => { file: string, arguments: string[] }
  ready: (port: number) => Promise<boolean>
  timeoutMs?: number
}): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), `palimpsest-${name}-`))
  const port = options.port ?? await freePort()
  let child: ChildProcess | null = null

  async function start (): Promise<void> {
    const { file, arguments: words } = options.command(directory, port)
    const log = join(directory, 'service.log')
    const started = spawn(file, words, { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    const output = createWriteStream(log, { flags: 'a' })
    started.stdout?.pipe(output)
    started.stderr?.pipe(output)
    const deadline = Date.now() + (options.timeoutMs ?? 60_000)
    while (!await options.ready(port).catch(() => false)) {
      if (started.exitCode !== null) {
        throw new Error(`${name} ended at its start: ${readFileSync(log, 'utf8').slice(-2000)}`)
      }
      if (Date.now() > deadline) throw new Error(`${name} did not get ready: ${readFileSync(log, 'utf8').slice(-2000)}`)
      await sleep(50)
    }
  }

  async function kill (): Promise<void> {
    const running = child
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    running.kill('SIGKILL')
    await once(running, 'exit')
  }

  if (ends.size === 0) process.on('exit', endAll)
  ends.add(() => child?.kill('SIGKILL'))
  await start()
  return {
    port,
    directory,
    pid: () => child?.pid ?? 0,
    kill,
    start,
    async stop () {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

/** True once something accepts connections there. */
export async function accepts (port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}

/** The reason to skip, unless this is CI, where a missing server is a failure. */
export function missing (reason: string | null): string | null {
  if (reason !== null && process.env.CI) {
    throw new Error(`${reason} In CI that is a failure: run .ci/install-services first.`)
  }
  return reason
}
