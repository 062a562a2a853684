/**
 * A changeset as steps of one atomic write: claim the user, guard, then what is added, ended, restored, refreshed and removed.
 * Every step stands alone, so that a database without transactions of many statements takes them joined into one.
 */
import { replaysKeptMs, type Changeset } from '../../../kernel/capabilities/store.ts'
import type { NewMemory } from '../../../kernel/nouns.ts'
import { vectorLabel, type Dialect, type Parameters, type Step } from './graph.ts'
import { uidOf } from './keys.ts'
import type { FullMeta } from './meta.ts'
import { removalSteps } from './removal.ts'
import { entityProperties, memoryProperties, sessionProperties, supersessionProperties } from './rows.ts'

export interface Claims {
  /** uid of each memory to be added. */
  added: string[]
  /** Fingerprint keys that the added memories will hold. */
  claimed: string[]
  /** Memories that stop being active, or go, with this changeset. */
  leaving: string[]
  /** Memories that must be active now to be ended. */
  ending: string[]
  restored: string[]
  replay: string | null
}

export function claimsOf (ns: string, changeset: Changeset): Claims {
  const added = new Set((changeset.add ?? []).map(memory => memory.id))
  const ended = new Set((changeset.supersede ?? []).map(({ oldId }) => oldId))
  const uids = (ids: Iterable<string>): string[] => [...ids].map(id => uidOf(ns, id))
  return {
    added: uids(added),
    claimed: (changeset.add ?? []).filter(memory => memory.state === 'active' && !ended.has(memory.id)).map(memory => `${ns}:${memory.fingerprint}`),
    leaving: uids([...ended, ...changeset.delete ?? []]),
    ending: uids([...ended].filter(id => !added.has(id))),
    restored: uids((changeset.restore ?? []).map(({ id }) => id)),
    replay: changeset.replay ? uidOf(ns, changeset.replay.key) : null
  }
}

/**
 * Takes the user's node first, so that two writes to one user never pass each other, and notes the token by which this write can be recognised later.
 * Where transactions run side by side, MERGE would let two of them in before either locks, so there the node was made beforehand and its lock is taken by writing to it.
 */
function claimUser (ns: string, userId: string, token: string, sideBySide: boolean): Step {
  const fresh = '1 / (CASE WHEN u IS NULL OR $token IN coalesce(u.tokens, []) THEN 0 ELSE 1 END) AS fresh WHERE fresh = 1 '
  return {
    body: (sideBySide ? `OPTIONAL MATCH (u:User {uid: $ns}) SET u.claimed_by = $token WITH u, ${fresh}` : `MERGE (u:User {uid: $ns}) SET u.ns = $ns, u.user_id = $user_id WITH u, ${fresh}`) +
      'SET u.version = coalesce(u.version, 0) + 1, u.tokens = coalesce(u.tokens, [])[-63..] + [$token], ' +
      'u.docs = coalesce(u.docs, 0), u.terms = coalesce(u.terms, 0), u.live_docs = coalesce(u.live_docs, 0), u.live_terms = coalesce(u.live_terms, 0)',
    parameters: { ns, user_id: userId, token }
  }
}

/** Aggregates stand alone in their clauses: one of the databases refuses an expression that mixes them with other values. */
function guard ({ added, claimed, leaving, ending, restored, replay }: Claims): Step {
  return {
    body: 'OPTIONAL MATCH (d:Memory) WHERE d.active_key IN $claimed AND NOT d.uid IN $leaving WITH count(d) AS taken ' +
      'OPTIONAL MATCH (e:Memory) WHERE e.uid IN $added WITH taken, count(e) AS existing ' +
      'OPTIONAL MATCH (s:Memory) WHERE s.uid IN $ending AND s.state = \'active\' WITH taken, existing, count(s) AS standing ' +
      'OPTIONAL MATCH (p:Replay) WHERE p.uid = $replay WITH taken, existing, standing, count(p) AS replayed ' +
      (restored.length > 0
        ? 'OPTIONAL MATCH (r:Memory) WHERE r.uid IN $restored AND r.state <> \'active\' WITH taken, existing, standing, replayed, coalesce(r.claim, \'\') AS claim ' +
          'OPTIONAL MATCH (o:Memory) WHERE o.active_key = claim AND NOT o.uid IN $leaving WITH taken, existing, standing, replayed, count(o) AS occupied '
        : 'WITH taken, existing, standing, replayed, 0 AS occupied ') +
      'WITH 1 / (CASE WHEN taken + existing + replayed + occupied = 0 AND standing = $ending_count THEN 1 ELSE 0 END) AS allowed',
    parameters: { added, claimed, leaving, ending, restored, replay: replay ?? '', ending_count: ending.length },
    yields: 'allowed'
  }
}

