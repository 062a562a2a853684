/**
 * One client is one socket to one server. The `falkordb` package writes the statements and reads the answers; the
 * socket is opened here, because its own `connect` takes a Valkey cluster for a single server.
 */
import { createClient } from '@redis/client'
import clients from 'falkordb/dist/src/clients/single.js'
import commands from 'falkordb/dist/src/commands/index.js'
import graphs from 'falkordb/dist/src/graph.js'
import { DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { retryWhile } from '../../_shared/resilience.ts'
import { within } from '../_cypher/within.ts'
import { startFault } from './faults.ts'

export interface Node {
  host: string
  port: number
}

export const nameOf = ({ host, port }: Node): string => `${host}:${port}`

const openTimeoutMs = 5000

const { Single } = clients
const { default: Graph } = graphs
type GraphClient = InstanceType<typeof Graph>

export interface Client {
  graph: (name: string) => GraphClient
  command: (words: string[]) => Promise<unknown>
  /** Statements that are not yet answered. */
  busy: number
  close: () => Promise<void>
}

/** A database that is starting refuses connections or answers LOADING. */
export async function openClient (node: Node, password: string, deadline: number): Promise<Client> {
  return await retryWhile(
    { deadline, pause: { step: 50, longest: 500 } },
    error => error instanceof DatabaseUnavailable,
    () => openOnce(node, password)
  )
}

async function openOnce ({ host, port }: Node, password: string): Promise<Client> {
  let connected = false
  // Left alone, the client would try a first connection without end.
  const reconnectStrategy = (retries: number, cause: Error): number | Error =>
    connected ? Math.min(10 * 2 ** retries, 500) : cause
  const redis = createClient({
    socket: { host, port, connectTimeout: 3000, reconnectStrategy },
    ...password ? { password } : {},
    disableOfflineQueue: true,
    modules: { falkordb: commands.default }
  })
  // Without a listener for errors, a lost socket would end the process.
  redis.on('error', () => {})
  try {
    // It answers LOADING while it starts, and nothing when it is frozen.
    await within(openTimeoutMs, redis.connect().then(() => redis.ping()))
  } catch (error) {
    if (redis.isOpen) redis.destroy()
    throw startFault(error as Error, nameOf({ host, port }))
  }
  connected = true
  const single = new Single(redis as unknown as ConstructorParameters<typeof Single>[0])
  const known = new Map<string, GraphClient>()
  return {
    graph (name) {
      const graph = known.get(name) ?? new Graph(single, name)
      known.set(name, graph)
      return graph
    },
    command: words => redis.sendCommand(words),
    busy: 0,
    close: async () => {
      if (redis.isOpen) redis.destroy()
    }
  }
}

/** Of FalkorDB's module, as `MODULE LIST` has it: 41603 is 4.16.3. */
export async function moduleVersion (client: Client, where: string): Promise<number> {
  const modules = await client.command(['MODULE', 'LIST']) as unknown[][]
  for (const described of modules) {
    const fields = new Map(
      Array.from({ length: described.length / 2 }, (_, pair) => [described[2 * pair], described[2 * pair + 1]])
    )
    if (fields.get('name') === 'graph') return Number(fields.get('ver'))
  }
  throw new SettingInvalid(
    `GraphDbA:Host (SVC_GraphDbA__Host): the server at ${where} answers, but has no FalkorDB module. ` +
      'Point it at FalkorDB, or load falkordb.so.'
  )
}
