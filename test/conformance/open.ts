/**
 * Opens the store that `run.ts` was asked for. A module of its own, because the suite's child processes import it too
 * and must print nothing of a test runner.
 */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Store } from '../../domain/capabilities/store.ts'

export interface Target {
  database: string
  url: string
  user: string
  password: string
  /** Of a graph database: graphs or databases that the users are spread over. */
  partitions: number
}

/** The target as JSON. */
export async function open (argument: string): Promise<Store> {
  const { database, url, user, password, partitions } = JSON.parse(argument) as Target
  switch (database) {
    case 'graphdb_a':
      return (await import('../../plugins/store/falkordb/index.ts')).createFalkordbStore({
        Host: url,
        Password: password,
        GraphName: 'conformance',
        Partitions: partitions
      })
    case 'graphdb_b':
      return (await import('../../plugins/store/bolt/index.ts')).createBoltStore({
        Url: url,
        Username: user,
        Password: password,
        ...partitions > 1 && { Database: 'conformance', Partitions: partitions }
      })
    case 'embedded':
      return (await import('../../plugins/store/sqlite/store.ts')).createSqliteStore({ path: url })
    default: {
      const { open } = await import(pathToFileURL(resolve(database)).href) as { open?: (url: string) => Promise<Store> }
      if (typeof open !== 'function') throw new Error(`${database} has to export open(url), which answers the store.`)
      return await open(url)
    }
  }
}
