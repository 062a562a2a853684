/** Memories in Memgraph or Neo4j, whichever answers over bolt. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import type { Store } from '../../../domain/capabilities/store.ts'
import { SettingInvalid } from '../../../domain/errors.ts'
import type { Dialect } from '../_cypher/graph.ts'
import { createCypherStore } from '../_cypher/store.ts'
import { connect, type BoltGraph } from './connection.ts'
import type { Options } from './manifest.ts'
import { memgraphDialect, missingFlag, tooOld } from './memgraph.ts'
import { neo4jDialect } from './neo4j.ts'

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
  { Url, Username = '', Password = '', MaxPoolSize = 50, startPatienceMs = 15_000 }: BoltOptions
): Promise<Store> {
  const url = parseUrl(Url)
  const graph = await connect(
    { url, username: Username, password: Password, maxPoolSize: MaxPoolSize },
    startPatienceMs
  )
  try {
    const dialect = await dialectOf(graph)
    return await createCypherStore(graph, dialect, { url, user: Username || null, server: dialect.product })
  } catch (error) {
    await graph.close()
    throw error
  }
}

/** Only Memgraph knows the first question, only Neo4j the second. */
async function dialectOf (graph: BoltGraph): Promise<Dialect> {
  const [shown] = await graph.alone('SHOW VERSION').catch(() => [])
  if (shown) {
    const version = String(shown.version)
    const refused = tooOld(version)
    if (refused !== null) throw refused
    await probeTextSearch(graph, version)
    return memgraphDialect(version, graph)
  }
  const [component] = await graph.alone(
    'CALL dbms.components() YIELD name, versions, edition RETURN name, versions[0] AS version, edition'
  )
  const version = String(component?.version)
  if (Number.parseInt(version) < 5) {
    throw new SettingInvalid(
      `GraphDbB:Url (SVC_GraphDbB__Url): Neo4j ${version} has no vector index; 5.18 or newer is needed.`
    )
  }
  return neo4jDialect(`Neo4j ${version} ${component?.edition}`, graph)
}

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
