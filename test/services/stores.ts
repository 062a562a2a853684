/** Every store that can be started here, as settings of a service. */
import type { Test } from 'tap'
import { falkordbMissing, startFalkordb } from './falkordb.ts'
import { neo4jMissing, startNeo4j } from './neo4j.ts'

export interface StoreUnderTest {
  name: 'embedded' | 'falkordb' | 'neo4j'
  variables: Record<string, string>
}

/** Starts the databases for this test. What is not installed is left out, with a comment that says so. */
export async function everyStore (t: Test): Promise<StoreUnderTest[]> {
  const stores: StoreUnderTest[] = [{ name: 'embedded', variables: {} }]
  const [noFalkordb, noNeo4j] = [falkordbMissing(), neo4jMissing()]
  if (noFalkordb !== null) t.comment(noFalkordb)
  else {
    const server = await startFalkordb()
    t.teardown(() => server.stop())
    const host = `127.0.0.1:${server.port}`
    stores.push({ name: 'falkordb', variables: { SVC_Database__Provider: 'graphdb_a', SVC_GraphDbA__Host: host } })
  }
  if (noNeo4j !== null) t.comment(noNeo4j)
  else {
    const server = await startNeo4j()
    t.teardown(() => server.stop())
    stores.push({
      name: 'neo4j',
      variables: {
        SVC_Database__Provider: 'graphdb_b',
        SVC_GraphDbB__Url: server.url,
        SVC_GraphDbB__Username: server.username,
        SVC_GraphDbB__Password: server.password
      }
    })
  }
  return stores
}
