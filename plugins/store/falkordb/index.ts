/** Memories in FalkorDB. */
import fp from 'fastify-plugin'
import pMap from 'p-map'
import type { Static } from 'typebox'
import type { Store } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import { prepare } from '../_cypher/administration.ts'
import { cypher } from '../_cypher/cypher.ts'
import type { Graph } from '../_cypher/graph.ts'
import { cypherStore, type CypherStore } from '../_cypher/store.ts'
import { nameOf, type Node } from './client.ts'
import { connect, type Connections } from './connection.ts'
import { falkordbDialect } from './dialect.ts'
import type { Options } from './manifest.ts'
import { partitioned, type Partition } from './partitions.ts'

/** `startPatienceMs`: how long the start waits for a database that is not there yet. */
export type FalkordbOptions = Partial<Static<typeof Options>> & { Host: string, startPatienceMs?: number }

/** One value, because the contract has no separate port; several nodes of one cluster are separated by commas. */
export function parseAddresses (value: string): [Node, ...Node[]] {
  return value.split(',').map(one => parseAddress(one.trim(), value)) as [Node, ...Node[]]
}

function parseAddress (value: string, all: string): Node {
  const wrong = (what: string): Error =>
    new SettingInvalid(
      `GraphDbA:Host (SVC_GraphDbA__Host) is ${JSON.stringify(all)}: ${what} Write host:port, for example ` +
        'localhost:6379; nodes of one cluster are separated by commas.'
    )
  if (value.includes('://')) throw wrong('it is a URL.')
  const match = /^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+)(?::(\d+))?$/.exec(value)
  if (!match?.[1]) throw wrong('it is no host and port.')
  if (match[2] === undefined) throw wrong('the port is missing.')
  const port = Number(match[2])
  if (port < 1 || port > 65535) throw wrong('the port is not between 1 and 65535.')
  return { host: match[1].replace(/^\[|\]$/g, ''), port }
}

export async function createFalkordbStore (
  { Host, Password = '', GraphName = 'palimpsest', Partitions = 1, WaitReplicas = 0, startPatienceMs = 15_000 }:
    FalkordbOptions
): Promise<Store> {
  const nodes = parseAddresses(Host)
  if (GraphName.trim() === '') {
    throw new SettingInvalid(
      'GraphDbA:GraphName (SVC_GraphDbA__GraphName) is empty: name the graph, for example palimpsest.'
    )
  }
  const connections = await connect(
    { nodes, password: Password, waitReplicas: WaitReplicas },
    startPatienceMs
  )
  const dialect = falkordbDialect(connections.version)
  const open = (name: string): CypherStore =>
    cypherStore(connections.graph(name), dialect, {
      url: `${nodes.map(nameOf).join(',')}/${name}`,
      user: null,
      server: dialect.product
    })
  try {
    const layout = await layoutOf(connections, GraphName)
    requireLayout(layout, GraphName, Partitions)
    if (Partitions === 1) {
      await prepare(connections.graph(GraphName), dialect)
      return open(GraphName)
    }
    const partitions = Array.from({ length: Partitions }, (_, place) => partitionName(GraphName, place))
    const prepared = async (name: string): Promise<void> => {
      await prepare(connections.graph(name), dialect)
      await record(connections.graph(name), Partitions)
    }
    const later = await prepareAll(partitions, prepared, layout !== null)
    return partitioned(partitions.map(name => ({ name, store: open(name) })) as [Partition, ...Partition[]], later)
  } catch (error) {
    await connections.close()
    throw error
  }
}

/** A start must not ask for a thousand indexes at once, nor wait for every graph of a server that is away. */
const preparedAtOnce = 8

/**
 * Where the layout is known, a partition that is away does not stop the start of a service for all others; what is to
 * be done for it later is answered.
 */
async function prepareAll (
  names: string[],
  prepared: (name: string) => Promise<void>,
  known: boolean
): Promise<Array<() => Promise<void>>> {
  const later: Array<() => Promise<void>> = []
  await pMap(names, async name => {
    try {
      await prepared(name)
    } catch (error) {
      if (!known || !(error instanceof DatabaseUnavailable)) throw error
      later.push(() => prepared(name))
    }
  }, { concurrency: preparedAtOnce })
  if (later.length === names.length) throw new DatabaseUnavailable(names.join(', '), 'no partition answers')
  return later
}

/** The braces are a hash tag: on a cluster the number alone decides the slot. */
const partitionName = (graphName: string, place: number): string => `${graphName}:{${place}}`

/** How many partitions the users are spread over; null when nothing is stored under this name. */
async function layoutOf (connections: Connections, graphName: string): Promise<number | null> {
  // Every partition keeps the number, so that a start needs none of them in particular.
  const asked = await Promise.allSettled([0, 1].map(async place => {
    const name = partitionName(graphName, place)
    return await connections.exists(name) ? await recorded(connections, name) : null
  }))
  const found = asked.flatMap(answer => answer.status === 'fulfilled' && answer.value !== null ? [answer.value] : [])
  if (found[0] !== undefined) return found[0]
  for (const answer of asked) if (answer.status === 'rejected') throw answer.reason
  return await connections.exists(graphName) ? 1 : null
}

/** Users are found by the number of partitions they were spread over, so another number would hide them. */
function requireLayout (stored: number | null, graphName: string, wanted: number): void {
  if (stored === null || stored === wanted) return
  throw new SettingInvalid(
    `GraphDbA:Partitions (SVC_GraphDbA__Partitions) is ${wanted}, but the users in ${graphName} are spread over ` +
      `${stored}. Set it to ${stored}, or move the users with palimpsest migrate to a GraphDbA:GraphName of its own ` +
      `with ${wanted} partitions.`
  )
}

async function recorded (connections: Connections, name: string): Promise<number | null> {
  const [row] = await connections.graph(name).read(cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      RETURN meta.partitions AS partitions`)
  return row?.partitions === null || row?.partitions === undefined ? null : Number(row.partitions)
}

async function record (graph: Graph, partitions: number): Promise<void> {
  const known = await graph.read(cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      WHERE meta.partitions IS NOT NULL
      RETURN meta.partitions AS partitions`)
  if (known.length > 0) return
  await graph.write([{
    body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.partitions = coalesce(meta.partitions, $partitions)`,
    parameters: { partitions }
  }])
}

export default fp(async (fastify, options) => {
  const store = await createFalkordbStore(options as FalkordbOptions)
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-falkordb', fastify: '5.x' })
