/** Graphs on a FalkorDB server or cluster: each statement goes to the server that holds its graph. */
import type { StorePool } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { retryWhile } from '../../_shared/resilience.ts'
import { joined, OutcomeUnknown, type Graph, type GraphRow } from '../_cypher/graph.ts'
import { statementTimeoutMs } from '../_cypher/within.ts'
import { nameOf, openClient, type Client, type Node } from './client.ts'
import { cluster, isCluster, oneServer, type Servers } from './cluster.ts'
import { askedOf, NotReplicated } from './faults.ts'
import { mergeStatement, mergeWhen } from './merge.ts'
import { header } from './parameters.ts'
import { openServer, type Server } from './server.ts'

export interface Address {
  /** One server, or nodes of one cluster. */
  nodes: [Node, ...Node[]]
  password: string
  /** Replicas that must have a write before it counts as written. */
  waitReplicas?: number
}

/** What all graphs share. */
export interface Connections {
  /** Of the module, as `MODULE LIST` has it: 41603 is 4.16.3. */
  version: number
  /** One graph; its `close` closes the connections of all. */
  graph: (name: string) => Graph
  exists: (name: string) => Promise<boolean>
  close: () => Promise<void>
}

/** How long a statement is repeated while the database is away; a restart or a failover usually takes less. */
const retryTimeoutMs = 5000
/** How long a write waits for its replicas, which are usually some milliseconds behind. */
const replicaTimeoutMs = 2000

export async function connect (
  { nodes, password, waitReplicas = 0 }: Address,
  startTimeoutMs: number,
  answerTimeoutMs = statementTimeoutMs
): Promise<Connections> {
  const open = (node: Node, deadline = Date.now()): Promise<Server> =>
    openServer(node, { password, deadline, answerTimeoutMs })
  const first = await firstOf(nodes, startTimeoutMs, open)
  const servers = await serversOf(first)
  let closed = false

  async function serversOf (server: Server): Promise<Servers> {
    try {
      if (await isCluster(server)) {
        return await cluster(server, nodes, { server: open, client: node => openClient(node, password, Date.now()) })
      }
      if (nodes.length === 1) return oneServer(server)
      throw new SettingInvalid(
        `GraphDbA:Host (SVC_GraphDbA__Host) names several servers, but ${server.where} is no node of a cluster. ` +
          'Name the one server, or start it with cluster-enabled yes.'
      )
    } catch (error) {
      await server.close()
      throw error
    }
  }

  async function sendOnce<T> (name: string, writes: boolean, command: (client: Client) => Promise<T>): Promise<T> {
    try {
      const server = servers.of(name)
      // Without a pause where it is known: it counts as waiting from now on.
      return await (server instanceof Promise ? await server : server).send(writes, command)
    } catch (error) {
      const where = askedOf(error)
      if (where !== null) return await (await servers.at(where)).send(writes, asking(command))
      if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) await servers.refresh()
      throw error
    }
  }

  const send = async <T>(name: string, writes: boolean, command: (client: Client) => Promise<T>): Promise<T> =>
    await retryWhile(
      { deadline: Date.now() + retryTimeoutMs, pause: { step: 20, longest: 200 } },
      error => error instanceof DatabaseUnavailable && !closed,
      () => sendOnce(name, writes, command)
    )

  const read = async (name: string, statement: string): Promise<GraphRow[]> =>
    (await send(name, false, client => client.graph(name).roQuery<GraphRow>(statement))).data ?? []

  /** The statement and, on the same socket, the wait for the replicas of what it wrote or saw. */
  const replicated = async (
    name: string,
    writes: boolean,
    replicas: number,
    query: (client: Client) => Promise<GraphRow[]>
  ): Promise<GraphRow[]> =>
    await send(name, writes, async client => {
      const rows = await query(client)
      if (replicas > 0 && (writes || rows.length > 0)) await requireReplicas(client, replicas)
      return rows
    }).catch((error: unknown) => {
      throw error instanceof NotReplicated ? new DatabaseUnavailable(name, error.message) : error
    })

  const merges = new Map<string, ReturnType<typeof mergeWhen>>()

  const write = async (name: string, statement: string, replicas: number): Promise<GraphRow[]> => {
    const due = merges.get(name) ?? mergeWhen()
    merges.set(name, due)
    let statistics: string[] = []
    const rows = await replicated(name, true, replicas, async client => {
      const { data, metadata } = await client.graph(name).query<GraphRow>(statement)
      statistics = metadata
      return data ?? []
    })
    // What was written stands, merged or not.
    if (due(statistics)) await write(name, mergeStatement, 0).catch(() => {})
    return rows
  }

  const graph = (name: string): Graph => ({
    read: (statement, parameters = {}) => read(name, header(parameters) + statement),
    readAcknowledged: (statement, parameters = {}) =>
      replicated(
        name,
        false,
        waitReplicas,
        async client => (await client.graph(name).roQuery<GraphRow>(header(parameters) + statement)).data ?? []
      ),
    async write (steps) {
      const { statement, parameters } = joined(steps)
      return await write(name, header(parameters) + statement, waitReplicas)
    },
    async define (statement) {
      try {
        await write(name, statement, 0)
      } catch (error) {
        if (!/already indexed|no such index|Constraint already exists/i.test((error as Error).message)) throw error
      }
    },
    pool: () => servers.open().map(server => server.pool()).reduce(together, { size: 0, busy: 0, waiting: 0 }),
    close
  })

  async function close (): Promise<void> {
    if (closed) return
    closed = true
    await servers.close()
  }

  const exists = async (name: string): Promise<boolean> =>
    await send(name, false, client => client.command(['EXISTS', name])) === 1
  return { version: first.version, graph, exists, close }
}

/** The first of the nodes that answers; which of them are up does not matter to a cluster. */
async function firstOf (
  nodes: [Node, ...Node[]],
  startTimeoutMs: number,
  open: (node: Node, deadline?: number) => Promise<Server>
): Promise<Server> {
  const [only, ...others] = nodes
  const deadline = Date.now() + startTimeoutMs
  if (others.length === 0) return await open(only, deadline)
  return await retryWhile(
    { deadline, pause: { step: 50, longest: 500 } },
    error => error instanceof DatabaseUnavailable,
    async () => {
      const failures: Error[] = []
      for (const node of nodes) {
        try {
          return await open(node)
        } catch (error) {
          if (!(error instanceof DatabaseUnavailable)) throw error
          failures.push(error)
        }
      }
      throw new DatabaseUnavailable(nodes.map(nameOf).join(', '), failures.map(({ message }) => message).join(' '))
    }
  )
}

/** A graph that is on its way to another node: this one statement is let through there. */
const asking = <T>(command: (client: Client) => Promise<T>) => async (client: Client): Promise<T> => {
  const allowed = client.command(['ASKING'])
  const answer = command(client)
  const [, given] = await Promise.all([allowed, answer])
  return given
}

async function requireReplicas (client: Client, wanted: number): Promise<void> {
  const reached = Number(await client.command(['WAIT', String(wanted), String(replicaTimeoutMs)]))
  if (reached < wanted) throw new NotReplicated(reached, wanted)
}

const together = (a: StorePool, b: StorePool): StorePool => ({
  size: a.size + b.size,
  busy: a.busy + b.busy,
  waiting: a.waiting + b.waiting
})
