/**
 * Everything of one user, as of one moment. The user's version counts commits: when it has not changed from before
 * the first read to after the last, nothing of a half-finished write was seen. A user who is written without a pause
 * is claimed, as a write does, and read in the same statement: writes to this user wait for so long. Vectors never
 * change and follow page by page.
 */
import type { ExportRecord } from '../../../domain/capabilities/store.ts'
import { cypher } from './cypher.ts'
import { vectorLabel, type Graph, type GraphRow } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { MetaReader } from './meta.ts'
import {
  communityOf,
  entityMap,
  entityOf,
  memoryMap,
  memoryOf,
  relationMap,
  relationOf,
  sessionMap,
  sessionOf,
  supersessionMap,
  supersessionOf
} from './rows.ts'

const pageSize = 2000
const vectorPage = 200
/** Attempts without a lock, before writers are made to wait. */
const attempts = 3

const kinds = ['entities', 'memories', 'edges', 'relations', 'sessions', 'communities'] as const
type Kind = typeof kinds[number]
type Snapshot = Record<Kind, GraphRow[]>

/** Each answers an `item`; `page` is a SKIP and a LIMIT, or empty for all. */
const readers: Record<Kind, (page: string) => string> = {
  entities: page =>
    cypher`
      MATCH (e:Entity {ns: $ns})
      WITH e
      ORDER BY e.created_at, e.id ${page}
      RETURN ${entityMap('e')} AS item`,
  memories: page =>
    cypher`
      MATCH (m:Memory {ns: $ns})
      WITH m
      ORDER BY m.created_at, m.id ${page}
      RETURN ${memoryMap('m')} AS item`,
  edges: page =>
    cypher`
      MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(:Memory)
      WITH s
      ORDER BY s.expired_at, s.old_id ${page}
      RETURN ${supersessionMap('s')} AS item`,
  relations: page =>
    cypher`
      MATCH (e:Entity {ns: $ns})-[r:RELATES]->(:Entity)
      WITH r
      ORDER BY r.uid ${page}
      RETURN ${relationMap('r')} AS item`,
  sessions: page =>
    cypher`
      MATCH (s:Session {ns: $ns})
      WITH s
      ORDER BY s.started_at, s.id ${page}
      RETURN ${sessionMap('s')} AS item`,
  communities: page =>
    cypher`
      MATCH (c:Community {ns: $ns})
      WITH c
      ORDER BY c.id ${page}
      OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c)
      WITH c, collect(e.id) AS members
      RETURN c {.id, .user_id, .name, .summary, .updated_at, members: members} AS item`
}

export function exporter (graph: Graph, meta: MetaReader) {
  return async function* exportUser (userId: string): AsyncGenerator<ExportRecord> {
    const ns = namespaceOf(userId)
    const snapshot = await snapshotOf(ns)
    for (const row of snapshot.entities) yield { kind: 'entity', entity: entityOf(row.item) }
    for (let start = 0; start < snapshot.memories.length; start += vectorPage) {
      const memories = snapshot.memories.slice(start, start + vectorPage).map(row => memoryOf(row.item))
      const vectors = await vectorsOf(ns, memories.map(memory => memory.id))
      for (const memory of memories) {
        yield { kind: 'memory', memory, embedding: vectors.get(uidOf(ns, memory.id)) ?? null }
      }
    }
    for (const row of snapshot.edges) yield { kind: 'supersession', supersession: supersessionOf(row.item) }
    for (const row of snapshot.relations) yield { kind: 'relation', relation: relationOf(row.item) }
    for (const row of snapshot.sessions) yield { kind: 'session', session: sessionOf(row.item) }
    for (const row of snapshot.communities) {
      yield { kind: 'community', community: communityOf(row.item, (row.item as GraphRow).members) }
    }
  }

  async function snapshotOf (ns: string): Promise<Snapshot> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const before = await version(ns)
      const found = await Promise.all(kinds.map(kind => pages(readers[kind]('SKIP $skip LIMIT $size'), ns)))
      if (await version(ns) === before) {
        return Object.fromEntries(kinds.map((kind, place) => [kind, found[place]])) as Snapshot
      }
    }
    const rows = await graph.write([{
      body: cypher`
      MATCH (u:User {uid: $ns})
      SET u.claimed_by = 'export'
      WITH count(*) AS claimed ${
        kinds.map(kind => `${readers[kind]('')}, '${kind}' AS kind`).join('\n      UNION ALL')
      }`,
      parameters: { ns }
    }])
    return Object.fromEntries(kinds.map(kind => [kind, rows.filter(row => row.kind === kind)])) as Snapshot
  }

  async function version (ns: string): Promise<number> {
    const [row] = await graph.read(cypher`MATCH (u:User {uid: $ns}) RETURN u.version AS version`, { ns })
    return Number(row?.version ?? 0)
  }

  async function pages (statement: string, ns: string): Promise<GraphRow[]> {
    const all: GraphRow[] = []
    for (;;) {
      const rows = await graph.read(statement, { ns, skip: all.length, size: pageSize })
      all.push(...rows)
      if (rows.length < pageSize) return all
    }
  }

  async function vectorsOf (ns: string, ids: string[]): Promise<Map<string, Float32Array>> {
    const { generation } = await meta.read()
    const rows = await graph.read(
      cypher`
      MATCH (v:${vectorLabel(generation)})
      WHERE v.uid IN $uids
      RETURN v.uid AS uid, v.embedding AS embedding`,
      { uids: ids.map(id => uidOf(ns, id)) }
    )
    return new Map(rows.map(row => [row.uid as string, Float32Array.from(row.embedding as number[])]))
  }
}