/** The generation that takes these vectors: the one in use, or the one being filled when they are of its size alone. */
export function generationFor (meta: FullMeta, dimensions: number): number {
  return meta.target && meta.dimensions !== dimensions && meta.target.dimensions === dimensions ? meta.target.generation : meta.generation
}

function vectorSteps (ns: string, memories: NewMemory[], meta: FullMeta, dialect: Dialect): Step[] {
  const vectors = memories.flatMap(({ id, embedding }) => embedding ? [{ uid: uidOf(ns, id), embedding }] : [])
  const dimensions = vectors[0]?.embedding.length
  if (dimensions === undefined) return []
  const generation = generationFor(meta, dimensions)
  return [{
    body: 'MATCH (meta:StoreMeta {uid: \'meta\'}) WITH meta, 1 / (CASE WHEN meta.generation = $generation OR meta.target_generation = $generation THEN 1 ELSE 0 END) AS current ' +
      'WHERE current = 1 AND meta.dimensions IS NULL SET meta.dimensions = $dimensions, meta.model = meta.expected_model',
    parameters: { generation, dimensions }
  }, {
    body: `UNWIND $vectors AS x MATCH (m:Memory {uid: x.uid}) CREATE (m)-[:HAS_VECTOR]->(v:${vectorLabel(generation)} {uid: x.uid, ns: $ns}) ${dialect.setVector('v', 'x.embedding')}`,
    parameters: { vectors, ns }
  }]
}

