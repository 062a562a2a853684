/**
 * Vector search that loses no hit to other users or to the filter. Up to a size that the dialect names, the user's own vectors are compared one by one.
 * Above it the vector index is asked for more than is wanted, and for more again until enough candidates survive; when it cannot help, the scan decides.
 */
import type { Filter, Match } from '../../../kernel/capabilities/store.ts'
import { requireVector } from '../../../kernel/vector.ts'
import { conditionOf } from './filter.ts'
import { vectorLabel, type Dialect, type Graph, type Row } from './graph.ts'
import { namespaceOf } from './keys.ts'
import type { MetaReader } from './meta.ts'

/** More than this from an index that knows no users is slower than comparing. */
const widest = 5000

const matchOf = (row: Row): Match => ({
  id: row.id as string,
  score: Math.max(-1, Math.min(1, Number(row.score))),
  sessionId: (row.session ?? null) as string | null,
  validAt: Number(row.valid_at)
})
const answer = 'm.id AS id, score, m.session_id AS session, m.valid_at AS valid_at ORDER BY score DESC, valid_at DESC LIMIT $limit'

export function nearestFinder (graph: Graph, dialect: Dialect, meta: MetaReader) {
  return async function nearest (userId: string, vector: Float32Array, filter: Filter, limit: number): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const { generation, dimensions } = await meta.read()
    requireVector(vector, dimensions, 'The vector of the query')
    if (dimensions === null || limit < 1) return []
    const label = vectorLabel(generation)
    const { where, parameters, plain } = conditionOf(filter)
    const given = { ...parameters, ns, vector, limit }
    const score = dialect.cosine('v.embedding', '$vector')

    if (dialect.callNearest) {
      const matches = await throughIndex(label, where, given, ns, limit)
      if (matches) return matches
    }
    // Most memories are believed now, so the nearest few almost always survive and the memories of the others need not be looked at.
    if (plain) {
      const rows = await graph.read(`MATCH (v:${label} {ns: $ns}) WITH v, ${score} AS score ORDER BY score DESC LIMIT $scan MATCH (m:Memory)-[:HAS_VECTOR]->(v) WHERE ${where} RETURN ${answer}`,
        { ...given, scan: 2 * limit + 50 })
      if (rows.length === limit) return rows.map(matchOf)
    }
    const rows = await graph.read(`MATCH (m:Memory {ns: $ns}) WHERE ${where} MATCH (m)-[:HAS_VECTOR]->(v:${label}) WITH m, ${score} AS score RETURN ${answer}`, given)
    return rows.map(matchOf)
  }

  async function throughIndex (label: string, where: string, given: Row, ns: string, limit: number): Promise<Match[] | null> {
    const [user] = await graph.read('MATCH (u:User {uid: $ns}) RETURN u.docs AS docs', { ns })
    if (Number(user?.docs ?? 0) <= dialect.exactUpTo) return null
    for (let asked = Math.max(100, Math.ceil(3 * limit)); asked <= widest; asked *= 4) {
      const rows = await graph.read(`${dialect.callNearest?.(label) ?? ''} MATCH (m:Memory)-[:HAS_VECTOR]->(v) WHERE m.ns = $ns AND ${where} RETURN ${answer}`, { ...given, asked })
      if (rows.length === limit) return rows.map(matchOf)
    }
    return null
  }
}
