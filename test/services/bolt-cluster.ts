/**
 * Stands in for a Neo4j Enterprise cluster, which no registry carries: a router that speaks bolt (5.4) in front of real
 * Community servers. Each member is a port of its own; it says who leads and who follows when it is asked for routes,
 * makes and lists databases by itself, and hands every other statement to the real server that holds its database, as a
 * statement to the only database that this one has. So names, routes, roles and bookmarks are those of a cluster;
 * replication is not there, and a follower is never behind unless `refuse` says so.
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { serveMember } from './bolt-member.ts'
import type { Packed } from './packstream.ts'

/** A statement as it arrived. */
export interface Heard {
  member: number
  database: string
  /** What its session is for. */
  reads: boolean
  statement: string
  bookmarks: string[]
}

export interface Fault {
  [key: string]: string
  code: string
  message: string
}

export interface BoltCluster {
  /** Of each member. */
  ports: number[]
  /** Of the first member. */
  url: string
  heard: Heard[]
  /** By name, the real server that holds it. */
  databases: Map<string, number>
  /** Sessions that may write are refused by all but this member. */
  leader: number
  /** What a statement fails with; null for none. */
  refuse: (asked: Heard) => Fault | null
  close: () => Promise<void>
}

/** How a member answers, in the order in which it is asked. */
export interface Rules {
  /** A routing table. */
  routes: (database: string) => Packed | Fault
  refusal: (asked: Heard) => Fault | null
  /** Rows of what the router answers itself. */
  administered: (statement: string) => Packed[][] | null
  /** The real server that holds it. */
  serverOf: (database: string) => number
}

/** `servers`: ports of the real ones; databases that are made go to them in turn. */
export async function startBoltCluster (servers: number[], { members = 3 } = {}): Promise<BoltCluster> {
  const sockets = new Set<Socket>()
  const opened = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket)).setNoDelay()
  }
  const listening: Server[] = []
  const cluster: BoltCluster = {
    ports: [],
    url: '',
    heard: [],
    databases: new Map(),
    leader: 0,
    refuse: () => null,
    async close () {
      const closed = listening.map(server => once(server.close(), 'close'))
      for (const socket of sockets) socket.destroy()
      await Promise.all(closed)
    }
  }
  const rules = rulesOf(cluster, servers.length)
  for (let member = 0; member < members; member++) {
    const server = createServer(socket =>
      serveMember(member, rules, opened(socket), place => opened(connect(servers[place] ?? 0, '127.0.0.1')))
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    listening.push(server)
    cluster.ports.push((server.address() as AddressInfo).port)
  }
  cluster.url = `neo4j://127.0.0.1:${cluster.ports[0]}`
  return cluster
}

function rulesOf (cluster: BoltCluster, servers: number): Rules {
  const { databases } = cluster
  const missing = (name: string): Fault | null =>
    ['system', 'neo4j'].includes(name) || databases.has(name)
      ? null
      : { code: 'Neo.ClientError.Database.DatabaseNotFound', message: `Graph not found: ${name}` }
  return {
    routes (db) {
      const named = (wanted: (member: number) => boolean): string[] =>
        cluster.ports.filter((_, member) => wanted(member)).map(port => `127.0.0.1:${port}`)
      return missing(db) ?? {
        rt: {
          ttl: 300,
          db,
          servers: [
            { role: 'ROUTE', addresses: named(() => true) },
            { role: 'WRITE', addresses: named(member => member === cluster.leader) },
            { role: 'READ', addresses: named(member => member !== cluster.leader) }
          ]
        }
      }
    },
    refusal (asked) {
      cluster.heard.push(asked)
      const refused = cluster.refuse(asked) ?? missing(asked.database)
      if (refused !== null || asked.reads || asked.member === cluster.leader) return refused
      return { code: 'Neo.ClientError.Cluster.NotALeader', message: 'No write operations are allowed here.' }
    },
    administered (statement) {
      if (statement.startsWith('SHOW DATABASES')) {
        return ['neo4j', 'system', ...databases.keys()].map(name => [name, []])
      }
      const made = /^CREATE DATABASE `([^`]+)` IF NOT EXISTS WAIT$/.exec(statement)?.[1]
      if (made === undefined) return null
      if (!databases.has(made)) databases.set(made, databases.size % servers)
      return []
    },
    serverOf: name => databases.get(name) ?? 0
  }
}
