/** Every store that can be started here, as settings of a service. */
import type { Test } from 'tap'
import { falkordbMissing, startFalkordb } from './falkordb.ts'
import { neo4jMissing, startNeo4j } from './neo4j.ts'
import type { Service } from './service.ts'

export const storeNames = ['embedded', 'falkordb', 'neo4j'] as const
export type StoreName = typeof storeNames[number]

export interface StoreUnderTest {
  name: StoreName
  variables: Record<string, string>
  /** The database's own process; the embedded store has none. */
  server: Service | null
}

/** Why it cannot be started here, or null. */
export const storeMissing: Record<StoreName, () => string | null> = {
  embedded: () => null,
  falkordb: falkordbMissing,
  neo4j: neo4jMissing
}

/** `durable`: what was acknowledged survives a SIGKILL of the database. */
export async function startStore (
  t: { teardown: (undo: () => Promise<void>) => void },
  name: StoreName,
  { durable = false } = {}
): Promise<StoreUnderTest> {
  if (name === 'embedded') return { name, variables: {}, server: null }
  if (name === 'falkordb') {
    const server = await startFalkordb({ durable })
    t.teardown(() => server.stop())
    const host = `127.0.0.1:${server.port}`
    return { name, server, variables: { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: host } }
  }
  // Neo4j forces its log to the disk with each commit.
  const server = await startNeo4j()
  t.teardown(() => server.stop())
  return {
    name,
    server,
    variables: {
      SVC_Database__Provider: 'graphdb_b',
      SVC_GraphDbB__Url: server.url,
      SVC_GraphDbB__Username: server.username,
      SVC_GraphDbB__Password: server.password
    }
  }
}

/** Starts the databases for this test. What is not installed is left out, with a comment that says so. */
export async function everyStore (t: Test): Promise<StoreUnderTest[]> {
  const stores: StoreUnderTest[] = []
  for (const name of storeNames) {
    const reason = storeMissing[name]()
    if (reason === null) stores.push(await startStore(t, name))
    else t.comment(reason)
  }
  return stores
}
