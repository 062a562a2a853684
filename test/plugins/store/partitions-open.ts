/** How the suite's child processes open FalkorDB with users spread over eight graphs. */
import type { Store } from '../../../domain/capabilities/store.ts'
import { createFalkordbStore } from '../../../plugins/store/falkordb/index.ts'

export const open = (host: string): Promise<Store> =>
  createFalkordbStore({ Host: host, GraphName: 'conformance', Partitions: 8 })
