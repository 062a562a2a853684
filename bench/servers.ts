/**
 * The databases that benches run on: SQLite in the service, and FalkorDB and Neo4j started for the occasion where
 * test/services has them.
 */
import { falkordbMissing, startFalkordb } from '../test/services/falkordb.ts'
import { neo4jMissing, residentMb, startNeo4j } from '../test/services/neo4j.ts'

export interface Server {
  /** What makes the service use it. */
  overrides: Record<string, string>
  /** Of the server; of this process, where the store is embedded in it. */
  residentMb: () => number
  stop: () => Promise<void>
}

interface Kind {
  missing: () => string | null
  start: () => Promise<Server>
}

/** By the values of `Database:Provider`. */
export const servers: Record<string, Kind> = {
  embedded: {
    missing: () => null,
    start: async () => ({ overrides: {}, residentMb: () => residentMb(process.pid), stop: async () => {} })
  },
  graphdb_a: {
    missing: falkordbMissing,
    async start () {
      const server = await startFalkordb({ durable: true })
      return {
        overrides: { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: `127.0.0.1:${server.port}` },
        residentMb: () => residentMb(server.pid()),
        stop: async () => {
          await server.stop()
        }
      }
    }
  },
  graphdb_b: {
    missing: neo4jMissing,
    async start () {
      const server = await startNeo4j({ heap: '3g', pageCache: '1g', brief: false })
      return {
        overrides: {
          SVC_Database__Provider: 'graphdb_b',
          SVC_GraphDbB__Url: server.url,
          SVC_GraphDbB__Username: server.username,
          SVC_GraphDbB__Password: server.password
        },
        residentMb: () => residentMb(server.pid()),
        stop: async () => {
          await server.stop()
        }
      }
    }
  }
}

/** The ones named, or all that can be started here; says of those that cannot why. */
export function present (names: string[]): string[] {
  return names.filter(name => {
    const kind = servers[name]
    if (kind === undefined) throw new Error(`${name} is no store: ${Object.keys(servers).join(', ')}.`)
    const reason = kind.missing()
    if (reason !== null) console.log(`${name} is left out: ${reason}`)
    return reason === null
  })
}
