/**
 * A changeset as steps of one atomic write: claim the user, check the preconditions, then what is added, ended,
 * restored, refreshed and removed. Every step stands alone, so that a database without transactions of many statements
 * takes them joined into one.
 */
import type { Changeset, Undone } from '../../../domain/capabilities/store.ts'
import { stateAfter, type NewMemory, type Supersession } from '../../../domain/nouns.ts'
import { claimsOf, claimUser, preconditions } from './claims.ts'
import {
  communitySteps,
  enrichmentSteps,
  entitySteps,
  readingSteps,
  relationSteps,
  replaySteps,
  sessionSteps
} from './changeset-graph.ts'
import { cypher, without } from './cypher.ts'
import { vectorLabel, type Dialect, type Step } from './graph.ts'
import { uidOf } from './keys.ts'
import { generationFor, type FullMeta } from './meta.ts'
import { reanalyseStep, type Reanalysed } from './reanalyse.ts'
import { removalSteps } from './removal.ts'
import { basisStep, reviseStep, seenStep } from './revise.ts'
import { memoryProperties, revisionProperties, supersessionProperties } from './rows.ts'

/** `token` is noted at the user, so that it can be found out later whether this write happened. */
export function stepsOf (
  ns: string,
  changeset: Changeset,
  token: string,
  meta: FullMeta,
  dialect: Dialect,
  reanalysed: Reanalysed[]
): Step[] {
  const { userId, basis, add = [], communities, replay, enrichment } = changeset
  return [
    claimUser(ns, userId, token, dialect),
    preconditions(claimsOf(ns, changeset)),
    ...basis ? [basisStep(basis)] : [],
    ...steps(changeset.revise, revise => [seenStep(ns, revise)]),
    ...steps(changeset.entities, entities => entitySteps(ns, entities)),
    ...steps(add, memories => memorySteps(ns, memories, meta, dialect)),
    ...mentionSteps(ns, add),
    ...steps(changeset.sessions, sessions => sessionSteps(ns, sessions, meta)),
    ...containedSteps(ns, add),
    ...steps(changeset.revise, revise => [reviseStep(ns, revise)]),
    ...steps(changeset.restore, restored => restoreSteps(ns, restored)),
    ...steps(changeset.supersede, edges => supersedeSteps(ns, edges)),
    ...steps(changeset.refresh, refreshed => refreshSteps(ns, refreshed)),
    ...steps(reanalysed, reanalysed => [reanalyseStep(reanalysed)]),
    ...steps(changeset.relations, relations => relationSteps(ns, userId, relations)),
    ...steps(changeset.undone, undone => [undoneStep(ns, undone)]),
    ...steps(changeset.history, edges => [edgeStep('past', edges.map(edge => edgeOf(ns, edge)))]),
    ...steps(changeset.readings, readings => readingSteps(ns, readings)),
    ...communities ? communitySteps(ns, userId, communities) : [],
    ...replay ? replaySteps(ns, replay) : [],
    ...enrichment ? enrichmentSteps(enrichment) : [],
    ...steps(changeset.delete, ids => removalSteps(ns, ids, changeset.readings ?? []))
  ]
}

/** None for an empty list. */
function steps<Item> (items: Item[] | undefined, stepsFor: (items: Item[]) => Step[]): Step[] {
  return items && items.length > 0 ? stepsFor(items) : []
}

function memorySteps (ns: string, memories: NewMemory[], meta: FullMeta, dialect: Dialect): Step[] {
  return [{
    body: cypher`
      UNWIND $add AS x
      CREATE (m:Memory)
      SET m = x`,
    parameters: { add: memories.map(memory => memoryProperties(ns, memory)) }
  }, {
    body: cypher`
      UNWIND $added AS x
      MATCH (m:Memory {uid: x})
      WITH count(m) AS docs,
           sum(m.dl) AS terms,
           sum(CASE WHEN m.live IS NULL THEN 0 ELSE 1 END) AS live_docs,
           sum(CASE WHEN m.live IS NULL THEN 0 ELSE m.dl END) AS live_terms
      MATCH (u:User {uid: $ns})
      SET u.docs = u.docs + docs,
          u.terms = u.terms + terms,
          u.live_docs = u.live_docs + live_docs,
          u.live_terms = u.live_terms + live_terms`
  }, ...vectorSteps(ns, memories, meta, dialect)]
}

