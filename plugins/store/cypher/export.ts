/**
 * Everything of one user, as of one moment. The user's version counts commits: when it has not changed from before the first
 * read to after the last, nothing of a half-finished write was seen. Vectors never change and follow page by page.
 */
import type { ExportRecord } from '../../../kernel/capabilities/store.ts'
import { Busy } from '../../../kernel/errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { vectorLabel, type Graph, type Row } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { MetaReader } from './meta.ts'
import { communityOf, entityMap, entityOf, memoryMap, memoryOf, relationMap, relationOf, sessionMap, sessionOf, supersessionMap, supersessionOf } from './rows.ts'

const pageSize = 2000
const vectorPage = 200
const tries = 20

interface Picture { entities: Row[], memories: Row[], edges: Row[], relations: Row[], sessions: Row[], communities: Row[] }

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

  const part = 'SKIP $skip LIMIT $size'
  async function look (ns: string): Promise<Picture> {
    const [entities, memories, edges, relations, sessions, communities] = await Promise.all([
      pages(`MATCH (e:Entity {ns: $ns}) WITH e ORDER BY e.created_at, e.id ${part} RETURN ${entityMap('e')} AS entity`, ns),
      pages(`MATCH (m:Memory {ns: $ns}) WITH m ORDER BY m.created_at, m.id ${part} RETURN ${memoryMap('m')} AS memory`, ns),
      pages(`MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(:Memory) WITH s ORDER BY s.expired_at, s.old_id ${part} RETURN ${supersessionMap('s')} AS edge`, ns),
      pages(`MATCH (e:Entity {ns: $ns})-[r:RELATES]->(:Entity) WITH r ORDER BY r.uid ${part} RETURN ${relationMap('r')} AS relation`, ns),
      pages(`MATCH (s:Session {ns: $ns}) WITH s ORDER BY s.started_at, s.id ${part} RETURN ${sessionMap('s')} AS session`, ns),
      pages(`MATCH (c:Community {ns: $ns}) WITH c ORDER BY c.id ${part} OPTIONAL MATCH (e:Entity)-[:MEMBER_OF]->(c) WITH c, collect(e.id) AS members RETURN c {.id, .user_id, .name, .summary, .updated_at} AS community, members`, ns)
    ])
    return { entities, memories, edges, relations, sessions, communities }
  }

  async function settled (userId: string): Promise<Picture> {
    const ns = namespaceOf(userId)
    for (let attempt = 1; attempt <= tries; attempt++) {
      const before = await version(ns)
      const picture = await look(ns)
      if (await version(ns) === before) return picture
      await sleep(20 * attempt)
    }
    throw new Busy('This user is being written to without a pause; export again in a quiet moment.')
  }

  return async function * exportUser (userId: string): AsyncGenerator<ExportRecord> {
    const ns = namespaceOf(userId)
    const picture = await settled(userId)
    for (const row of picture.entities) yield { kind: 'entity', entity: entityOf(row.entity) }
    for (let start = 0; start < picture.memories.length; start += vectorPage) {
      const memories = picture.memories.slice(start, start + vectorPage).map(row => memoryOf(row.memory))
      const vectors = await vectorsOf(ns, memories.map(memory => memory.id))
      for (const memory of memories) yield { kind: 'memory', memory, embedding: vectors.get(uidOf(ns, memory.id)) ?? null }
    }
    for (const row of picture.edges) yield { kind: 'supersession', supersession: supersessionOf(row.edge) }
    for (const row of picture.relations) yield { kind: 'relation', relation: relationOf(row.relation) }
    for (const row of picture.sessions) yield { kind: 'session', session: sessionOf(row.session) }
    for (const row of picture.communities) yield { kind: 'community', community: communityOf(row.community, row.members) }
  }

  async function vectorsOf (ns: string, ids: string[]): Promise<Map<string, Float32Array>> {
    const { generation } = await meta.read()
    const rows = await graph.read(`MATCH (v:${vectorLabel(generation)}) WHERE v.uid IN $uids RETURN v.uid AS uid, v.embedding AS embedding`, { uids: ids.map(id => uidOf(ns, id)) })
    return new Map(rows.map(row => [row.uid as string, Float32Array.from(row.embedding as number[])]))
  }
}
