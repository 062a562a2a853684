/** Debian's HAProxy with the configuration that deploy/ recommends, in front of processes of this machine. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../domain/package-root.ts'
import { accepts, missing, service, type Service } from './service.ts'

const program = ['/usr/sbin/haproxy', 'haproxy'].find(file => spawnSync(file, ['-v']).status === 0)

/** Why it cannot be started here, or null. */
export function haproxyMissing (): string | null {
  return missing(program === undefined ? 'HAProxy is not installed (Debian package haproxy).' : null)
}

export async function startHaproxy (ports: number[]): Promise<Service> {
  const recommended = readFileSync(join(packageRoot, 'deploy', 'haproxy.cfg'), 'utf8')
  const servers = ports.map((port, place) => `  server process-${place} 127.0.0.1:${port}\n`).join('')
  return await service('haproxy', {
    command: (directory, port) => {
      const file = join(directory, 'haproxy.cfg')
      writeFileSync(
        file,
        recommended.replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`).replace(/(^ {2}server .*\n)+/m, servers)
      )
      return { file: program ?? 'haproxy', arguments: ['-db', '-f', file] }
    },
    ready: accepts
  })
}
