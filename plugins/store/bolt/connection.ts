/** Databases of one bolt server or cluster, all over one pool of connections. */
import neo4j from 'neo4j-driver'
import { DatabaseUnavailable } from '../../../domain/errors.ts'
import { retryWhile } from '../../_shared/resilience.ts'
import { statementTimeoutMs } from '../_cypher/within.ts'
import { oneLine, startFault } from './faults.ts'
import { boltGraph, type BoltGraph } from './graph.ts'

export interface Address {
  url: string
  username: string
  password: string
  maxPoolSize: number
  /** Asked for at the start; the server's default one when it is absent. */
  database?: string
}

export interface Connections {
  /** One database, the server's default one by the empty name; its `close` closes the connections of all. */
  graph: (database: string) => BoltGraph
  close: () => Promise<void>
}

export async function connect (
  { url, username, password, maxPoolSize, database }: Address,
  startTimeoutMs: number,
  answerTimeoutMs = statementTimeoutMs
): Promise<Connections> {
  const driver = neo4j.driver(
    url,
    username || password ? neo4j.auth.basic(username, password) : undefined,
    {
      maxConnectionPoolSize: maxPoolSize,
      connectionTimeout: 3000,
      connectionAcquisitionTimeout: 10_000,
      disableLosslessIntegers: true,
      userAgent: 'palimpsest'
    }
  )
  try {
    await retryWhile(
      { deadline: Date.now() + startTimeoutMs, pause: { step: 50, longest: 500 } },
      error => startFault(error as Error, { url, username }) === null,
      () => driver.verifyConnectivity(database === undefined ? {} : { database })
    )
  } catch (error) {
    await driver.close()
    const advice = 'Start the database there, or set GraphDbB:Url (SVC_GraphDbB__Url) to where it listens, ' +
      'for example bolt://localhost:7687'
    throw startFault(error as Error, { url, username }) ??
      Object.assign(new DatabaseUnavailable(url, `${oneLine(error as Error)}. ${advice}`), { cause: error })
  }
  const graphs = new Map<string, BoltGraph>()
  const shared = { driver, url, answerTimeoutMs, pool: { size: maxPoolSize, underWay: 0 } }
  return {
    graph (name) {
      const graph = graphs.get(name) ?? boltGraph(shared, name)
      graphs.set(name, graph)
      return graph
    },
    close: () => driver.close()
  }
}
