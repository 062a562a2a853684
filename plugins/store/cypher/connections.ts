/** Reads of entities, relations, communities, sessions, history, and what is kept beside the memories. */
import { accessesKept, type Filter, type HistoryLink, type Neighbour, type Page, type Replay, type UserStats } from '../../../kernel/capabilities/store.ts'
import type { Access, Community, Entity, Relation, Session, Supersession } from '../../../kernel/nouns.ts'
import { conditionOf, timeCondition } from './filter.ts'
import type { Graph, Parameters } from './graph.ts'
import { storable } from '../../../kernel/text/storable.ts'
import { namespaceOf, uidOf } from './keys.ts'
import { accessOf, communityOf, entityMap, entityOf, memoryMap, memoryOf, relationMap, relationOf, sessionMap, sessionOf, supersessionMap, supersessionOf } from './rows.ts'

/** The entities asked for, and those that were merged into them. */
const asked = 'MATCH (a:Entity) WHERE a.uid IN $uids OPTIONAL MATCH (o:Entity)-[:MERGED_INTO]->(a) WITH collect(DISTINCT a) + collect(DISTINCT o) AS asked'

export function connectionReads (graph: Graph) {
  async function neighbours (userId: string, entityIds: string[], filter: Filter, limit: number): Promise<Neighbour[]> {
    const ns = namespaceOf(userId)
    if (entityIds.length === 0) return []
    const { where, parameters } = conditionOf(filter)
    const given: Parameters = { ...parameters, ns, limit, uids: entityIds.map(id => uidOf(ns, id)) }
    const stated = timeCondition(filter, 's', given)
    const [near, far] = await Promise.all([
      graph.read(`${asked} UNWIND asked AS e MATCH (e)<-[:MENTIONS]-(m:Memory) WHERE ${where} WITH m, min(e.id) AS entity ORDER BY m.valid_at DESC, m.id DESC LIMIT $limit RETURN m.id AS id, entity, m.valid_at AS valid_at`, given),
      // A relation is walked only while the memory that states it is seen.
      graph.read(`${asked} UNWIND asked AS e MATCH (e)-[r:RELATES]-(n:Entity) WHERE NOT n IN asked WITH DISTINCT n, r.memory_uid AS stating MATCH (s:Memory {uid: stating}) WHERE ${stated} WITH DISTINCT n ` +
        `MATCH (n)<-[:MENTIONS]-(m:Memory) WHERE m.ns = $ns AND ${where} WITH m, min(n.id) AS entity ORDER BY m.valid_at DESC, m.id DESC LIMIT $reach RETURN m.id AS id, entity, m.valid_at AS valid_at`, { ...given, reach: 2 * limit })
    ])
    const found = new Map<string, Neighbour>()
    for (const [distance, rows] of [[0, near], [1, far]] as const) {
      for (const row of rows) {
        const memoryId = row.id as string
        if (!found.has(memoryId)) found.set(memoryId, { memoryId, entityId: row.entity as string, distance, validAt: Number(row.valid_at) })
      }
    }
    return [...found.values()].slice(0, limit)
  }

  async function entities (userId: string, { ids, keys, stale, page }: { ids?: string[], keys?: string[], stale?: boolean, page?: Page }): Promise<{ items: Entity[], total: number }> {
    const ns = namespaceOf(userId)
    if (ids?.length === 0 || keys?.length === 0) return { items: [], total: 0 }
    const conditions = ['e.ns = $ns']
    if (ids) conditions.push('e.uid IN $uids')
    else conditions.push('e.merged_into IS NULL')
    if (keys) conditions.push('(e.name_key IN $keys OR any(alias IN e.aliases WHERE alias IN $keys))')
    if (stale !== undefined) conditions.push('e.summary_stale = $stale')
    const given: Parameters = { ns, uids: (ids ?? []).map(id => uidOf(ns, id)), keys: keys ?? [], stale: stale ?? null }
    const where = conditions.join(' AND ')
    const part = page ? 'SKIP $skip LIMIT $size' : ''
    const [rows, counted] = await Promise.all([
      graph.read(`MATCH (e:Entity) WHERE ${where} WITH e ORDER BY e.updated_at DESC, e.id DESC ${part} RETURN ${entityMap('e')} AS entity`, page ? { ...given, skip: (page.page - 1) * page.size, size: page.size } : given),
      page ? graph.read(`MATCH (e:Entity) WHERE ${where} RETURN count(e) AS total`, given) : null
    ])
    return { items: rows.map(row => entityOf(row.entity)), total: counted ? Number(counted[0]?.total ?? 0) : rows.length }
  }

  async function relations (userId: string, { entityIds, filter = {}, limit }: { entityIds?: string[], filter?: Filter, limit: number }): Promise<Relation[]> {
    const ns = namespaceOf(userId)
    if (entityIds?.length === 0) return []
    const { where, parameters } = conditionOf(filter)
    const given: Parameters = { ...parameters, ns, limit, uids: (entityIds ?? []).map(id => uidOf(ns, id)) }
    const source = entityIds ? 'MATCH (e:Entity)-[r:RELATES]-(:Entity) WHERE e.uid IN $uids' : 'MATCH (e:Entity {ns: $ns})-[r:RELATES]->(:Entity)'
    const rows = await graph.read(`${source} WITH DISTINCT r.uid AS uid, r.memory_uid AS stating, ${relationMap('r')} AS relation MATCH (m:Memory {uid: stating}) WHERE m.ns = $ns AND ${where} RETURN relation ORDER BY m.created_at DESC, uid LIMIT $limit`, given)
    return rows.map(row => relationOf(row.relation))
  }

  async function communities (userId: string): Promise<Community[]> {
    const rows = await graph.read('MATCH (c:Community {ns: $ns}) OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c) WITH c, collect(e.id) AS members RETURN c {.id, .user_id, .name, .summary, .updated_at} AS community, members ORDER BY c.id', { ns: namespaceOf(userId) })
    return rows.map(row => communityOf(row.community, row.members))
  }

  async function sessions (userId: string, { ids, stale, limit }: { ids?: string[], stale?: boolean, limit: number }): Promise<Session[]> {
    const ns = namespaceOf(userId)
    if (ids?.length === 0) return []
    const conditions = ['s.ns = $ns', ...ids ? ['s.uid IN $uids'] : [], ...stale === undefined ? [] : ['s.gist_stale = $stale']]
    const rows = await graph.read(`MATCH (s:Session) WHERE ${conditions.join(' AND ')} WITH s ORDER BY s.ended_at DESC, s.id LIMIT $limit RETURN ${sessionMap('s')} AS session`,
      { ns, uids: (ids ?? []).map(id => uidOf(ns, id)), stale: stale ?? null, limit })
    return rows.map(row => sessionOf(row.session))
  }

  /** One round trip a link outward: chains are short, and a walk by paths would count every detour. */
  async function history (userId: string, id: string): Promise<HistoryLink[]> {
    const ns = namespaceOf(userId)
    const links = new Map<string, { edge: Supersession, old: HistoryLink['old'], new: HistoryLink['new'] }>()
    const seen = new Set([id])
    let frontier = [id]
    while (frontier.length > 0) {
      const rows = await graph.read('MATCH (m:Memory)-[s:SUPERSEDES]-(:Memory) WHERE m.uid IN $uids AND m.ns = $ns WITH DISTINCT s, startNode(s) AS n, endNode(s) AS o ' +
        `RETURN ${supersessionMap('s')} AS edge, ${memoryMap('o')} AS old, ${memoryMap('n')} AS new`, { ns, uids: frontier.map(next => uidOf(ns, next)) })
      const reached = new Set<string>()
      for (const row of rows) {
        const edge = supersessionOf(row.edge)
        links.set(`${edge.oldId} ${edge.newId} ${edge.expiredAt} ${edge.restoredAt}`, { edge, old: memoryOf(row.old), new: edge.newId === null || (row.new as { id: string }).id !== edge.newId ? null : memoryOf(row.new) })
        for (const end of [edge.oldId, edge.newId]) if (end !== null && !seen.has(end)) reached.add(end)
      }
      for (const end of reached) seen.add(end)
      frontier = [...reached]
    }
    return [...links.values()]
      .sort((a, b) => a.edge.expiredAt - b.edge.expiredAt || (a.edge.oldId < b.edge.oldId ? -1 : 1))
      .map(({ edge, ...ends }) => ({ ...edge, ...ends }))
  }

  async function stats (userId: string): Promise<UserStats> {
    const ns = namespaceOf(userId)
    const [states, counted] = await Promise.all([
      graph.read('MATCH (m:Memory {ns: $ns}) RETURN m.state AS state, count(m) AS memories, min(m.created_at) AS first, max(m.created_at) AS last', { ns }),
      graph.read('OPTIONAL MATCH (e:Entity {ns: $ns}) WITH count(e) AS entities OPTIONAL MATCH (f:Entity {ns: $ns})-[r:RELATES]->(:Entity) WITH entities, count(r) AS relations ' +
        'OPTIONAL MATCH (s:Session {ns: $ns}) WITH entities, relations, count(s) AS sessions OPTIONAL MATCH (c:Community {ns: $ns}) WITH entities, relations, sessions, count(c) AS communities ' +
        'RETURN entities, relations, sessions, communities', { ns })
    ])
    const of = (state: string): number => Number(states.find(row => row.state === state)?.memories ?? 0)
    const [row = {}] = counted
    return {
      memories: { active: of('active'), superseded: of('superseded'), invalidated: of('invalidated') },
      entities: Number(row.entities),
      relations: Number(row.relations),
      sessions: Number(row.sessions),
      communities: Number(row.communities),
      firstAt: states.length === 0 ? null : Math.min(...states.map(state => Number(state.first))),
      lastAt: states.length === 0 ? null : Math.max(...states.map(state => Number(state.last)))
    }
  }

  async function replay (userId: string, key: string): Promise<Replay | null> {
    const [row] = await graph.read('MATCH (p:Replay {uid: $uid}) RETURN p.key AS key, p.request_hash AS hash, p.response AS response, p.created_at AS created_at', { uid: uidOf(namespaceOf(userId), key) })
    return row ? { key: row.key as string, requestHash: row.hash as string, response: row.response as string, createdAt: Number(row.created_at) } : null
  }

  async function accesses (userId: string, memoryId: string, limit: number): Promise<Access[]> {
    const rows = await graph.read('MATCH (a:Access {memory_uid: $uid}) WITH a ORDER BY a.at DESC, a.rank LIMIT $limit RETURN a {.user_id, .memory_id, .app, .at, .rank} AS access', { uid: uidOf(namespaceOf(userId), memoryId), limit })
    return rows.map(row => accessOf(row.access))
  }

  async function recordAccesses (accesses: Access[]): Promise<void> {
    const rows = storable(accesses).map(({ userId, memoryId, app, at, rank }) => {
      const ns = namespaceOf(userId)
      return { ns, memory_uid: uidOf(ns, memoryId), user_id: userId, memory_id: memoryId, app, at, rank }
    })
    if (rows.length === 0) return
    await graph.write([
      { body: 'UNWIND $accesses AS x MATCH (m:Memory {uid: x.memory_uid}) CREATE (a:Access) SET a = x', parameters: { accesses: rows } },
      {
        // Only where twice as many have gathered, so that it is done seldom.
        body: `UNWIND $seen AS x MATCH (a:Access {memory_uid: x}) WITH x, a ORDER BY a.at DESC, a.rank WITH x, collect(a) AS held WHERE size(held) > ${2 * accessesKept} UNWIND held[${accessesKept}..] AS old DETACH DELETE old`,
        parameters: { seen: [...new Set(rows.map(row => row.memory_uid))] }
      }
    ])
  }

  return { neighbours, entities, relations, communities, sessions, history, stats, replay, accesses, recordAccesses }
}
