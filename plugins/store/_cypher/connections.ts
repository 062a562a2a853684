/** Reads of what memories are connected by: entities, relations, communities, sessions. */
import type { Filter, Neighbour, Page, RelationQuery } from '../../../domain/capabilities/store.ts'
import type { Community, Entity, Relation, Session } from '../../../domain/nouns.ts'
import { cypher } from './cypher.ts'
import { conditionOf, timeCondition } from './filter.ts'
import type { Graph, GraphRow, Parameters } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import { communityOf, entityMap, entityOf, relationMap, relationOf, sessionMap, sessionOf } from './rows.ts'

/** The entities asked for, and those that were merged into them. */
const asked = cypher`
      MATCH (a:Entity)
      WHERE a.uid IN $uids
      OPTIONAL MATCH (o:Entity)-[:MERGED_INTO]->(a)
      WITH collect(DISTINCT a) + collect(DISTINCT o) AS asked`

interface EntityQuery {
  ids?: string[]
  keys?: string[]
  stale?: boolean
  merged?: true
  page?: Page
}

export function connectionReads (graph: Graph) {
  return { neighbours, entities, relations, communities, sessions }

  async function neighbours (userId: string, entityIds: string[], filter: Filter, limit: number): Promise<Neighbour[]> {
    const ns = namespaceOf(userId)
    if (entityIds.length === 0) return []
    const { where, parameters } = conditionOf(filter)
    const given: Parameters = { ...parameters, ns, limit, uids: entityIds.map(id => uidOf(ns, id)) }
    const stated = timeCondition(filter, 's', given)
    const [near, far] = await Promise.all([
      graph.read(
        cypher`${asked}
      UNWIND asked AS e
      MATCH (e)<-[:MENTIONS]-(m:Memory)
      WHERE ${where}
      WITH m, min(e.id) AS entity
      ORDER BY m.valid_at DESC, m.id DESC
      LIMIT $limit
      RETURN m.id AS id, entity, m.valid_at AS valid_at`,
        given
      ),
      // A relation is followed only while the memory that states it is seen.
      graph.read(
        cypher`${asked}
      UNWIND asked AS e
      MATCH (e)-[r:RELATES]-(n:Entity)
      WHERE NOT n IN asked
      WITH DISTINCT n, r.memory_uid AS stating
      MATCH (s:Memory {uid: stating})
      WHERE ${stated}
      WITH DISTINCT n
      MATCH (n)<-[:MENTIONS]-(m:Memory)
      WHERE m.ns = $ns AND ${where}
      WITH m, min(n.id) AS entity
      ORDER BY m.valid_at DESC, m.id DESC
      LIMIT $reach
      RETURN m.id AS id, entity, m.valid_at AS valid_at`,
        { ...given, reach: 2 * limit }
      )
    ])
    const found = new Map<string, Neighbour>()
    for (const neighbour of [...near.map(neighbourAt(0)), ...far.map(neighbourAt(1))]) {
      if (!found.has(neighbour.memoryId)) found.set(neighbour.memoryId, neighbour)
    }
    return [...found.values()].slice(0, limit)
  }

  async function entities (userId: string, query: EntityQuery): Promise<{ items: Entity[], total: number }> {
    const { ids, keys, page } = query
    const ns = namespaceOf(userId)
    if (ids?.length === 0 || keys?.length === 0) return { items: [], total: 0 }
    const { where, given } = entityCondition(ns, query)
    const [rows, counted] = await Promise.all([
      graph.read(
        cypher`
      MATCH (e:Entity)
      WHERE ${where}
      WITH e
      ORDER BY e.updated_at DESC, e.id DESC ${page ? 'SKIP $skip LIMIT $size' : ''}
      RETURN ${entityMap('e')} AS entity`,
        page ? { ...given, skip: (page.page - 1) * page.size, size: page.size } : given
      ),
      page
        ? graph.read(
          cypher`
      MATCH (e:Entity)
      WHERE ${where}
      RETURN count(e) AS total`,
          given
        )
        : null
    ])
    return {
      items: rows.map(row => entityOf(row.entity)),
      total: counted ? Number(counted[0]?.total ?? 0) : rows.length
    }
  }

  async function relations (
    userId: string,
    { entityIds, memoryIds, filter = {}, limit }: RelationQuery
  ): Promise<Relation[]> {
    const ns = namespaceOf(userId)
    if (entityIds?.length === 0 || memoryIds?.length === 0) return []
    const { where, parameters } = conditionOf(filter)
    const source = memoryIds
      ? cypher`
      UNWIND $stating AS stated
      MATCH (a:Entity)-[r:RELATES {memory_uid: stated}]->(b:Entity)
      ${entityIds ? 'WHERE a.uid IN $uids OR b.uid IN $uids' : ''}`
      : entityIds
      ? 'MATCH (e:Entity)-[r:RELATES]-(:Entity) WHERE e.uid IN $uids'
      : 'MATCH (e:Entity {ns: $ns})-[r:RELATES]->(:Entity)'
    const rows = await graph.read(
      cypher`
      ${source}
      WITH DISTINCT r.uid AS uid, r.memory_uid AS stating, ${relationMap('r')} AS relation
      MATCH (m:Memory {uid: stating})
      WHERE m.ns = $ns AND ${where}
      RETURN relation
      ORDER BY m.created_at DESC, uid
      LIMIT $limit`,
      {
        ...parameters,
        ns,
        limit,
        uids: (entityIds ?? []).map(id => uidOf(ns, id)),
        stating: [...new Set(memoryIds)].map(id => uidOf(ns, id))
      }
    )
    return rows.map(row => relationOf(row.relation))
  }

  async function communities (userId: string): Promise<Community[]> {
    const rows = await graph.read(
      cypher`
      MATCH (c:Community {ns: $ns})
      OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c)
      WITH c, collect(e.id) AS members
      RETURN c {.id, .user_id, .name, .summary, .updated_at} AS community, members
      ORDER BY c.id`,
      { ns: namespaceOf(userId) }
    )
    return rows.map(row => communityOf(row.community, row.members))
  }

  async function sessions (
    userId: string,
    { ids, stale, limit }: { ids?: string[], stale?: boolean, limit: number }
  ): Promise<Session[]> {
    const ns = namespaceOf(userId)
    if (ids?.length === 0) return []
    const conditions = [
      's.ns = $ns',
      ...ids ? ['s.uid IN $uids'] : [],
      ...stale === undefined ? [] : ['s.gist_stale = $stale']
    ]
    const rows = await graph.read(
      cypher`
      MATCH (s:Session)
      WHERE ${conditions.join(' AND ')}
      WITH s
      ORDER BY s.ended_at DESC, s.id
      LIMIT $limit
      RETURN ${sessionMap('s')} AS session`,
      { ns, uids: (ids ?? []).map(id => uidOf(ns, id)), stale: stale ?? null, limit }
    )
    return rows.map(row => sessionOf(row.session))
  }
}

const neighbourAt = (distance: Neighbour['distance']) => (row: GraphRow): Neighbour => ({
  memoryId: row.id as string,
  entityId: row.entity as string,
  distance,
  validAt: Number(row.valid_at)
})

/** Without ids, entities that were merged into another are left out. */
function entityCondition (ns: string, { ids, keys, stale, merged }: EntityQuery): { where: string, given: Parameters } {
  const conditions = [
    'e.ns = $ns',
    ids ? 'e.uid IN $uids' : merged ? 'e.merged_into IS NOT NULL' : 'e.merged_into IS NULL',
    ...keys ? ['(e.name_key IN $keys OR any(alias IN e.aliases WHERE alias IN $keys))'] : [],
    ...stale === undefined ? [] : ['e.summary_stale = $stale']
  ]
  return {
    where: conditions.join(' AND '),
    given: { ns, uids: (ids ?? []).map(id => uidOf(ns, id)), keys: keys ?? [], stale: stale ?? null }
  }
}
