/**
 * Everything of one user, as of one moment. The user's version counts commits: when it has not changed from before the first
 * read to after the last, nothing of a half-finished write was seen. A user who is written without a pause is claimed, as a write does,
 * and read in the same statement: writes to this user wait for so long. Vectors never change and follow page by page.
 */
import type { ExportRecord } from '../../../kernel/capabilities/store.ts'
import { vectorLabel, type Graph, type Row } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { MetaReader } from './meta.ts'
import { communityOf, entityMap, entityOf, memoryMap, memoryOf, relationMap, relationOf, sessionMap, sessionOf, supersessionMap, supersessionOf } from './rows.ts'

const pageSize = 2000
const vectorPage = 200
/** Looks that disturb nobody, before the writers are made to wait. */
const tries = 3

const kinds = ['entities', 'memories', 'edges', 'relations', 'sessions', 'communities'] as const
type Kind = typeof kinds[number]
type Picture = Record<Kind, Row[]>

/** Each answers an `item`; `part` is a page of it, or empty for all. */
const look: Record<Kind, (part: string) => string> = {
  entities: part => `MATCH (e:Entity {ns: $ns}) WITH e ORDER BY e.created_at, e.id${part} RETURN ${entityMap('e')}`,
  memories: part => `MATCH (m:Memory {ns: $ns}) WITH m ORDER BY m.created_at, m.id${part} RETURN ${memoryMap('m')}`,
  edges: part => `MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(:Memory) WITH s ORDER BY s.expired_at, s.old_id${part} RETURN ${supersessionMap('s')}`,
  relations: part => `MATCH (e:Entity {ns: $ns})-[r:RELATES]->(:Entity) WITH r ORDER BY r.uid${part} RETURN ${relationMap('r')}`,
  sessions: part => `MATCH (s:Session {ns: $ns}) WITH s ORDER BY s.started_at, s.id${part} RETURN ${sessionMap('s')}`,
  communities: part => `MATCH (c:Community {ns: $ns}) WITH c ORDER BY c.id${part} OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c) WITH c, collect(e.id) AS members RETURN c {.id, .user_id, .name, .summary, .updated_at, members: members}`
}

export function exporter (graph: Graph, meta: MetaReader) {
  async function version (ns: string): Promise<number> {
    const [row] = await graph.read('MATCH (u:User {uid: $ns}) RETURN u.version AS version', { ns })
    return Number(row?.version ?? 0)
  }

  async function pages (statement: string, ns: string): Promise<Row[]> {
    const all: Row[] = []
    for (;;) {
      const rows = await graph.read(statement, { ns, skip: all.length, size: pageSize })
      all.push(...rows)
      if (rows.length < pageSize) return all
    }
  }

  async function settled (ns: string): Promise<Picture> {
    for (let attempt = 1; attempt <= tries; attempt++) {
      const before = await version(ns)
      const found = await Promise.all(kinds.map(kind => pages(`${look[kind](' SKIP $skip LIMIT $size')} AS item`, ns)))
      if (await version(ns) === before) return Object.fromEntries(kinds.map((kind, place) => [kind, found[place]])) as Picture
    }
    const rows = await graph.write([{
      body: 'MATCH (u:User {uid: $ns}) SET u.claimed_by = \'export\' WITH count(*) AS claimed ' +
        kinds.map(kind => `${look[kind]('')} AS item, '${kind}' AS kind`).join(' UNION ALL '),
      parameters: { ns }
    }])
    return Object.fromEntries(kinds.map(kind => [kind, rows.filter(row => row.kind === kind)])) as Picture
  }

  return async function * exportUser (userId: string): AsyncGenerator<ExportRecord> {
    const ns = namespaceOf(userId)
    const picture = await settled(ns)
    for (const row of picture.entities) yield { kind: 'entity', entity: entityOf(row.item) }
    for (let start = 0; start < picture.memories.length; start += vectorPage) {
      const memories = picture.memories.slice(start, start + vectorPage).map(row => memoryOf(row.item))
      const vectors = await vectorsOf(ns, memories.map(memory => memory.id))
      for (const memory of memories) yield { kind: 'memory', memory, embedding: vectors.get(uidOf(ns, memory.id)) ?? null }
    }
    for (const row of picture.edges) yield { kind: 'supersession', supersession: supersessionOf(row.item) }
    for (const row of picture.relations) yield { kind: 'relation', relation: relationOf(row.item) }
    for (const row of picture.sessions) yield { kind: 'session', session: sessionOf(row.item) }
    for (const row of picture.communities) yield { kind: 'community', community: communityOf(row.item, (row.item as Row).members) }
  }

  async function vectorsOf (ns: string, ids: string[]): Promise<Map<string, Float32Array>> {
    const { generation } = await meta.read()
    const rows = await graph.read(`MATCH (v:${vectorLabel(generation)}) WHERE v.uid IN $uids RETURN v.uid AS uid, v.embedding AS embedding`, { uids: ids.map(id => uidOf(ns, id)) })
    return new Map(rows.map(row => [row.uid as string, Float32Array.from(row.embedding as number[])]))
  }
}
