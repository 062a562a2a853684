/** Memories in FalkorDB. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { Store } from '../../../domain/capabilities/store.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import { createCypherStore } from '../_cypher/store.ts'
import { connect } from './connection.ts'
import { falkordbDialect } from './dialect.ts'
import type { Options } from './manifest.ts'

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
  { Host, Password = '', GraphName = 'palimpsest', startPatienceMs = 15_000 }: FalkordbOptions
): Promise<Store> {
  const { host, port } = parseAddress(Host)
  if (GraphName.trim() === '') {
    throw new SettingInvalid(
      'GraphDbA:GraphName (SVC_GraphDbA__GraphName) is empty: name the graph, for example palimpsest.'
    )
  }
  const graph = await connect({ host, port, password: Password, graphName: GraphName }, startPatienceMs)
  const dialect = falkordbDialect(graph.version)
  try {
    return await createCypherStore(graph, dialect, {
      url: `${host}:${port}/${GraphName}`,
      user: null,
      server: dialect.product
    })
  } catch (error) {
    await graph.close()
    throw error
  }
}

export default fp(async (fastify, options) => {
  const store = await createFalkordbStore(options as FalkordbOptions)
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-falkordb', fastify: '5.x' })
