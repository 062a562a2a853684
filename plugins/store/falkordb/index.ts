/** Memories in FalkorDB. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { Store } from '../../../domain/capabilities/store.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import { openPartitions } from '../_cypher/layout.ts'
import { nameOf, type Node } from './client.ts'
import { connect } from './connection.ts'
import { falkordbDialect } from './dialect.ts'
import type { Options } from './manifest.ts'

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
  const servers = nodes.map(nameOf).join(',')
  try {
    return await openPartitions({
      settings: { number: 'GraphDbA:Partitions', name: 'GraphDbA:GraphName' },
      whole: { name: GraphName, called: GraphName },
      // The braces are a hash tag: on a cluster the number alone decides the slot.
      part: place => `${GraphName}:{${place}}`,
      url: last => `${servers}/${GraphName}:{0..${last}}`,
      graph: connections.graph,
      dialect: () => dialect,
      place: name => ({ url: `${servers}/${name}`, user: null, server: dialect.product }),
      exists: connections.exists
    }, Partitions)
  } catch (error) {
    await connections.close()
    throw error
  }
}

export default fp(async (fastify, options) => {
  const store = await createFalkordbStore(options as FalkordbOptions)
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-falkordb', fastify: '5.x' })
