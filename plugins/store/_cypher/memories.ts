/** Reads of memories. */
import type { Filter, ListQuery, Timeline } from '../../../domain/capabilities/store.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { nameKey } from '../../../domain/text/identity.ts'
import { storable } from '../../../domain/text/storable.ts'
import { cypher } from './cypher.ts'
import { conditionOf } from './filter.ts'
import type { Dialect, Graph, Parameters } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import { memoryMap, memoryOf } from './rows.ts'
import { queryTokens } from './tokens.ts'

const newestFirst = 'm.created_at DESC, m.id DESC'

export function memoryReads (graph: Graph, dialect: Dialect) {
  async function get (userId: string, ids: string[]): Promise<Memory[]> {
    const ns = namespaceOf(userId)
    if (ids.length === 0) return []
    const uids = [...new Set(ids)].map(id => uidOf(ns, id))
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $uids AND m.ns = $ns
      RETURN ${memoryMap('m')} AS memory`,
      { uids, ns }
    )
    const found = new Map(rows.map(row => memoryOf(row.memory)).map(memory => [memory.id, memory]))
    return ids.flatMap(id => found.get(id) ?? [])
  }

  async function list (
    userId: string,
    { page, size, search, mentions, ...filter }: ListQuery
  ): Promise<{ items: Memory[], total: number }> {
    const ns = namespaceOf(userId)
    const { where, parameters, past } = conditionOf(filter)
    const given: Parameters = { ...parameters, ns }
    let source = 'MATCH (m:Memory {ns: $ns}) WHERE'
    if (mentions !== undefined) {
      given.mentioned = await mentionedUids(ns, mentions)
      source = cypher`
      MATCH (e:Entity)<-[:MENTIONS]-(m:Memory)
      WHERE e.uid IN $mentioned
      WITH DISTINCT m
      WHERE m.ns = $ns AND`
    }
    if (search !== undefined) {
      const tokens = queryTokens(search)
      if (tokens.length === 0) return { items: [], total: 0 }
      given.search = dialect.textQuery(past ? 'ns' : 'live', ns, [tokens])
      source = mentions === undefined
        ? cypher`${dialect.callText('$search')} WITH m WHERE m.ns = $ns AND`
        : cypher`
      ${dialect.callText('$search')}
      WITH m
      MATCH (e:Entity)<-[:MENTIONS]-(m)
      WHERE e.uid IN $mentioned
      WITH DISTINCT m
      WHERE m.ns = $ns AND`
    }
    const [rows, counted] = await Promise.all([
      graph.read(
        cypher`
      ${source} ${where}
      WITH m
      ORDER BY ${newestFirst}
      SKIP $skip
      LIMIT $size
      RETURN ${memoryMap('m')} AS memory`,
        { ...given, skip: (page - 1) * size, size }
      ),
      graph.read(
        cypher`
      ${source} ${where}
      RETURN count(m) AS total`,
        given
      )
    ])
    return { items: rows.map(row => memoryOf(row.memory)), total: Number(counted[0]?.total ?? 0) }
  }

  /** Of these entities and of those that were merged into them. */
  async function mentionedUids (ns: string, entityIds: string[]): Promise<string[]> {
    if (entityIds.length === 0) return []
    const uids = entityIds.map(id => uidOf(ns, id))
    const merged = await graph.read(
      cypher`
      MATCH (o:Entity)-[:MERGED_INTO]->(a:Entity)
      WHERE a.uid IN $uids
      RETURN o.uid AS uid`,
      { uids }
    )
    return [...uids, ...merged.map(row => row.uid as string)]
  }

  async function recent (userId: string, filter: Filter, limit: number): Promise<Memory[]> {
    const { where, parameters } = conditionOf(filter)
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory {ns: $ns})
      WHERE ${where}
      WITH m
      ORDER BY ${newestFirst}
      LIMIT $limit
      RETURN ${memoryMap('m')} AS memory`,
      { ...parameters, ns: namespaceOf(userId), limit }
    )
    return rows.map(row => memoryOf(row.memory))
  }

  async function aboutSubject (
    userId: string,
    subject: string,
    predicate: string | null,
    limit: number,
    filter: Filter = {}
  ): Promise<Memory[]> {
    const ns = namespaceOf(userId)
    const { where, parameters: filtered } = conditionOf(filter)
    const parameters: Parameters = { ...filtered, subject: uidOf(ns, nameKey(subject)), predicate, limit }
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory {subject_key: $subject})
      WHERE ${where} ${predicate === null ? '' : 'AND m.predicate = $predicate'}
      WITH m
      ORDER BY ${newestFirst}
      LIMIT $limit
      RETURN ${memoryMap('m')} AS memory`,
      parameters
    )
    return rows.map(row => memoryOf(row.memory))
  }

  async function byFingerprint (userId: string, fingerprints: string[]): Promise<Memory[]> {
    const ns = namespaceOf(userId)
    if (fingerprints.length === 0) return []
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory)
      WHERE m.active_key IN $claims
      RETURN ${memoryMap('m')} AS memory`,
      { claims: fingerprints.map(fingerprint => `${ns}:${fingerprint}`) }
    )
    return rows.map(row => memoryOf(row.memory))
  }

  async function timelines (userId: string, asked: string[], filter: Filter): Promise<Timeline[]> {
    const ns = namespaceOf(userId)
    const sessionIds = storable(asked)
    if (sessionIds.length === 0) return []
    const { where, parameters } = conditionOf(filter)
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory)
      WHERE m.session_uid IN $sessions AND ${where}
      RETURN m.id AS id, m.session_id AS session
      ORDER BY m.valid_at, m.id`,
      { ...parameters, sessions: sessionIds.map(id => uidOf(ns, id)) }
    )
    const idsOf = new Map<string, string[]>()
    for (const row of rows) {
      const memoryIds = idsOf.get(row.session as string) ?? []
      memoryIds.push(row.id as string)
      idsOf.set(row.session as string, memoryIds)
    }
    return [...new Set(sessionIds)].flatMap(sessionId => {
      const memoryIds = idsOf.get(sessionId)
      return memoryIds ? [{ sessionId, memoryIds }] : []
    })
  }

  return { get, list, recent, aboutSubject, byFingerprint, timelines }
}
