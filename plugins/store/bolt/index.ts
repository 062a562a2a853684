/** Memories in Memgraph or Neo4j, whichever answers over bolt. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { Store, StorePing } from '../../../domain/capabilities/store.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import type { Dialect } from '../_cypher/graph.ts'
import { openPartitions } from '../_cypher/layout.ts'
import { createCypherStore } from '../_cypher/store.ts'
import { connect } from './connection.ts'
import { neo4jLayout } from './databases.ts'
import type { BoltGraph } from './graph.ts'
import type { Options } from './manifest.ts'
import { memgraphDialect, missingFlag, tooOld } from './memgraph.ts'

/** `startPatienceMs`: how long the start waits for a database that is not there yet. */
export type BoltOptions = Partial<Static<typeof Options>> & { Url: string, startPatienceMs?: number }

const schemes = ['bolt', 'bolt+s', 'bolt+ssc', 'neo4j', 'neo4j+s', 'neo4j+ssc']

/** The URL without what belongs in other settings. */
export function parseUrl (value: string): string {
  const wrong = (what: string): Error =>
    new SettingInvalid(
      `GraphDbB:Url (SVC_GraphDbB__Url) is ${
        JSON.stringify(value.replace(/\/\/[^/@]*@/, '//…@'))
      }: ${what} Write the full bolt URL, for example bolt://localhost:7687.`
    )
  const scheme = /^([a-z0-9+]+):\/\//i.exec(value)?.[1]?.toLowerCase()
  if (scheme === undefined) throw wrong('the scheme is missing.')
  if (!schemes.includes(scheme)) throw wrong(`${scheme}:// is not a bolt URL.`)
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url?.hostname) throw wrong('it names no host.')
  if (url.username || url.password) {
    throw wrong('it holds credentials, which belong in GraphDbB:Username and GraphDbB:Password.')
  }
  if (url.pathname.length > 1) throw wrong('it has a path, which bolt does not know.')
  return `${scheme}://${url.hostname}:${url.port || '7687'}`
}

export async function createBoltStore (
  { Url, Username = '', Password = '', MaxPoolSize = 50, Database = '', Partitions = 1, startPatienceMs = 15_000 }:
    BoltOptions
): Promise<Store> {
  const url = parseUrl(Url)
  const admin = Database !== '' || Partitions > 1 ? 'system' : ''
  const connections = await connect(
    { url, username: Username, password: Password, maxPoolSize: MaxPoolSize, ...admin && { database: admin } },
    startPatienceMs
  )
  const placeOf = (name: string, server: string): StorePing => ({
    url: name === '' ? url : `${url}/${name}`,
    user: Username || null,
    server
  })
  try {
    // Only Memgraph knows this question. Where databases are named, the default one is never asked: a driver that knows
    // it (6.3.0) forgets its leader, and not that of the database that has another one now.
    const [shown] = await connections.graph(Database || admin).alone('SHOW VERSION').catch(() => [])
    if (shown) {
      if (Partitions > 1) throw severalNeedNeo4j(Partitions)
      const graph = withoutFollowers(connections.graph(Database))
      const dialect = await memgraphOf(graph, String(shown.version))
      return await createCypherStore(graph, dialect, placeOf(Database, dialect.product))
    }
    const product = await neo4jOf(connections.graph(admin))
    return await openPartitions(
      neo4jLayout(connections, {
        database: Database.toLowerCase(),
        username: Username,
        product,
        partitions: Partitions,
        placeOf
      }),
      Partitions
    )
  } catch (error) {
    await connections.close()
    throw error
  }
}

async function memgraphOf (graph: BoltGraph, version: string): Promise<Dialect> {
  const refused = tooOld(version)
  if (refused !== null) throw refused
  await probeTextSearch(graph, version)
  return memgraphDialect(version, graph)
}

/** As the health report calls it. */
async function neo4jOf (graph: BoltGraph): Promise<string> {
  const [component] = await graph.alone(
    'CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0] AS version, edition'
  )
  const version = String(component?.version)
  if (Number.parseInt(version) < 5) {
    throw new SettingInvalid(
      `GraphDbB:Url (SVC_GraphDbB__Url): Neo4j ${version} has no vector index; 5.18 or newer is needed.`
    )
  }
  return `Neo4j ${version} ${component?.edition}`
}

/** It has no bookmarks by which a replica could be asked whether it is far enough. */
function withoutFollowers ({ relaxed, ...graph }: BoltGraph): BoltGraph {
  return graph
}

const severalNeedNeo4j = (partitions: number): Error =>
  new SettingInvalid(
    `GraphDbB:Partitions (SVC_GraphDbB__Partitions) is ${partitions}, but the server is a Memgraph: users are spread ` +
      'over databases of Neo4j Enterprise only. Set it to 1.'
  )

/** Asked before anything is made, so that a missing flag is the first thing said. */
async function probeTextSearch (graph: BoltGraph, version: string): Promise<void> {
  const [statement = ''] = memgraphDialect(version, graph).schema.slice(-1)
  await graph.define(statement).catch((error: Error) => {
    throw missingFlag(version, error) ?? error
  })
}

export default fp(async (fastify, options) => {
  const store = await createBoltStore(options as BoltOptions)
  fastify.addHook('onClose', () => store.close())
  fastify.decorate('store', store)
}, { name: 'store-bolt', fastify: '5.x' })