export function stepsOf (ns: string, changeset: Changeset, token: string, meta: FullMeta, dialect: Dialect): Step[] {
  const uid = (id: string): string => uidOf(ns, id)
  const { userId, add = [], supersede = [], restore = [], refresh = [], entities = [], relations = [], sessions = [], communities, history = [], replay, enrichment } = changeset
  const steps: Step[] = [claimUser(ns, userId, token, dialect.sideBySide), guard(claimsOf(ns, changeset))]
  const when = (wanted: boolean, ...more: Step[]): void => { if (wanted) steps.push(...more) }

  when(entities.length > 0, {
    body: 'UNWIND $entities AS x MERGE (e:Entity {uid: x.uid}) SET e = x',
    parameters: { entities: entities.map(entity => entityProperties(ns, entity)) }
  }, {
    body: 'UNWIND $entities AS x MATCH (e:Entity {uid: x.uid})-[r:MERGED_INTO]->(:Entity) DELETE r'
  }, {
    body: 'UNWIND $merged AS x MATCH (e:Entity {uid: x.uid}) MATCH (o:Entity {uid: x.into}) CREATE (e)-[:MERGED_INTO]->(o)',
    parameters: { merged: entities.flatMap(({ id, mergedInto }) => mergedInto === null ? [] : [{ uid: uid(id), into: uid(mergedInto) }]) }
  })
  when(add.length > 0, {
    body: 'UNWIND $add AS x CREATE (m:Memory) SET m = x',
    parameters: { add: add.map(memory => memoryProperties(ns, memory)) }
  }, {
    body: 'UNWIND $added AS x MATCH (m:Memory {uid: x}) WITH count(m) AS docs, sum(m.dl) AS terms, sum(CASE WHEN m.live IS NULL THEN 0 ELSE 1 END) AS live_docs, sum(CASE WHEN m.live IS NULL THEN 0 ELSE m.dl END) AS live_terms ' +
      'MATCH (u:User {uid: $ns}) SET u.docs = u.docs + docs, u.terms = u.terms + terms, u.live_docs = u.live_docs + live_docs, u.live_terms = u.live_terms + live_terms'
  }, ...vectorSteps(ns, add, meta, dialect))
  const mentions = add.flatMap(({ id, entityIds }) => [...new Set(entityIds)].map(entity => ({ memory: uid(id), entity: uid(entity) })))
  when(mentions.length > 0, {
    body: 'UNWIND $mentions AS x MATCH (e:Entity {uid: x.entity}) MATCH (m:Memory {uid: x.memory}) CREATE (m)-[:MENTIONS]->(e) WITH m, collect(e.id) AS mentioned SET m.entity_ids = mentioned',
    parameters: { mentions }
  })
  when(sessions.length > 0, {
    body: 'UNWIND $sessions AS x MERGE (s:Session {uid: x.uid}) SET s += x.properties, s.id = x.id, s.ns = $ns, s.user_id = $user_id, ' +
      's.started_at = CASE WHEN s.started_at < x.started_at THEN s.started_at ELSE x.started_at END, s.ended_at = CASE WHEN s.ended_at > x.ended_at THEN s.ended_at ELSE x.ended_at END',
    parameters: { sessions: sessions.map(session => ({ uid: uid(session.id), id: session.id, properties: sessionProperties(session, session.gistEmbedding !== null && meta.dimensions !== null && generationFor(meta, session.gistEmbedding.length) !== meta.generation), started_at: session.startedAt, ended_at: session.endedAt })) }
  })
  const held = add.flatMap(({ id, sessionId }) => sessionId === null ? [] : [{ uid: uid(id), session: uid(sessionId) }])
  when(held.length > 0, {
    body: 'UNWIND $held AS x MATCH (s:Session {uid: x.session}) MATCH (m:Memory {uid: x.uid}) CREATE (s)-[:CONTAINS]->(m)',
    parameters: { held }
  })
  when(restore.length > 0, ...restoreSteps(restore.map(({ id, at }) => ({ uid: uid(id), at }))))
  when(supersede.length > 0, {
    body: 'UNWIND $ended AS x MATCH (m:Memory {uid: x.uid}) WITH x, m, m.dl AS terms, m.live IS NOT NULL AS was_live ' +
      'SET m.state = x.state, m.invalid_at_before = m.invalid_at, m.invalid_at = x.edge.invalid_at, m.expired_at = x.edge.expired_at, m.superseded_by = x.edge.new_id, m.live = null, m.active_key = null ' +
      'WITH sum(CASE WHEN was_live THEN 1 ELSE 0 END) AS docs, sum(CASE WHEN was_live THEN terms ELSE 0 END) AS gone MATCH (u:User {uid: $ns}) SET u.live_docs = u.live_docs - docs, u.live_terms = u.live_terms - gone',
    parameters: { ended: supersede.map(edge => ({ uid: uid(edge.oldId), by: uid(edge.newId ?? edge.oldId), state: edge.kind === 'INVALIDATE' ? 'invalidated' : 'superseded', edge: supersessionProperties(edge) })) }
  }, edgeStep('ended'))
  when(refresh.length > 0, {
    body: 'UNWIND $refreshed AS x MATCH (m:Memory {uid: x.uid}) SET m.confidence = CASE WHEN x.confidence > m.confidence THEN x.confidence ELSE m.confidence END, ' +
      'm.tags = coalesce(m.tags, []) + [label IN x.tags WHERE NOT label IN coalesce(m.tags, [])]',
    parameters: { refreshed: refresh.map(({ id, confidence = 0, tags = [] }) => ({ uid: uid(id), confidence, tags: [...new Set(tags)] })) }
  })
  when(relations.length > 0, {
    body: 'UNWIND $relations AS x MATCH (a:Entity {uid: x.from}) MATCH (b:Entity {uid: x.to}) MATCH (m:Memory {uid: x.memory_uid}) MERGE (a)-[r:RELATES {uid: x.uid}]->(b) SET r += x.properties, r.memory_uid = x.memory_uid',
    parameters: {
      relations: relations.map(({ id, fromEntityId, toEntityId, predicate, memoryId }) => ({
        uid: uid(id), from: uid(fromEntityId), to: uid(toEntityId), memory_uid: uid(memoryId), properties: { id, user_id: userId, from_entity_id: fromEntityId, to_entity_id: toEntityId, predicate, memory_id: memoryId }
      }))
    }
  })
  when(history.length > 0, edgeStep('past', { past: history.map(edge => ({ uid: uid(edge.oldId), by: uid(edge.newId ?? edge.oldId), edge: supersessionProperties(edge) })) }))
  when(communities !== undefined, { body: 'MATCH (c:Community {ns: $ns}) DETACH DELETE c' })
  when(communities !== undefined && communities.length > 0, {
    body: 'UNWIND $communities AS x CREATE (c:Community) SET c = x',
    parameters: { communities: communities?.map(({ id, name, summary, updatedAt }) => ({ uid: uid(id), ns, id, user_id: userId, name, summary, updated_at: updatedAt })) }
  }, {
    body: 'UNWIND $members AS x MATCH (c:Community {uid: x.community}) MATCH (e:Entity {uid: x.entity}) CREATE (e)-[:MEMBER_OF]->(c)',
    parameters: { members: communities?.flatMap(({ id, entityIds }) => [...new Set(entityIds)].map(entity => ({ community: uid(id), entity: uid(entity) }))) }
  })
  when(replay !== undefined, {
    body: 'MATCH (p:Replay {ns: $ns}) WHERE p.created_at < $answers_since DETACH DELETE p',
    parameters: { answers_since: replay && replay.createdAt - replaysKeptMs }
  }, {
    body: 'CREATE (p:Replay) SET p = $stored_answer',
    parameters: { stored_answer: replay && { uid: uid(replay.key), ns, key: replay.key, request_hash: replay.requestHash, response: replay.response, created_at: replay.createdAt } }
  })
  if (enrichment) steps.push(enrichmentStep(enrichment))
  if (changeset.delete?.length) steps.push(...removalSteps(ns, changeset.delete))
  return steps
}

