/** Databases of a Neo4j server as partitions: their names, which there are, and how those that are missing are made. */
import type { StorePing } from '../../../domain/capabilities/store.ts'
import { DatabaseUnavailable, SettingInvalid } from '../../../domain/errors.ts'
import type { Layout } from '../_cypher/layout.ts'
import type { Connections } from './connection.ts'
import { codeOf } from './faults.ts'
import { neo4jDialect } from './neo4j.ts'

interface Wanted {
  /** Empty for the server's default database. */
  database: string
  username: string
  product: string
  partitions: number
  placeOf: (name: string, server: string) => StorePing
}

export function neo4jLayout (connections: Connections, wanted: Wanted): Layout {
  const { database, product, partitions, placeOf } = wanted
  if (database !== '') requireName(database)
  const base = database === '' ? 'palimpsest' : database
  const named = databasesOf(connections)
  return {
    settings: { number: 'GraphDbB:Partitions', name: 'GraphDbB:Database' },
    whole: { name: database, called: database === '' ? 'the default database' : database },
    part: place => `${base}-${place}`,
    url: last => placeOf(`${base}-{0..${last}}`, product).url,
    graph: connections.graph,
    dialect: name => neo4jDialect(product, connections.graph(name)),
    place: name => placeOf(name, product),
    exists: async name => name === '' || (await named()).has(name),
    async make (names) {
      const missing: string[] = []
      for (const name of names) if (name !== '' && !(await named()).has(name)) missing.push(name)
      try {
        for (const name of missing) {
          await connections.graph('system').alone(`CREATE DATABASE \`${name}\` IF NOT EXISTS WAIT`)
        }
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error
        throw Object.assign(cannotMake(wanted, missing, error as Error), { cause: error })
      }
    }
  }

  function cannotMake ({ username }: Wanted, missing: string[], error: Error): Error {
    const setting = partitions > 1
      ? `GraphDbB:Partitions (SVC_GraphDbB__Partitions) is ${partitions}`
      : `GraphDbB:Database (SVC_GraphDbB__Database) is ${database}`
    const code = codeOf(error.cause as Error)
    if (code === 'Neo.ClientError.Statement.UnsupportedAdministrationCommand') {
      return new SettingInvalid(
        `${setting}, but ${product} has its default database alone; further ones need Neo4j Enterprise. ${
          partitions > 1 ? 'Set it to 1.' : 'Leave it empty.'
        }`
      )
    }
    const why = /^Neo\.ClientError\.Security\./.test(code)
      ? `the user ${username} may not create databases`
      : `they cannot be created (${error.message})`
    return new SettingInvalid(
      `${setting}, but ${why}, and these are missing: ${missing.join(', ')}. Create them ` +
        `(CREATE DATABASE \`${missing[0]}\`), or let the user do it (GRANT CREATE DATABASE ON DBMS).`
    )
  }
}

/** Names and aliases of the server's databases, asked once. */
function databasesOf (connections: Connections): () => Promise<Set<string>> {
  let known: Promise<Set<string>> | null = null
  return () => {
    known ??= connections.graph('system').read('SHOW DATABASES YIELD name, aliases').then(rows =>
      new Set(rows.flatMap(row => [row.name as string, ...row.aliases as string[] | null ?? []]))
    )
    return known
  }
}

/** What Neo4j takes for a name, with room for the number of a partition. */
function requireName (database: string): void {
  if (/^[a-z][a-z0-9.-]{2,58}$/.test(database) && !database.startsWith('system')) return
  throw new SettingInvalid(
    `GraphDbB:Database (SVC_GraphDbB__Database) is ${JSON.stringify(database)}: a name of a database is 3 to 59 ` +
      'letters, digits, dots and dashes, begins with a letter, and not with system.'
  )
}
