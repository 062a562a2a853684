/** What is known about a user beside the memories: history, counts, stored answers, accesses. */
import {
  accessesKept,
  type Basis,
  type HistoryLink,
  type Replay,
  type UserStats
} from '../../../domain/capabilities/store.ts'
import type { Access, Reading, Supersession } from '../../../domain/nouns.ts'
import { storable } from '../../../domain/text/storable.ts'
import { cypher } from './cypher.ts'
import type { Graph, GraphRow } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import { basisOf } from './revise.ts'
import { accessOf, memoryMap, memoryOf, readingMap, readingOf, supersessionMap, supersessionOf } from './rows.ts'

export function userReads (graph: Graph) {
  return { history, supersessions, stats, readings, replay, basis, accesses, recordAccesses }

  async function basis (userId: string): Promise<Basis | null> {
    return await basisOf(graph, namespaceOf(userId))
  }

  /** One round trip a link outward: chains are short, and a walk by paths would count every detour. */
  async function history (userId: string, id: string): Promise<HistoryLink[]> {
    const ns = namespaceOf(userId)
    const links = new Map<string, HistoryLink>()
    const seen = new Set([id])
    let frontier = [id]
    while (frontier.length > 0) {
      const rows = await graph.read(
        cypher`
      MATCH (m:Memory)-[s:SUPERSEDES]-(:Memory)
      WHERE m.uid IN $uids AND m.ns = $ns
      WITH DISTINCT s, startNode(s) AS n, endNode(s) AS o
      RETURN ${supersessionMap('s')} AS edge, ${memoryMap('o')} AS old, ${memoryMap('n')} AS new`,
        { ns, uids: frontier.map(next => uidOf(ns, next)) }
      )
      const found = rows.map(linkOf)
      for (const link of found) {
        links.set(`${link.oldId} ${link.newId} ${link.expiredAt} ${link.restoredAt}`, link)
      }
      const ends = found.flatMap(({ oldId, newId }) => newId === null ? [oldId] : [oldId, newId])
      frontier = [...new Set(ends)].filter(end => !seen.has(end))
      for (const end of frontier) seen.add(end)
    }
    return [...links.values()].sort((a, b) => a.expiredAt - b.expiredAt || (a.oldId < b.oldId ? -1 : 1))
  }

  async function supersessions (
    userId: string,
    { ids, limit }: { ids?: string[], limit: number }
  ): Promise<Supersession[]> {
    const ns = namespaceOf(userId)
    const some = ids === undefined ? '' : 'AND (o.uid IN $uids OR n.uid IN $uids)'
    const rows = await graph.read(
      cypher`
      MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(n:Memory)
      WHERE s.old_id = o.id ${some}
      WITH s
      ORDER BY s.expired_at DESC, s.old_id DESC
      LIMIT $limit
      RETURN ${supersessionMap('s')} AS edge`,
      { ns, limit, uids: (ids ?? []).map(id => uidOf(ns, id)) }
    )
    return rows.map(row => supersessionOf(row.edge))
  }

  async function stats (userId: string): Promise<UserStats> {
    const ns = namespaceOf(userId)
    const [states, counted] = await Promise.all([
      graph.read(
        cypher`
      MATCH (m:Memory {ns: $ns})
      RETURN m.state AS state, count(m) AS memories, min(m.created_at) AS first, max(m.created_at) AS last`,
        { ns }
      ),
      graph.read(
        cypher`
      OPTIONAL MATCH (e:Entity {ns: $ns})
      WITH count(e) AS entities
      OPTIONAL MATCH (f:Entity {ns: $ns})-[r:RELATES]->(:Entity)
      WITH entities, count(r) AS relations
      OPTIONAL MATCH (s:Session {ns: $ns})
      WITH entities, relations, count(s) AS sessions
      OPTIONAL MATCH (c:Community {ns: $ns})
      WITH entities, relations, sessions, count(c) AS communities
      RETURN entities, relations, sessions, communities`,
        { ns }
      )
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

  async function readings (userId: string, limit: number): Promise<Reading[]> {
    const rows = await graph.read(
      cypher`
      MATCH (r:Reading {ns: $ns})
      WITH r
      ORDER BY r.at DESC, r.id DESC
      LIMIT $limit
      RETURN ${readingMap('r')} AS reading`,
      { ns: namespaceOf(userId), limit }
    )
    return rows.map(row => readingOf(row.reading))
  }

  async function replay (userId: string, key: string): Promise<Replay | null> {
    const [row] = await graph.readAcknowledged(
      cypher`
      MATCH (p:Replay {uid: $uid})
      RETURN p.key AS key, p.request_hash AS hash, p.response AS response, p.created_at AS created_at`,
      { uid: uidOf(namespaceOf(userId), key) }
    )
    if (!row) return null
    return {
      key: row.key as string,
      requestHash: row.hash as string,
      response: row.response as string,
      createdAt: Number(row.created_at)
    }
  }

  async function accesses (userId: string, memoryId: string, limit: number): Promise<Access[]> {
    const rows = await graph.read(
      cypher`
      MATCH (a:Access {memory_uid: $uid})
      WITH a
      ORDER BY a.at DESC, a.rank
      LIMIT $limit
      RETURN a {.user_id, .memory_id, .app, .at, .rank} AS access`,
      { uid: uidOf(namespaceOf(userId), memoryId), limit }
    )
    return rows.map(row => accessOf(row.access))
  }

  async function recordAccesses (accesses: Access[]): Promise<void> {
    const rows = storable(accesses).map(({ userId, memoryId, app, at, rank }) => {
      const ns = namespaceOf(userId)
      return { ns, memory_uid: uidOf(ns, memoryId), user_id: userId, memory_id: memoryId, app, at, rank }
    })
    if (rows.length === 0) return
    await graph.write([
      {
        body: cypher`
      UNWIND $accesses AS x
      MATCH (m:Memory {uid: x.memory_uid})
      CREATE (a:Access)
      SET a = x`,
        parameters: { accesses: rows }
      },
      {
        // Only where twice as many have gathered, so that it is done seldom.
        body: cypher`
      UNWIND $seen AS x
      MATCH (a:Access {memory_uid: x})
      WITH x, a
      ORDER BY a.at DESC, a.rank
      WITH x, collect(a) AS held
      WHERE size(held) > ${2 * accessesKept}
      UNWIND held[${accessesKept}..] AS old
      DETACH DELETE old`,
        parameters: { seen: [...new Set(rows.map(row => row.memory_uid))] }
      }
    ])
  }
}

/** A memory that simply ended has an edge to itself, and no new end. */
function linkOf (row: GraphRow): HistoryLink {
  const edge = supersessionOf(row.edge)
  const hasNew = edge.newId !== null && (row.new as { id: string }).id === edge.newId
  return { ...edge, old: memoryOf(row.old), new: hasNew ? memoryOf(row.new) : null }
}
