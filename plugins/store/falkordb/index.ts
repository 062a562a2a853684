/** Memories in FalkorDB. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { Store } from '../../../domain/capabilities/store.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import { cypher } from '../_cypher/cypher.ts'
import { createCypherStore, type CypherStore } from '../_cypher/store.ts'
import { connect, type Connections } from './connection.ts'
import { falkordbDialect } from './dialect.ts'
import type { Options } from './manifest.ts'
import { partitioned } from './partitions.ts'

/** `startPatienceMs`: how long the start waits for a database that is not there yet. */
export type FalkordbOptions = Partial<Static<typeof Options>> & { Host: string, startPatienceMs?: number }

/** One value, because the contract has no separate port. */
export function parseAddress (value: string): { host: string, port: number } {
  const wrong = (what: string): Error =>
    new SettingInvalid(
      `GraphDbA:Host (SVC_GraphDbA__Host) is ${
        JSON.stringify(value)
      }: ${what} Write host:port, for example localhost:6379.`
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
  { Host, Password = '', GraphName = 'palimpsest', Partitions = 1, startPatienceMs = 15_000 }: FalkordbOptions
): Promise<Store> {
  const { host, port } = parseAddress(Host)
  if (GraphName.trim() === '') {
    throw new SettingInvalid(
      'GraphDbA:GraphName (SVC_GraphDbA__GraphName) is empty: name the graph, for example palimpsest.'
    )
  }
  const connections = await connect({ host, port, password: Password }, startPatienceMs)
  const dialect = falkordbDialect(connections.version)
  try {
    await requireLayout(connections, GraphName, Partitions)
    const open = (name: string): Promise<CypherStore> =>
      createCypherStore(connections.graph(name), dialect, {
        url: `${host}:${port}/${name}`,
        user: null,
        server: dialect.product
      })
    if (Partitions === 1) return await open(GraphName)
    // One after the other: a start must not ask for a thousand indexes at once.
    const stores: CypherStore[] = []
    for (let place = 0; place < Partitions; place++) stores.push(await open(partitionName(GraphName, place)))
    await connections.graph(partitionName(GraphName, 0)).write([{
      body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      SET meta.partitions = coalesce(meta.partitions, $partitions)`,
      parameters: { partitions: Partitions }
    }])
    return partitioned(stores as [CypherStore, ...CypherStore[]])
  } catch (error) {
    await connections.close()
    throw error
  }
}

/** The braces are a hash tag: on a cluster the number alone decides the slot. */
const partitionName = (graphName: string, place: number): string => `${graphName}:{${place}}`

/** Users are found by the number of partitions they were spread over, so another number would hide them. */
async function requireLayout (connections: Connections, graphName: string, wanted: number): Promise<void> {
  const names = new Set(await connections.names())
  const first = partitionName(graphName, 0)
  const stored = names.has(first)
    ? await recorded(connections, first)
    : names.has(graphName)
    ? 1
    : null
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

export default fp(async (fastify, options) => {
  const store = await createFalkordbStore(options as FalkordbOptions)
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-falkordb', fastify: '5.x' })
