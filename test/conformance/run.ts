/**
 * The store suite against a database of yours: `npm run conformance -- --database graphdb_b --url bolt://localhost:7687 --user u --password p`.
 * It writes users with random ids and re-embeds every vector it finds, so give it a database that holds nothing else.
 */
import { parseArgs } from 'node:util'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import t from 'tap'
import type { Store } from '../../kernel/capabilities/store.ts'
import { storeSuite } from './store.ts'

interface Target { database: string, url: string, user: string, password: string, dimensions: number }

const usage = 'npm run conformance -- --database graphdb_a|graphdb_b|embedded|<module with open(url)> --url <host:port | bolt://… | file> [--user …] [--password …] [--dimensions 16]'

/** The suite's child processes open the store through this very module, with the target as JSON. */
export async function open (argument: string): Promise<Store> {
  const { database, url, user, password } = JSON.parse(argument) as Target
  switch (database) {
    case 'graphdb_a': return (await import('../../plugins/store/falkordb/index.ts')).createFalkordbStore({ Host: url, Password: password, GraphName: 'conformance' })
    case 'graphdb_b': return (await import('../../plugins/store/bolt/index.ts')).createBoltStore({ Url: url, Username: user, Password: password })
    case 'embedded': return (await import('../../plugins/store/sqlite/store.ts')).createSqliteStore({ path: url })
    default: return (await import(pathToFileURL(resolve(database)).href) as { open: (url: string) => Promise<Store> }).open(url)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { database: { type: 'string' }, url: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' }, dimensions: { type: 'string' } } })
  if (!values.database || !values.url) {
    console.error(usage)
    process.exit(2)
  }
  const target: Target = { database: values.database, url: values.url, user: values.user ?? '', password: values.password ?? '', dimensions: Number(values.dimensions ?? 16) }
  const argument = JSON.stringify(target)
  t.setTimeout(3_600_000)
  await t.test(`${target.database} at ${target.url}`, t => storeSuite(t, { open: () => open(argument), dimensions: target.dimensions, spawnWriter: { module: import.meta.url, argument } }))
}
