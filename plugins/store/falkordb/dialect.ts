/** How FalkorDB spells what databases spell differently. */
import { cypher } from '../_cypher/cypher.ts'
import type { Dialect, IndexRow, GraphRow } from '../_cypher/graph.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The first version whose vector index survives the deletion of a node; before it vectors are always compared one by
 * one.
 */
const soundVectorIndex = 42000

const ranges: Array<[string, string[]]> = [
  ['Memory', ['uid', 'ns', 'live', 'active_key', 'session_uid', 'subject_key']],
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

export function falkordbDialect (version: number): Dialect {
  const approximate = version >= soundVectorIndex
  return {
    product: `FalkorDB ${Math.floor(version / 10000)}.${Math.floor(version / 100) % 100}.${version % 100}`,
    now: 'timestamp()',
    concurrentWrites: false,
    costlyPlanning: false,
    schema: [
      ...ranges.flatMap(([label, properties]) =>
        properties.map(property => `CREATE INDEX FOR (n:${label}) ON (n.${property})`)
      ),
      'CREATE INDEX FOR ()-[r:RELATES]-() ON (r.memory_uid)',
      // The tokens are stemmed and folded already; a second stemmer would make others of them.
      'CREATE FULLTEXT INDEX FOR (n:Memory) ON (n.fts) OPTIONS {nostem: true}'
    ],
    vectorSchema: label => [`CREATE INDEX FOR (v:${label}) ON (v.ns)`, `CREATE INDEX FOR (v:${label}) ON (v.uid)`],
    vectorIndex: approximate
      ? (label, dimensions) =>
        cypher`
      CREATE VECTOR INDEX FOR (v:${label}) ON (v.embedding)
      OPTIONS {
        dimension: ${dimensions},
        similarityFunction: 'cosine',
        M: 16,
        efConstruction: 200,
        efRuntime: 200
      }`
      : null,
    dropVectorIndex: approximate ? label => `DROP VECTOR INDEX FOR (v:${label}) ON (v.embedding)` : null,
    async settle (graph) {
      while (
        (await graph.read('CALL db.indexes() YIELD status RETURN status')).some(row => row.status !== 'OPERATIONAL')
      ) await sleep(20)
    },
    async indexes (graph) {
      const rows = await graph.read(
        'CALL db.indexes() YIELD label, types, options, status RETURN label, types, options, status'
      )
      return rows.flatMap(indexRows)
    },
    setVector: (node, source) => `SET ${node}.embedding = vecf32(${source})`,
    // Its index compares strings without regard to case; a computed string is compared outside of it.
    comesAfter: (property, parameter) => `${property} + '' > ${parameter}`,
    cosine: (stored, parameter) => `1 - vec.cosineDistance(${stored}, vecf32(${parameter}))`,
    callNearest: approximate
      ? label =>
        cypher`
      CALL db.idx.vector.queryNodes('${label}', 'embedding', $asked, vecf32($vector)) YIELD node, score
      WITH node AS v, 1 - score AS score`
      : null,
    exactUpTo: 20_000,
    callText: query => `CALL db.idx.fulltext.queryNodes('Memory', ${query}) YIELD node AS m`,
    textQuery: (scope, namespace, sets) =>
      `@range\\:${scope}:{${namespace}} @fts:(${sets.map(tokens => `(${tokens.join(' ')})`).join('|')})`
  }
}

function indexRows (row: GraphRow): IndexRow[] {
  const kinds: Record<string, IndexRow['kind']> = { VECTOR: 'vector', FULLTEXT: 'text', RANGE: 'range' }
  const options = (row.options ?? {}) as Record<string, { dimension?: number } | undefined>
  return Object.entries((row.types ?? {}) as Record<string, string[]>).flatMap(([property, types]) =>
    types.map(type => ({
      label: row.label as string,
      property,
      kind: kinds[type] ?? 'range',
      dimensions: options[property]?.dimension ?? null,
      ready: row.status === 'OPERATIONAL'
    }))
  )
}
