/**
 * What Neo4j 5 says differently. Pages are of the Cypher manual (neo4j.com/docs/cypher-manual) and the Operations
 * manual.
 */
import { cypher } from '../_cypher/cypher.ts'
import type { Dialect, IndexRow, GraphRow } from '../_cypher/graph.ts'
import { uniqueLabels } from '../_cypher/keys.ts'
import type { BoltGraph } from './graph.ts'

/** indexes/syntax, constraints/syntax: a unique constraint brings its own index, so that `uid` needs none here. */
const ranges: Array<[string, string[]]> = [
  ['Memory', ['ns', 'active_key', 'session_uid', 'subject_key']],
  ['Entity', ['ns']],
  ['Session', ['ns']],
  ['Community', ['ns']],
  ['Access', ['memory_uid', 'ns']],
  ['Reading', ['ns']],
  ['Replay', ['ns']],
  ['User', ['user_id']],
  ['Counter', ['until']]
]
const textIndex = 'palimpsest_memory_text'
const vectorIndexName = (label: string): string => `palimpsest_${label.toLowerCase()}`

export function neo4jDialect (product: string, database: BoltGraph): Dialect {
  return {
    product,
    now: 'timestamp()',
    concurrentWrites: true,
    costlyPlanning: true,
    schema: [
      ...uniqueLabels.map(label =>
        `CREATE CONSTRAINT palimpsest_${label.toLowerCase()}_uid IF NOT EXISTS FOR (n:${label}) REQUIRE n.uid IS UNIQUE`
      ),
      ...ranges.flatMap(([label, properties]) =>
        properties.map(property =>
          `CREATE INDEX palimpsest_${label.toLowerCase()}_${property} IF NOT EXISTS FOR (n:${label}) ON (n.${property})`
        )
      ),
      'CREATE INDEX palimpsest_relates_memory IF NOT EXISTS FOR ()-[r:RELATES]-() ON (r.memory_uid)',
      // Full-text indexes: split at spaces and nowhere else, since the tokens are ours; visible as soon as the commit
      // is.
      cypher`
      CREATE FULLTEXT INDEX ${textIndex} IF NOT EXISTS
      FOR (n:Memory) ON EACH [n.ns, n.live, n.fts]
      OPTIONS {indexConfig: {
        \`fulltext.analyzer\`: 'whitespace',
        \`fulltext.eventually_consistent\`: false
      }}`
    ],
    vectorSchema: label =>
      ['ns', 'uid'].map(property =>
        `CREATE INDEX ${vectorIndexName(label)}_${property} IF NOT EXISTS FOR (v:${label}) ON (v.${property})`
      ),
    vectorIndex: (label, dimensions) =>
      cypher`
      CREATE VECTOR INDEX ${vectorIndexName(label)} IF NOT EXISTS
      FOR (v:${label}) ON (v.embedding)
      OPTIONS {indexConfig: {
        \`vector.dimensions\`: ${dimensions},
        \`vector.similarity_function\`: 'cosine'
      }}`,
    dropVectorIndex: label => `DROP INDEX ${vectorIndexName(label)} IF EXISTS`,
    async settle () {
      await database.alone('CALL db.awaitIndexes(300)')
    },
    async indexes () {
      const rows = await database.alone(
        cypher`
      SHOW INDEXES YIELD name, type, state, labelsOrTypes, properties, options
      RETURN name, type, state, labelsOrTypes, properties, options`
      )
      return rows.map(indexRow)
    },
    // An array of floats is stored in half the space of a list of doubles.
    setVector: (node, source) =>
      cypher`
      WITH ${node}, ${source} AS embedding
      CALL db.create.setNodeVectorProperty(${node}, 'embedding', embedding)`,
    // Vector functions: (1 + cosine) / 2.
    comesAfter: (property, parameter) => `${property} > ${parameter}`,
    cosine: (stored, parameter) => `2 * vector.similarity.cosine(${stored}, ${parameter}) - 1`,
    callNearest: label =>
      cypher`
      CALL db.index.vector.queryNodes('${vectorIndexName(label)}', $asked, $vector) YIELD node AS v, score AS closeness
      WITH v, 2 * closeness - 1 AS score`,
    exactUpTo: 2000,
    callText: query => `CALL db.index.fulltext.queryNodes('${textIndex}', ${query}) YIELD node AS m`,
    textQuery: (scope, namespace, sets) =>
      `+${scope}:${namespace} +fts:(${sets.map(tokens => `(${tokens.map(token => `+${token}`).join(' ')})`).join(' ')})`
  }
}

function indexRow (row: GraphRow): IndexRow {
  const config = (row.options as { indexConfig?: Record<string, unknown> } | null)?.indexConfig
  const kinds: Record<string, IndexRow['kind']> = { VECTOR: 'vector', FULLTEXT: 'text' }
  return {
    label: (row.labelsOrTypes as string[] | null)?.[0] ?? '',
    property: (row.properties as string[] | null)?.[0] ?? '',
    kind: kinds[row.type as string] ?? 'range',
    dimensions: config?.['vector.dimensions'] === undefined ? null : Number(config['vector.dimensions']),
    ready: row.state === 'ONLINE'
  }
}
