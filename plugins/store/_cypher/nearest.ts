/**
 * Vector search that loses no hit to other users or to the filter. Up to a size that the dialect names, the user's
 * own vectors are compared one by one. Above it the vector index is asked for more than is wanted, and for more again
 * until enough candidates survive; when it cannot help, the scan decides.
 */
import type { Filter, Match } from '../../../domain/capabilities/store.ts'
import { requireVector } from '../../../domain/vector.ts'
import { cypher } from './cypher.ts'
import { conditionOf } from './filter.ts'
import { vectorLabel, type Dialect, type Graph, type Parameters, type GraphRow } from './graph.ts'
import { namespaceOf } from './keys.ts'
import type { FullMeta, MetaReader } from './meta.ts'
import type { StatisticsOfUsers } from './statistics.ts'

/** More than this from an index that knows no users is slower than comparing. */
const mostFromIndex = 5000

/** How many of the nearest are looked at for a limit. */
const scan = (limit: number): number => 2 * limit + 50

interface Search {
  ns: string
  label: string
  where: string
  plain: boolean
  limit: number
  given: Parameters
}

const matchOf = (row: GraphRow): Match => ({
  id: row.id as string,
  score: Math.max(-1, Math.min(1, Number(row.score))),
  sessionId: (row.session ?? null) as string | null,
  validAt: Number(row.valid_at)
})
const answer = cypher`m.id AS id, score, m.session_id AS session, m.valid_at AS valid_at
      ORDER BY score DESC, valid_at DESC
      LIMIT $limit`

export function nearestFinder (graph: Graph, dialect: Dialect, meta: MetaReader, users: StatisticsOfUsers) {
  /** No rows for a user who is far above the size for the index; one who grows at this moment still gets an answer. */
  const unlessLarge = dialect.callNearest === null
    ? ''
    : cypher`
      MATCH (u:User {uid: $ns})
      WHERE u.docs <= $too_many`

  return async function nearest (
    userId: string,
    vector: Float32Array,
    filter: Filter,
    limit: number
  ): Promise<Match[]> {
    const ns = namespaceOf(userId)
    const { where, parameters, plain } = conditionOf(filter)
    const among = async ({ generation, dimensions }: FullMeta): Promise<Match[]> => {
      requireVector(vector, dimensions, 'The vector of the query')
      if (dimensions === null || limit < 1) return []
      return await search({
        ns,
        label: vectorLabel(generation),
        where,
        plain,
        limit,
        given: { ...parameters, ns, vector, limit }
      })
    }
    // Searched with the meta read last, while it is read again: it almost always still holds.
    const last = meta.last()
    if (last?.dimensions === vector.length) {
      const [asked, now] = await Promise.all([settled(among(last)), meta.read()])
      if (now.generation === last.generation) return asked()
    }
    return await among(await meta.read())
  }

  async function search (asked: Search): Promise<Match[]> {
    const { ns, limit, plain } = asked
    const statistics = users.of(ns)
    const total = async (): Promise<number> => {
      statistics.total ??= Number(
        (await graph.read(cypher`MATCH (u:User {uid: $ns}) RETURN u.docs AS docs`, { ns }))[0]?.docs ?? 0
      )
      return statistics.total
    }
    const large = (memories: number): boolean => dialect.callNearest !== null && memories > dialect.exactUpTo
    if (large(statistics.total ?? 0)) return await throughIndex(asked) ?? await compareAll(asked)
    if (!plain) {
      const [memories, matches] = await Promise.all([total(), compareAll(asked, true)])
      return large(memories) ? await throughIndex(asked) ?? await compareAll(asked) : matches
    }
    const [memories, matches] = await Promise.all([total(), compareNearest(asked)])
    if (large(memories)) return await throughIndex(asked) ?? await compareAll(asked)
    return matches.length === limit || memories <= scan(limit) ? matches : await compareAll(asked)
  }

  /**
   * Most memories are believed now, so the nearest few almost always survive and the memories of the others need not
   * be looked at.
   */
  async function compareNearest ({ label, where, limit, given }: Search): Promise<Match[]> {
    const rows = await graph.read(
      cypher`${unlessLarge}
      MATCH (v:${label} {ns: $ns})
      WITH v, ${dialect.cosine('v.embedding', '$vector')} AS score
      ORDER BY score DESC
      LIMIT $scan
      MATCH (m:Memory)-[:HAS_VECTOR]->(v)
      WHERE ${where}
      RETURN ${answer}`,
      { ...given, scan: scan(limit), too_many: 2 * dialect.exactUpTo }
    )
    return rows.map(matchOf)
  }

  async function compareAll ({ label, where, given }: Search, bounded = false): Promise<Match[]> {
    const rows = await graph.read(
      cypher`${bounded ? unlessLarge : ''}
      MATCH (m:Memory {ns: $ns})
      WHERE ${where}
      MATCH (m)-[:HAS_VECTOR]->(v:${label})
      WITH m, ${dialect.cosine('v.embedding', '$vector')} AS score
      RETURN ${answer}`,
      { ...given, too_many: 2 * dialect.exactUpTo }
    )
    return rows.map(matchOf)
  }

  async function throughIndex ({ label, where, limit, given }: Search): Promise<Match[] | null> {
    for (let asked = Math.max(100, Math.ceil(3 * limit)); asked <= mostFromIndex; asked *= 4) {
      const rows = await graph.read(
        cypher`
      ${dialect.callNearest?.(label) ?? ''}
      MATCH (m:Memory)-[:HAS_VECTOR]->(v)
      WHERE m.ns = $ns AND ${where}
      RETURN ${answer}`,
        { ...given, asked }
      )
      if (rows.length === limit) return rows.map(matchOf)
    }
    return null
  }
}

/** How a promise ended, to be looked at later. */
const settled = <T>(promise: Promise<T>): Promise<() => T> =>
  promise.then(value => () => value, (error: Error) => () => {
    throw error
  })
