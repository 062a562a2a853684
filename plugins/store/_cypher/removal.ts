/** The steps that remove memories with every trace of them; the last answers the ids that were there. */
import { cypher } from './cypher.ts'
import type { Reading } from '../../../domain/nouns.ts'
import { telling } from '../_shared/readings.ts'
import type { Step } from './graph.ts'
import { uidOf } from './keys.ts'

/** Begins a pattern at each memory `m` that goes. */
const gone = cypher`
      UNWIND $gone AS x
      MATCH (m:Memory {uid: x})`

/** Readings of the same changeset stay. */
export function removalSteps (ns: string, ids: string[], readings: Reading[]): Step[] {
  return [
    {
      body: cypher`${gone}
      WITH count(m) AS docs,
           sum(m.dl) AS terms,
           sum(CASE WHEN m.live IS NULL THEN 0 ELSE 1 END) AS live_docs,
           sum(CASE WHEN m.live IS NULL THEN 0 ELSE m.dl END) AS live_terms
      MATCH (u:User {uid: $ns})
      SET u.docs = u.docs - docs,
          u.terms = u.terms - terms,
          u.live_docs = u.live_docs - live_docs,
          u.live_terms = u.live_terms - live_terms,
          u.removed = coalesce(u.removed, 0) + CASE WHEN docs > 0 THEN 1 ELSE 0 END`,
      parameters: {
        gone: [...new Set(ids)].map(id => uidOf(ns, id)),
        gone_ids: ids,
        kept_readings: readings.map(({ id }) => id),
        telling_readings: telling(readings)
      }
    },
    {
      body: cypher`${gone}-[s:SUPERSEDES]->(o:Memory)
      WHERE o.superseded_by = m.id
      SET o.superseded_by = null`
    },
    {
      body: cypher`
      UNWIND $gone AS x
      MATCH (:Entity)-[r:RELATES {memory_uid: x}]->(:Entity)
      DELETE r`
    },
    {
      body: cypher`${gone}-[:HAS_VECTOR]->(v)
      DETACH DELETE v`
    },
    {
      body: cypher`
      UNWIND $gone AS x
      MATCH (a:Access {memory_uid: x})
      DETACH DELETE a`
    },
    {
      body: cypher`
      UNWIND $gone_ids AS id
      MATCH (p:Replay {ns: $ns})
      WHERE p.response CONTAINS id
      SET p.request_hash = '', p.response = ''`
    },
    // An answer may tell the words without the id, as of a fact that was not stored again.
    {
      body: cypher`${gone}
      MATCH (p:Replay {ns: $ns})
      WHERE p.response CONTAINS m.text
      SET p.request_hash = '', p.response = ''`
    },
    {
      body: cypher`
      UNWIND $gone_ids AS id
      MATCH (r:Reading {ns: $ns})
      WHERE r.turns CONTAINS id AND NOT r.id IN $kept_readings
      WITH DISTINCT r
      DETACH DELETE r`
    },
    {
      body: cypher`${gone}
      MATCH (r:Reading {ns: $ns})
      WHERE NOT r.id IN $kept_readings
      UNWIND r.words AS said
      WITH m, r, said
      WHERE said CONTAINS m.text
      WITH DISTINCT r
      DETACH DELETE r`
    },
    // An entity lives as long as a memory mentions it, or one that was merged into it.
    {
      body: cypher`${gone}-[:MENTIONS]->(:Entity)-[:MERGED_INTO*0..]->(e:Entity)
      WITH DISTINCT e
      OPTIONAL MATCH (e)<-[:MERGED_INTO*0..]-(:Entity)<-[:MENTIONS]-(other:Memory)
      WHERE NOT other.uid IN $gone
      WITH e, count(other) AS others
      WHERE others = 0
      DETACH DELETE e`
    },
    {
      body: cypher`${gone}
      WHERE m.session_uid IS NOT NULL
      WITH DISTINCT m.session_uid AS held
      MATCH (s:Session {uid: held})
      OPTIONAL MATCH (other:Memory)
      WHERE other.session_uid = held AND NOT other.uid IN $gone
      WITH s, count(other) AS others
      WHERE others = 0
      DETACH DELETE s`
    },
    // The name of a conversation may tell what it was about.
    {
      body: cypher`${gone}
      WHERE m.session_id IS NOT NULL
      WITH DISTINCT m.session_id AS name, m.session_uid AS held
      OPTIONAL MATCH (other:Memory)
      WHERE other.session_uid = held AND NOT other.uid IN $gone
      WITH name, count(other) AS others
      WHERE others = 0
      MATCH (r:Reading {ns: $ns})
      WHERE r.session_id = name AND NOT r.id IN $telling_readings
      DETACH DELETE r`
    },
    {
      body: cypher`${gone}
      WITH collect(m) AS found, collect(m.id) AS deleted
      FOREACH (m IN found | DETACH DELETE m)
      WITH deleted`,
      yields: 'deleted'
    }
  ]
}