function vectorSteps (ns: string, memories: NewMemory[], meta: FullMeta, dialect: Dialect): Step[] {
  const vectors = memories.flatMap(({ id, embedding }) => embedding ? [{ uid: uidOf(ns, id), embedding }] : [])
  const dimensions = vectors[0]?.embedding.length
  if (dimensions === undefined) return []
  const generation = generationFor(meta, dimensions)
  return [{
    body: cypher`
      MATCH (meta:StoreMeta {uid: 'meta'})
      WITH meta, 1 / (CASE
        WHEN meta.generation = $generation OR meta.target_generation = $generation THEN 1
        ELSE 0
      END) AS current
      WHERE current = 1 AND meta.dimensions IS NULL
      SET meta.dimensions = $dimensions, meta.model = meta.expected_model`,
    parameters: { generation, dimensions }
  }, {
    body: cypher`
      UNWIND $vectors AS x
      MATCH (m:Memory {uid: x.uid})
      CREATE (m)-[:HAS_VECTOR]->(v:${vectorLabel(generation)} {uid: x.uid, ns: $ns})
      ${dialect.setVector('v', 'x.embedding')}`,
    parameters: { vectors, ns }
  }]
}

function mentionSteps (ns: string, memories: NewMemory[]): Step[] {
  const mentions = memories.flatMap(({ id, entityIds }) =>
    [...new Set(entityIds)].map(entity => ({ memory: uidOf(ns, id), entity: uidOf(ns, entity) }))
  )
  return steps(mentions, mentions => [{
    body: cypher`
      UNWIND $mentions AS x
      MATCH (e:Entity {uid: x.entity})
      MATCH (m:Memory {uid: x.memory})
      CREATE (m)-[:MENTIONS]->(e)
      WITH m, collect(e.id) AS mentioned
      SET m.entity_ids = mentioned`,
    parameters: { mentions }
  }])
}

/** The edges from sessions to the new memories. */
function containedSteps (ns: string, memories: NewMemory[]): Step[] {
  const held = memories.flatMap(({ id, sessionId }) =>
    sessionId === null ? [] : [{ uid: uidOf(ns, id), session: uidOf(ns, sessionId) }]
  )
  return steps(held, held => [{
    body: cypher`
      UNWIND $held AS x
      MATCH (s:Session {uid: x.session})
      MATCH (m:Memory {uid: x.uid})
      CREATE (s)-[:CONTAINS]->(m)`,
    parameters: { held }
  }])
}

function restoreSteps (ns: string, restored: NonNullable<Changeset['restore']>): Step[] {
  return [{
    body: cypher`
      UNWIND $back AS x
      MATCH (m:Memory {uid: x.uid})<-[s:SUPERSEDES]-(:Memory)
      WHERE m.state <> 'active' AND s.old_id = m.id AND s.restored_at IS NULL
      SET s.restored_at = x.at`,
    parameters: {
      back: restored.map(({ id, at, invalidAt = null, revisions }) => ({
        uid: uidOf(ns, id),
        at,
        invalid_at: invalidAt,
        revised: revisions === undefined ? {} : revisionProperties(revisions)
      }))
    }
  }, {
    body: cypher`
      UNWIND $back AS x
      MATCH (m:Memory {uid: x.uid})
      WHERE m.state <> 'active'
      SET m += x.revised
      SET m.state = 'active',
          m.invalid_at = coalesce(x.invalid_at, m.invalid_at),
          m.live = $ns,
          m.active_key = m.claim
      ${without('m', { invalid_at: 'x.invalid_at IS NULL', expired_at: 'true', superseded_by: 'true' })}
      WITH count(m) AS docs, sum(m.dl) AS terms
      MATCH (u:User {uid: $ns})
      SET u.live_docs = u.live_docs + docs, u.live_terms = u.live_terms + terms`
  }]
}