/** The edge from the new memory to the old one; a memory that simply ended has an edge to itself. */
const edgeStep = (list: string, parameters: Parameters = {}): Step => ({
  parameters,
  body: `UNWIND $${list} AS x MATCH (o:Memory {uid: x.uid}) OPTIONAL MATCH (n:Memory {uid: x.by}) WITH x, o, coalesce(n, o) AS n CREATE (n)-[s:SUPERSEDES]->(o) SET s = x.edge`
})

function restoreSteps (restored: Array<{ uid: string, at: number }>): Step[] {
  return [{
    body: 'UNWIND $back AS x MATCH (m:Memory {uid: x.uid})<-[s:SUPERSEDES]-(:Memory) WHERE m.state <> \'active\' AND s.old_id = m.id AND s.restored_at IS NULL SET s.restored_at = x.at',
    parameters: { back: restored }
  }, {
    body: 'UNWIND $back AS x MATCH (m:Memory {uid: x.uid}) WHERE m.state <> \'active\' ' +
      'SET m.state = \'active\', m.invalid_at = m.invalid_at_before, m.expired_at = null, m.superseded_by = null, m.live = $ns, m.active_key = m.claim ' +
      'WITH count(m) AS docs, sum(m.dl) AS terms MATCH (u:User {uid: $ns}) SET u.live_docs = u.live_docs + docs, u.live_terms = u.live_terms + terms'
  }]
}

function enrichmentStep (enrichment: NonNullable<Changeset['enrichment']>): Step {
  return 'due' in enrichment
    ? {
        body: 'MATCH (u:User {uid: $ns}) SET u.due_since = CASE WHEN u.due_since < $due THEN u.due_since ELSE $due END, u.due_last = CASE WHEN u.due_last > $due THEN u.due_last ELSE $due END',
        parameters: { due: enrichment.due }
      }
    : {
        body: 'MATCH (u:User {uid: $ns}) SET u.due_since = CASE WHEN u.due_last >= $done THEN (CASE WHEN u.due_since >= $done THEN u.due_since ELSE u.due_last END) ELSE null END, u.due_last = CASE WHEN u.due_last >= $done THEN u.due_last ELSE null END',
        parameters: { done: enrichment.doneUpTo }
      }
}
