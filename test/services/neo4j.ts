/**
 * Neo4j 5.26 Community, the very server, from the jars that .ci/install-services fetched; bolt only, with
 * authentication.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import neo4j from 'neo4j-driver'
import { accepts, home, missing, service, type Service } from './service.ts'

const jars = join(home, 'neo4j', 'lib')

/** Null when it can be started here. */
export function neo4jMissing (): string | null {
  if (!existsSync(jars)) return missing('Neo4j is not installed in test/services/neo4j/lib.')
  return missing(spawnSync('java', ['-version']).status === 0 ? null : 'There is no Java to run Neo4j with.')
}

export interface Neo4jService extends Service {
  url: string
  username: string
  password: string
}

const opened = ['java.nio', 'java.io', 'sun.nio.ch', 'java.util.concurrent'].map(module =>
  `--add-opens=java.base/${module}=ALL-UNNAMED`
)

/** `brief`: for minutes of tests, in which compiling to the last level costs more than it brings. */
export async function startNeo4j ({ heap = '512m', pageCache = '128m', brief = true } = {}): Promise<Neo4jService> {
  const password = 'conformance'
  const started = await service('neo4j', {
    timeoutMs: 120_000,
    command (directory, port) {
      const settings = {
        'server.bolt.listen_address': `127.0.0.1:${port}`,
        'server.http.enabled': 'false',
        'server.https.enabled': 'false',
        'dbms.security.auth_enabled': 'true',
        'dbms.usage_report.enabled': 'false',
        'server.memory.pagecache.size': pageCache
      }
      mkdirSync(join(directory, 'conf'), { recursive: true })
      writeFileSync(
        join(directory, 'conf', 'neo4j.conf'),
        Object.entries(settings).map(pair => pair.join('=') + '\n').join('')
      )
      return {
        file: 'java',
        arguments: [
          `-Xmx${heap}`,
          '-XX:+UseSerialGC',
          ...brief ? ['-XX:TieredStopAtLevel=1'] : [],
          ...opened,
          '--add-modules=jdk.incubator.vector',
          '-cp',
          join(jars, '*'),
          'org.neo4j.server.CommunityEntryPoint',
          `--home-dir=${directory}`,
          `--config-dir=${join(directory, 'conf')}`
        ]
      }
    },
    ready: accepts
  })
  const url = `bolt://127.0.0.1:${started.port}`
  await choosePassword(url, password)
  return { ...started, url, username: 'neo4j', password }
}

/** A new server wants its first password changed before it does anything else. */
async function choosePassword (url: string, password: string): Promise<void> {
  const driver = neo4j.driver(url, neo4j.auth.basic('neo4j', 'neo4j'))
  try {
    await driver.session({ database: 'system' }).run('ALTER CURRENT USER SET PASSWORD FROM $first TO $password', {
      first: 'neo4j',
      password
    })
  } finally {
    await driver.close()
  }
}

/** Resident memory of a process in MiB, as Linux counts it. */
export function residentMb (pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
