/** `erase`: everything of one user, counted and removed in one write. */
import { erasable, type Erasure } from '../../../domain/capabilities/store.ts'
import { cypher } from './cypher.ts'
import { vectorLabel, type Graph, type Step } from './graph.ts'
import { namespaceOf } from './keys.ts'
import type { MetaReader } from './meta.ts'
import type { StatisticsOfUsers } from './statistics.ts'

/** The same node that every commit takes first, so that no write slips between the counting and the removal. */
const claimUser = cypher`
      MATCH (u:User {uid: $ns})
      SET u.version = coalesce(u.version, 0) + 1`

/** Edges are counted and go with their nodes. */
const countAndRemove = cypher`
      OPTIONAL MATCH (m:Memory {ns: $ns})
      WITH collect(m) AS memories
      OPTIONAL MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(:Memory)
      WITH memories, count(s) AS supersessions
      OPTIONAL MATCH (e:Entity {ns: $ns})
      WITH memories, supersessions, collect(e) AS entities
      OPTIONAL MATCH (f:Entity {ns: $ns})-[r:RELATES]->(:Entity)
      WITH memories, supersessions, entities, count(r) AS relations
      OPTIONAL MATCH (t:Session {ns: $ns})
      WITH memories, supersessions, entities, relations, collect(t) AS sessions
      OPTIONAL MATCH (g:Reading {ns: $ns})
      WITH memories, supersessions, entities, relations, sessions, collect(g) AS readings
      OPTIONAL MATCH (c:Community {ns: $ns})
      WITH memories, supersessions, entities, relations, sessions, readings, collect(c) AS communities
      OPTIONAL MATCH (a:Access {ns: $ns})
      WITH memories, supersessions, entities, relations, sessions, readings, communities, collect(a) AS accesses
      OPTIONAL MATCH (p:Replay {ns: $ns})
      WITH memories, supersessions, entities, relations, sessions, readings, communities, accesses,
           collect(p) AS replays
      OPTIONAL MATCH (u:User {uid: $ns})
      WITH memories, supersessions, entities, relations, sessions, readings, communities, accesses, replays,
           collect(u) AS users
      WITH memories + entities + sessions + readings + communities + accesses + replays + users AS everything,
           supersessions,
           relations,
           size(memories) AS memories,
           size(entities) AS entities,
           size(sessions) AS sessions,
           size(readings) AS readings,
           size(communities) AS communities,
           size(accesses) AS accesses,
           size(replays) AS replays
      FOREACH (node IN everything | DETACH DELETE node)
      WITH ${erasable.join(', ')}`

export function eraser (graph: Graph, meta: MetaReader, statistics: StatisticsOfUsers) {
  return async function erase (userId: string): Promise<Erasure> {
    const ns = namespaceOf(userId)
    const { generation, target, previous } = await meta.read()
    const generations = [generation, ...[target, previous].flatMap(other => other?.generation ?? [])]
    const steps: Step[] = [
      { body: claimUser, parameters: { ns } },
      ...generations.map(vectorLabel).map(label => ({
        body: cypher`
      MATCH (v:${label} {ns: $ns})
      DETACH DELETE v`
      })),
      { body: countAndRemove, yields: erasable.join(', ') }
    ]
    const [row = {}] = await graph.write(steps).finally(() => statistics.forget(ns))
    return Object.fromEntries(erasable.map(kind => [kind, Number(row[kind] ?? 0)])) as unknown as Erasure
  }
}
