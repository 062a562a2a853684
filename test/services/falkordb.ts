/**
 * FalkorDB 4.16: its module in the redis-server it comes with, or in the system's valkey-server where glibc is too
 * old for that.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { home, missing, service, type Service } from './service.ts'

const folder = join(home, 'node_modules', '@falkordblite', 'linux-x64', 'bin')
const works = (file: string): boolean => spawnSync(file, ['--version']).status === 0

function host (): string | null {
  return [join(folder, 'redis-server'), 'valkey-server', 'redis-server'].find(works) ?? null
}

/** Null when it can be started here. */
export function falkordbMissing (): string | null {
  if (!existsSync(join(folder, 'falkordb.so'))) return missing('FalkorDB is not installed in test/services.')
  return missing(host() === null ? 'No redis-server or valkey-server of this system can load FalkorDB.' : null)
}

export interface FalkorService extends Service {
  password: string
}

export async function startFalkordb (
  { password = '', port, durable = false, words = [], launcher = [] }: {
    password?: string
    port?: number
    durable?: boolean
    /** Further settings of the server. */
    words?: string[]
    /** A command that starts it, as one that limits its share of the processor. */
    launcher?: string[]
  } = {}
): Promise<FalkorService> {
  const started = await service('falkordb', {
    port,
    command: (directory, at) => {
      const [file = '', ...rest] = [
        ...launcher,
        host() ?? 'redis-server',
        '--port',
        String(at),
        '--bind',
        '127.0.0.1',
        '--dir',
        directory,
        '--save',
        '',
        '--appendonly',
        durable ? 'yes' : 'no',
        '--appendfsync',
        'always',
        ...password ? ['--requirepass', password] : [],
        ...words,
        '--loadmodule',
        join(folder, 'falkordb.so'),
        'THREAD_COUNT',
        '2'
      ]
      return { file, arguments: rest }
    },
    ready: at => answers(at, password)
  })
  return { ...started, password }
}

/** Accepting connections is not enough: while it loads its file it answers LOADING. */
function answers (port: number, password: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${password ? `AUTH ${password}\r\n` : ''}PING\r\n`))
    let reply = ''
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', bytes => {
      reply += bytes.toString()
      if (reply.includes('PONG') || reply.includes('-')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(reply.includes('PONG')))
  })
}
