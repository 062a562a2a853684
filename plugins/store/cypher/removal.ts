/** The steps that remove memories with every trace of them; the last answers the ids that were there. */
import { uidOf } from './keys.ts'
import type { Step } from './graph.ts'

export function removalSteps (ns: string, ids: string[]): Step[] {
  const memories = 'UNWIND $gone AS x MATCH (m:Memory {uid: x})'
  return [
    {
      body: `${memories} WITH count(m) AS docs, sum(m.dl) AS terms, sum(CASE WHEN m.live IS NULL THEN 0 ELSE 1 END) AS live_docs, sum(CASE WHEN m.live IS NULL THEN 0 ELSE m.dl END) AS live_terms ` +
        'MATCH (u:User {uid: $ns}) SET u.docs = u.docs - docs, u.terms = u.terms - terms, u.live_docs = u.live_docs - live_docs, u.live_terms = u.live_terms - live_terms',
      parameters: { gone: [...new Set(ids)].map(id => uidOf(ns, id)), gone_ids: ids }
    },
    { body: `${memories}-[s:SUPERSEDES]->(o:Memory) WHERE o.superseded_by = m.id SET o.superseded_by = null` },
    { body: 'UNWIND $gone AS x MATCH (:Entity)-[r:RELATES {memory_uid: x}]->(:Entity) DELETE r' },
    { body: `${memories}-[:HAS_VECTOR]->(v) DETACH DELETE v` },
    { body: 'UNWIND $gone AS x MATCH (a:Access {memory_uid: x}) DETACH DELETE a' },
    { body: 'UNWIND $gone_ids AS id MATCH (p:Replay {ns: $ns}) WHERE p.response CONTAINS id WITH DISTINCT p DETACH DELETE p' },
    // An entity lives as long as a memory mentions it, or one that was merged into it.
    {
      body: `${memories}-[:MENTIONS]->(:Entity)-[:MERGED_INTO*0..]->(e:Entity) WITH DISTINCT e ` +
        'OPTIONAL MATCH (e)<-[:MERGED_INTO*0..]-(:Entity)<-[:MENTIONS]-(other:Memory) WHERE NOT other.uid IN $gone WITH e, count(other) AS others WHERE others = 0 DETACH DELETE e'
    },
    {
      body: `${memories} WHERE m.session_uid IS NOT NULL WITH DISTINCT m.session_uid AS held MATCH (s:Session {uid: held}) ` +
        'OPTIONAL MATCH (other:Memory) WHERE other.session_uid = held AND NOT other.uid IN $gone WITH s, count(other) AS others WHERE others = 0 DETACH DELETE s'
    },
    { body: `${memories} WITH collect(m) AS found, collect(m.id) AS deleted FOREACH (m IN found | DETACH DELETE m) WITH deleted`, yields: 'deleted' }
  ]
}
