/**
 * The primaries of a FalkorDB cluster (Redis or Valkey Cluster with the module). Which server holds a graph is asked
 * of the cluster when a statement meets a server that is away or no longer holds it, and while statements wait long.
 */
import slotOf from 'cluster-key-slot'
import { DatabaseUnavailable } from '../../../domain/errors.ts'
import { within } from '../_cypher/within.ts'
import { nameOf, type Client, type Node } from './client.ts'
import type { Server } from './server.ts'

/** What a statement is sent through: one server, or the servers of a cluster. */
export interface Servers {
  /** The server that holds the graph; a promise while it is being connected to. */
  of: (graph: string) => Server | Promise<Server>
  /** The server at host:port, of which the cluster spoke. */
  at: (where: string) => Promise<Server>
  /** Asks anew which server holds which graph. */
  refresh: () => Promise<void>
  open: () => Server[]
  close: () => Promise<void>
}

interface Range {
  from: number
  to: number
  node: Node
}

interface Topology {
  /** Grows with every change of who holds what. */
  epoch: number
  ranges: Range[]
  nodes: Node[]
}

/** How long a node may take to say what the cluster looks like. */
const topologyTimeoutMs = 2000
/** How often a statement that waits has the cluster looked at: a frozen primary keeps its sockets open. */
const lookEveryMs = 1000

export const oneServer = (server: Server): Servers => ({
  of: () => server,
  at: async () => server,
  refresh: async () => {},
  open: () => [server],
  close: () => server.close()
})

export async function isCluster (server: Server): Promise<boolean> {
  // Valkey says server_mode where Redis says redis_mode, so the section of the cluster is asked.
  return /cluster_enabled:1/.test(String(await server.send(false, client => client.command(['INFO', 'cluster']))))
}

export interface Opening {
  server: (node: Node) => Promise<Server>
  client: (node: Node) => Promise<Client>
}

/** `known`: nodes that may be asked before the cluster has named any. */
export async function cluster (first: Server, known: Node[], opening: Opening): Promise<Servers> {
  const servers = new Map<string, Promise<Server>>([[first.where, Promise.resolve(first)]])
  const opened = new Map<string, Server>([[first.where, first]])
  const seen = new Map(known.map(node => [nameOf(node), node]))
  /** One socket to every node, replicas too, on which no statement is in the way. */
  const asked = new Map<string, Promise<Client>>()
  let ranges: Range[] = []
  let refreshing: Promise<void> | null = null
  let lookedAt = 0
  let closed = false
  const timer = setInterval(() => {
    if (open().some(server => server.pool().busy > 0) && Date.now() - lookedAt >= lookEveryMs) {
      refresh().catch(() => {})
    }
  }, lookEveryMs).unref()
  try {
    await refresh()
    if (ranges.length === 0) throw new DatabaseUnavailable(first.where, 'its cluster has no slots assigned yet')
    return { of, at: where => serverAt(nodeOf(where)), refresh, open, close }
  } catch (error) {
    await close()
    throw error
  }

  function of (graph: string): Server | Promise<Server> {
    const slot = slotOf(graph)
    const node = ranges.find(({ from, to }) => from <= slot && slot <= to)?.node
    if (node === undefined) throw new DatabaseUnavailable(`slot ${slot}`, 'no node of the cluster holds it')
    return opened.get(nameOf(node)) ?? serverAt(node)
  }

  function serverAt (node: Node): Promise<Server> {
    const where = nameOf(node)
    if (closed) return Promise.reject(new DatabaseUnavailable(where, 'the store is closed'))
    const server = servers.get(where) ?? opening.server(node).then(async found => {
      opened.set(where, found)
      if (closed) await found.close()
      return found
    }).catch((error: unknown) => {
      servers.delete(where)
      throw error
    })
    servers.set(where, server)
    return server
  }

  function refresh (): Promise<void> {
    refreshing ??= look().finally(() => {
      refreshing = null
      lookedAt = Date.now()
    })
    return refreshing
  }

  /**
   * All that are known are asked at once, since one that is cut off from the others does not know that it is. The one
   * that has seen the most changes is believed.
   */
  async function look (): Promise<void> {
    const answers = await Promise.allSettled([...seen.values()].map(async node => await topologyOf(node)))
    const found = answers.flatMap(answer => answer.status === 'fulfilled' ? [answer.value] : [])
    const [newest] = found.sort((a, b) => b.epoch - a.epoch)
    if (newest === undefined || newest.ranges.length === 0) return
    ranges = newest.ranges
    for (const node of newest.nodes) seen.set(nameOf(node), node)
    const primaries = new Set(ranges.map(({ node }) => nameOf(node)))
    const named = new Set([...newest.nodes, ...known].map(nameOf))
    for (const where of seen.keys()) {
      if (named.has(where)) continue
      seen.delete(where)
      asked.get(where)?.then(client => client.close(), () => {})
      asked.delete(where)
    }
    // What waits on a server that lost its slots, perhaps because it froze, fails now and is sent to the new one.
    for (const [where, server] of opened) {
      if (primaries.has(where)) continue
      servers.delete(where)
      opened.delete(where)
      await server.close()
    }
  }

  async function topologyOf (node: Node): Promise<Topology> {
    const [slots, info] = await within(
      topologyTimeoutMs,
      clientAt(node).then(client =>
        Promise.all([client.command(['CLUSTER', 'SLOTS']), client.command(['CLUSTER', 'INFO'])])
      )
    )
    return topology(slots as Slots, String(info), node)
  }

  function clientAt (node: Node): Promise<Client> {
    const where = nameOf(node)
    const client = asked.get(where) ?? opening.client(node).then(async found => {
      if (closed) await found.close()
      return found
    }).catch((error: unknown) => {
      asked.delete(where)
      throw error
    })
    asked.set(where, client)
    return client
  }

  function open (): Server[] {
    return [...opened.values()]
  }

  async function close (): Promise<void> {
    closed = true
    clearInterval(timer)
    await Promise.allSettled([
      ...open().map(server => server.close()),
      ...[...asked.values()].map(client => client.then(found => found.close()))
    ])
  }
}

/** From, to, primary, replicas; a node as host, port, id. */
type Slots = Array<[number, number, ...Array<[string | null, number, ...unknown[]]>]>

/** A node that does not know its own address answers with none: it is where it was asked. */
function topology (slots: Slots, info: string, asked: Node): Topology {
  const placed = slots.map(([from, to, ...members]) => ({
    from,
    to,
    nodes: members.map(([host, port]) => ({ host: host === null || host === '' ? asked.host : host, port }))
  }))
  return {
    epoch: Number(/cluster_current_epoch:(\d+)/.exec(info)?.[1] ?? 0),
    ranges: placed.flatMap(({ from, to, nodes: [node] }) => node === undefined ? [] : [{ from, to, node }]),
    nodes: placed.flatMap(({ nodes }) => nodes)
  }
}

function nodeOf (where: string): Node {
  const colon = where.lastIndexOf(':')
  return { host: where.slice(0, colon), port: Number(where.slice(colon + 1)) }
}
