/** A `Store` over any database that speaks Cypher, given its driver and its dialect. */
import { storeInterfaceVersion, type Store, type StorePing } from '../../../domain/capabilities/store.ts'
import { storable } from '../../../domain/text/storable.ts'
import { administration, prepare } from './administration.ts'
import { committer } from './commit.ts'
import { connectionReads } from './connections.ts'
import { eraser } from './erase.ts'
import { exportHolds } from './export-hold.ts'
import { exporter } from './export.ts'
import { cypher } from './cypher.ts'
import type { Dialect, Graph } from './graph.ts'
import { textMatcher } from './match-text.ts'
import { memoryReads } from './memories.ts'
import { metaReader } from './meta.ts'
import { nearestFinder } from './nearest.ts'
import { newGeneration, type NewGeneration } from './new-generation.ts'
import { reembedder } from './reembed.ts'
import { statisticsOfUsers } from './statistics.ts'
import { userReads } from './user-reads.ts'

/** A store that can be one of several. */
export type CypherStore = Required<Omit<Store, 'relaxed'>> & Pick<Store, 'relaxed'> & { newGeneration: NewGeneration }

/** Prepares the schema, then answers the store; what was opened is closed by the store's `close`. */
export async function createCypherStore (driver: Graph, dialect: Dialect, place: StorePing): Promise<CypherStore> {
  await prepare(driver, dialect)
  return cypherStore(driver, dialect, place)
}

/** On a graph that is prepared. */
export function cypherStore (driver: Graph, dialect: Dialect, place: StorePing): CypherStore {
  const given = (read: Graph['read']): Graph['read'] => (statement, parameters) =>
    read(statement, parameters && storable(parameters))
  const graph: Graph = { ...driver, read: given(driver.read), readAcknowledged: given(driver.readAcknowledged) }
  const meta = metaReader(graph)
  const statistics = statisticsOfUsers()
  const holds = exportHolds(graph, dialect)
  const vectors = newGeneration(graph, dialect, meta)
  const looks = (graph: Graph) => ({
    ...memoryReads(graph, dialect),
    ...connectionReads(graph),
    ...userReads(graph),
    matchText: textMatcher(graph, dialect, statistics),
    nearest: nearestFinder(graph, dialect, meta, statistics)
  })
  const store: CypherStore = {
    interfaceVersion: storeInterfaceVersion,
    supports: { approximateVectors: dialect.callNearest !== null, sharedByProcesses: true },
    ...looks(graph),
    ...administration(graph, dialect, meta),
    commit: committer(graph, dialect, meta, statistics, holds),
    erase: eraser(graph, meta, statistics),
    export: exporter(graph, dialect, meta, holds),
    ...reembedder([vectors]),
    newGeneration: vectors,
    async ping () {
      await graph.read(cypher`MATCH (meta:StoreMeta {uid: 'meta'}) RETURN meta.generation AS generation`)
      return place
    },
    pool: () => graph.pool(),
    close: () => graph.close()
  }
  const { relaxed } = driver
  if (relaxed === undefined) return store
  return {
    ...store,
    relaxed: ms => ({
      ...store,
      ...looks({ ...graph, read: given(relaxed(ms)) }),
      // What writes decide by.
      replay: store.replay,
      basis: store.basis
    })
  }
}