function supersedeSteps (ns: string, edges: NonNullable<Changeset['supersede']>): Step[] {
  const ended = edges.map(edge => ({
    ...edgeOf(ns, edge),
    state: stateAfter(edge),
    revised: edge.revisions === undefined ? {} : revisionProperties(edge.revisions)
  }))
  return [{
    body: cypher`
      UNWIND $ended AS x
      MATCH (m:Memory {uid: x.uid})
      WITH x, m, m.dl AS terms, m.live IS NOT NULL AS was_live
      SET m += x.revised
      SET m.state = x.state,
          m.invalid_at = coalesce(x.edge.invalid_at, m.invalid_at),
          m.expired_at = x.edge.expired_at,
          m.superseded_by = coalesce(x.edge.new_id, m.superseded_by)
      ${
      without('m', {
        invalid_at: 'x.edge.invalid_at IS NULL',
        superseded_by: 'x.edge.new_id IS NULL',
        live: 'true',
        active_key: 'true'
      })
    }
      WITH sum(CASE WHEN was_live THEN 1 ELSE 0 END) AS docs,
           sum(CASE WHEN was_live THEN terms ELSE 0 END) AS gone
      MATCH (u:User {uid: $ns})
      SET u.live_docs = u.live_docs - docs, u.live_terms = u.live_terms - gone`
  }, edgeStep('ended', ended)]
}

function undoneStep (ns: string, undone: Undone[]): Step {
  return {
    body: cypher`
      UNWIND $undone AS x
      MATCH (m:Memory {uid: x.uid})<-[s:SUPERSEDES]-(n:Memory {uid: x.by})
      WHERE s.old_id = x.old_id
        AND coalesce(s.new_id, '') = x.new_id
        AND s.kind = x.kind
        AND s.expired_at = x.expired_at
        AND s.restored_at IS NULL
      SET s.restored_at = x.at`,
    parameters: {
      undone: undone.map(({ oldId, newId, kind, expiredAt, at }) => ({
        uid: uidOf(ns, oldId),
        by: uidOf(ns, newId ?? oldId),
        old_id: oldId,
        new_id: newId ?? '',
        kind,
        expired_at: expiredAt,
        at
      }))
    }
  }
}

/** A memory that simply ended has an edge to itself. */
const edgeOf = (ns: string, edge: Supersession) => ({
  uid: uidOf(ns, edge.oldId),
  by: uidOf(ns, edge.newId ?? edge.oldId),
  edge: supersessionProperties(edge)
})

/** The edges from the new memories to the old ones; `list` names the parameter that holds them. */
function edgeStep (list: string, edges: Array<ReturnType<typeof edgeOf>>): Step {
  return {
    body: cypher`
      UNWIND $${list} AS x
      MATCH (o:Memory {uid: x.uid})
      OPTIONAL MATCH (n:Memory {uid: x.by})
      WITH x, o, coalesce(n, o) AS n
      CREATE (n)-[s:SUPERSEDES]->(o)
      SET s = x.edge`,
    parameters: { [list]: edges }
  }
}

function refreshSteps (ns: string, refreshed: NonNullable<Changeset['refresh']>): Step[] {
  return [{
    body: cypher`
      UNWIND $refreshed AS x
      MATCH (m:Memory {uid: x.uid})
      SET m.confidence = CASE WHEN x.confidence > m.confidence THEN x.confidence ELSE m.confidence END,
          m.tags = coalesce(m.tags, []) + [label IN x.tags WHERE NOT label IN coalesce(m.tags, [])]`,
    parameters: {
      refreshed: refreshed.map(({ id, confidence = 0, tags = [] }) => ({
        uid: uidOf(ns, id),
        confidence,
        tags: [...new Set(tags)]
      }))
    }
  }]
}
