/** A cluster of FalkorDB servers, each a process of its own, with the slots in equal shares. */
import { createClient } from '@redis/client'
import slotOf from 'cluster-key-slot'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFalkordb, type FalkorService } from './falkordb.ts'
import { freePort } from './service.ts'

const slots = 16384

export interface FalkorCluster {
  nodes: FalkorService[]
  /** As GraphDbA:Host takes it. */
  host: string
  /** The primary that holds this graph now, as a living node says. */
  primaryOf: (graph: string) => Promise<FalkorService>
  /** Starts one more primary, without slots. */
  add: () => Promise<FalkorService>
  /** Moves a graph and its slot to another primary, as `valkey-cli --cluster reshard` does; answers milliseconds. */
  move: (graph: string, to: FalkorService) => Promise<number>
  /** One command to one node. */
  command: (node: FalkorService, ...words: string[]) => Promise<unknown>
  stop: () => Promise<void>
}

export async function startFalkordbCluster (
  { primaries = 3, replicas = 0, durable = false, nodeTimeoutMs = 1500, launcher }: {
    primaries?: number
    /** Of each primary. */
    replicas?: number
    durable?: boolean
    /** After this the others hold a node for failed. */
    nodeTimeoutMs?: number
    /** For the node with this number: see `startFalkordb`. */
    launcher?: (place: number) => string[]
  } = {}
): Promise<FalkorCluster> {
  const nodes: FalkorService[] = []
  const busPorts = new Map<FalkorService, number>()
  const cluster: FalkorCluster = {
    nodes,
    host: '',
    primaryOf,
    add: async () => {
      const node = await start()
      await meet(node)
      await until(async () => {
        const known = await Promise.all(nodes.map(one => command(one, 'CLUSTER', 'NODES')))
        return known.every(answer => String(answer).trim().split('\n').length === nodes.length) &&
          (await infos()).every(info => info.includes('cluster_state:ok'))
      })
      return node
    },
    move,
    command,
    stop: async () => {
      await Promise.all(nodes.map(node => node.stop()))
    }
  }
  try {
    await form()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  cluster.host = nodes.slice(0, primaries).map(({ port }) => `127.0.0.1:${port}`).join(',')
  return cluster

  async function start (): Promise<FalkorService> {
    const busPort = await freePort()
    const node = await startFalkordb({
      durable,
      launcher: launcher?.(nodes.length) ?? [],
      words: [
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(busPort),
        '--cluster-node-timeout',
        String(nodeTimeoutMs),
        // A slot whose primary is gone costs the others nothing.
        '--cluster-require-full-coverage',
        'no',
        '--repl-diskless-sync-delay',
        '0',
        // A full copy to a replica that gets stuck is begun again before a test has waited too long.
        '--repl-timeout',
        '20'
      ]
    })
    busPorts.set(node, busPort)
    nodes.push(node)
    return node
  }

  async function meet (node: FalkorService): Promise<void> {
    const [first] = nodes as [FalkorService]
    if (node === first) return
    await command(first, 'CLUSTER', 'MEET', '127.0.0.1', String(node.port), String(busPorts.get(node)))
  }

  async function form (): Promise<void> {
    for (let place = 0; place < primaries * (1 + replicas); place++) await start()
    for (let place = 0; place < primaries; place++) {
      const [from, to] = [place, place + 1].map(edge => Math.floor(edge * slots / primaries)) as [number, number]
      await command(nodes[place] as FalkorService, 'CLUSTER', 'ADDSLOTSRANGE', String(from), String(to - 1))
    }
    for (const node of nodes) await meet(node)
    await until(async () => (await infos()).every(info => info.includes(`cluster_known_nodes:${nodes.length}`)))
    for (let place = primaries; place < nodes.length; place++) {
      const id = String(await command(nodes[place % primaries] as FalkorService, 'CLUSTER', 'MYID'))
      await until(async () =>
        await command(nodes[place] as FalkorService, 'CLUSTER', 'REPLICATE', id).then(() => true, () => false)
      )
    }
    await until(async () => (await infos()).every(info => info.includes('cluster_state:ok')))
    await until(async () => {
      const roles = await Promise.all(nodes.slice(0, primaries).map(node => command(node, 'INFO', 'replication')))
      return roles.every(role => (String(role).match(/state=online/g) ?? []).length === replicas)
    })
  }

  async function infos (): Promise<string[]> {
    return (await Promise.all(nodes.map(node => command(node, 'CLUSTER', 'INFO')))).map(String)
  }

  async function primaryOf (graph: string): Promise<FalkorService> {
    const slot = slotOf(graph)
    for (const node of nodes) {
      const ranges = await command(node, 'CLUSTER', 'SLOTS').catch(() => []) as Array<
        [number, number, [string, number]]
      >
      const range = ranges.find(([from, to]) => from <= slot && slot <= to)
      const found = nodes.find(({ port }) => port === range?.[2][1])
      if (found !== undefined) return found
    }
    throw new Error(`no node holds ${graph}`)
  }

  async function move (graph: string, to: FalkorService): Promise<number> {
    const from = await primaryOf(graph)
    const slot = String(slotOf(graph))
    const [source, target] = (await Promise.all([from, to].map(node => command(node, 'CLUSTER', 'MYID')))).map(String)
    await command(to, 'CLUSTER', 'SETSLOT', slot, 'IMPORTING', source as string)
    await command(from, 'CLUSTER', 'SETSLOT', slot, 'MIGRATING', target as string)
    const begun = performance.now()
    await command(from, 'MIGRATE', '127.0.0.1', String(to.port), graph, '0', '600000')
    const took = performance.now() - begun
    for (const node of [to, from]) await command(node, 'CLUSTER', 'SETSLOT', slot, 'NODE', target as string)
    return took
  }

  async function command (node: FalkorService, ...words: string[]): Promise<unknown> {
    const client = createClient({ socket: { port: node.port, host: '127.0.0.1', reconnectStrategy: false } })
    client.on('error', () => {})
    try {
      await client.connect()
      return await client.sendCommand(words)
    } finally {
      client.destroy()
    }
  }
}

async function until (done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!await done()) {
    if (Date.now() > deadline) throw new Error('the cluster did not form')
    await sleep(50)
  }
}
