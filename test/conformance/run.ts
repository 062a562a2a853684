/**
 * The store suite against a database of yours: `npm run conformance -- --database graphdb_b --url
 * bolt://localhost:7687 --user u --password p`. It writes users with random ids and re-embeds every vector it finds,
 * so give it a database that holds nothing else.
 */
import { parseArgs } from 'node:util'
import t from 'tap'
import { open, type Target } from './open.ts'
import { storeSuite } from './store.ts'

const usage = [
  'npm run conformance -- --database graphdb_a|graphdb_b|embedded|<module with open(url)> --url <host:port | bolt://… | file>',
  '  [--user …] [--password …] [--dimensions 16] [--partitions 1] [--skip <requirement>,<requirement>]'
].join('\n')

const values = given()
if (values === null || !values.database || !values.url) {
  console.error(usage)
  process.exit(2)
}
const target: Target = {
  database: values.database,
  url: values.url,
  user: values.user ?? '',
  password: values.password ?? '',
  partitions: Number(values.partitions ?? 1)
}
const argument = JSON.stringify(target)
t.setTimeout(3_600_000)
await t.test(`${target.database} at ${target.url}`, t =>
  storeSuite(t, {
    open: () => open(argument),
    dimensions: Number(values.dimensions ?? 16),
    spawnWriter: { module: new URL('./open.js', import.meta.url).href, argument },
    skip: Object.fromEntries((values.skip ?? '').split(',').map(id => [id.trim(), 'left out with --skip']))
  }))

/** Null for options that nobody knows, `--help` among them. */
function given () {
  try {
    const text = { type: 'string' } as const
    const options = { database: text, url: text, user: text, password: text, dimensions: text, partitions: text }
    return parseArgs({ options: { ...options, skip: text } }).values
  } catch (error) {
    if (!process.argv.includes('--help')) console.error((error as Error).message)
    return null
  }
}
