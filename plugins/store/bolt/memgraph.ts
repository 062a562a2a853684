/**
 * What Memgraph says differently. No Memgraph was at hand when this was written: every statement follows the page of
 * memgraph.com/docs that is named beside it, and `npm run conformance -- --database graphdb_b --url bolt://…` runs
 * the whole suite against a server of yours.
 */
import { SettingInvalid } from '../../../domain/errors.ts'
import { cypher } from '../_cypher/cypher.ts'
import type { Dialect, IndexRow, GraphRow } from '../_cypher/graph.ts'
import { uniqueLabels } from '../_cypher/keys.ts'
import type { BoltGraph } from './graph.ts'

/**
 * Before it text search is an experiment that has to be switched on; since then the switch keeps the server from
 * starting (release notes, 3.6.0).
 */
const textSearchForAll = '3.6'

const ranges: Array<[string, string[]]> = [
  ['Memory', ['uid', 'ns', 'active_key', 'session_uid', 'subject_key']],
  ['Entity', ['uid', 'ns']],
  ['Session', ['uid', 'ns']],
  ['Community', ['uid', 'ns']],
  ['Access', ['memory_uid', 'ns']],
  ['Reading', ['uid', 'ns']],
  ['Replay', ['uid', 'ns']],
  ['User', ['uid', 'user_id']],
  ['Lease', ['uid']],
  ['Counter', ['uid', 'until']],
  ['StoreMeta', ['uid']]
]
const textIndex = 'palimpsest_memory_text'
const vectorIndexName = (label: string): string => `palimpsest_${label.toLowerCase()}`
/** A procedure answers a thousand rows by default, and counting needs them all. */
const everything = 1_000_000

/** List comprehensions, which every statement uses, came with it. */
const oldest = '3.1.1'

/** One line for a server that is too old; null when it is not. */
export function tooOld (version: string): Error | null {
  return atLeast(version, oldest)
    ? null
    : new SettingInvalid(
      `GraphDbB:Url (SVC_GraphDbB__Url): Memgraph ${version} is too old; ${oldest} or newer is needed.`
    )
}

export function atLeast (version: string, wanted: string): boolean {
  const given = version.split('.').map(part => Number.parseInt(part) || 0)
  for (const [place, least] of wanted.split('.').map(Number).entries()) {
    const part = given[place] ?? 0
    if (part !== least) return part > least
  }
  return true
}

/** querying/text-search: the third argument came with 3.6 as a number, and with 3.11 as a map. */
function textCall (version: string, query: string): string {
  const limit = atLeast(version, '3.11')
    ? `, {limit: ${everything}}`
    : atLeast(version, textSearchForAll)
    ? `, ${everything}`
    : ''
  return `CALL text_search.search('${textIndex}', ${query}${limit}) YIELD node AS m`
}

/** querying/vector-search has the function since 3.6; before it the arithmetic is spelled out. */
function cosine (version: string, a: string, b: string): string {
  if (atLeast(version, '3.6')) return `vector_search.cosine_similarity(${a}, ${b})`
  const product = (left: string, right: string): string =>
    `reduce(total = 0.0, place IN range(0, size(${left}) - 1) | total + ${left}[place] * ${right}[place])`
  return `${product(a, b)} / sqrt(${product(a, a)} * ${product(b, b)})`
}

export function memgraphDialect (version: string, database: BoltGraph | null): Dialect {
  const vectorIndexes = atLeast(version, '3.0')
  return {
    product: `Memgraph ${version}`,
    // querying/functions: microseconds there, milliseconds everywhere else.
    now: '(timestamp() / 1000)',
    concurrentWrites: true,
    costlyPlanning: true,
    schema: [
      // fundamentals/indexes and fundamentals/constraints: a constraint brings no index of its own.
      ...ranges.flatMap(([label, properties]) => properties.map(property => `CREATE INDEX ON :${label}(${property})`)),
      ...uniqueLabels.map(label => `CREATE CONSTRAINT ON (n:${label}) ASSERT n.uid IS UNIQUE`),
      'CREATE EDGE INDEX ON :RELATES(memory_uid)',
      // querying/text-search: single properties may be named since 3.5.
      atLeast(version, '3.5')
        ? `CREATE TEXT INDEX ${textIndex} ON :Memory(ns, live, fts)`
        : `CREATE TEXT INDEX ${textIndex} ON :Memory`
    ],
    vectorSchema: label => ['ns', 'uid'].map(property => `CREATE INDEX ON :${label}(${property})`),
    // querying/vector-search: dimension and capacity must be given, and the metric, since the default is another.
    vectorIndex: vectorIndexes
      ? (label, dimensions) =>
        cypher`CREATE VECTOR INDEX ${vectorIndexName(label)} ON :${label}(embedding)
      WITH CONFIG {"dimension": ${dimensions}, "capacity": 100000, "metric": "cos"}`
      : null,
    dropVectorIndex: vectorIndexes ? label => `DROP VECTOR INDEX ${vectorIndexName(label)}` : null,
    async settle () {},
    async indexes () {
      const [plain, vectors] = await Promise.all([
        database?.alone('SHOW INDEX INFO') ?? [],
        vectorIndexes ? database?.alone('CALL vector_search.show_index_info() YIELD * RETURN *') ?? [] : []
      ])
      return [...plain.flatMap(textRow), ...vectors.map(vectorRow)]
    },
    setVector: (node, source) => `SET ${node}.embedding = ${source}`,
    comesAfter: (property, parameter) => `${property} > ${parameter}`,
    cosine: (stored, parameter) => cosine(version, stored, parameter),
    // The column `similarity` is the absolute value of what is wanted, so the distance is taken.
    callNearest: vectorIndexes
      ? label =>
        cypher`CALL vector_search.search('${vectorIndexName(label)}', $asked, $vector) YIELD node AS v, distance
      WITH v, 1 - distance AS score`
      : null,
    exactUpTo: 2000,
    callText: query => textCall(version, query),
    // Tantivy's query syntax: fields begin with data., and quotes keep and, or and not from being operators.
    textQuery: (scope, namespace, sets) =>
      `data.${scope}:"${namespace}" AND (${
        sets.map(tokens => `(${tokens.map(token => `data.fts:"${token}"`).join(' AND ')})`).join(' OR ')
      })`
  }
}

/** The reason why the text index cannot be made, as one line with the very flag; null when it is another reason. */
export function missingFlag (version: string, error: Error): Error | null {
  if (atLeast(version, textSearchForAll) || !/experimental-enabled|text search|text-search/i.test(error.message)) {
    return null
  }
  return Object.assign(
    new SettingInvalid(
      `Memgraph ${version} at GraphDbB:Url (SVC_GraphDbB__Url) runs without text search: ` +
        'start it with --experimental-enabled=text-search. From version 3.6 on it needs no flag.'
    ),
    { cause: error }
  )
}

function textRow (row: GraphRow): IndexRow[] {
  const type = String(row['index type'] ?? '')
  if (!type.includes('text')) return []
  return [{ label: String(row.label ?? ''), property: 'fts', kind: 'text', dimensions: null, ready: true }]
}

const vectorRow = (row: GraphRow): IndexRow => ({
  label: String(row.label ?? '').replace(/^:/, ''),
  property: String(row.property ?? ''),
  kind: 'vector',
  dimensions: Number(row.dimension),
  ready: true
})
