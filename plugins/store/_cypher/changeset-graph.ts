/** The steps of a changeset beside its memories: entities, sessions, relations, communities, stored answers, marks. */
import { readingsKept, replaysKeptMs, type Changeset, type Replay } from '../../../domain/capabilities/store.ts'
import type { Community, Entity, Reading, Relation, Session } from '../../../domain/nouns.ts'
import { cypher, givenAndRemoved, named, without } from './cypher.ts'
import type { Step } from './graph.ts'
import { uidOf } from './keys.ts'
import { generationFor, type FullMeta } from './meta.ts'
import { entityProperties, readingProperties, sessionProperties } from './rows.ts'

export function entitySteps (ns: string, entities: Entity[]): Step[] {
  const merged = entities.flatMap(({ id, mergedInto }) =>
    mergedInto === null ? [] : [{ uid: uidOf(ns, id), into: uidOf(ns, mergedInto) }]
  )
  return [{
    body: cypher`
      UNWIND $entities AS x
      MERGE (e:Entity {uid: x.uid})
      SET e = x`,
    parameters: { entities: entities.map(entity => entityProperties(ns, entity)) }
  }, {
    body: cypher`
      UNWIND $entities AS x
      MATCH (e:Entity {uid: x.uid})-[r:MERGED_INTO]->(:Entity)
      DELETE r`
  }, {
    body: cypher`
      UNWIND $merged AS x
      MATCH (e:Entity {uid: x.uid})
      MATCH (o:Entity {uid: x.into})
      CREATE (e)-[:MERGED_INTO]->(o)`,
    parameters: { merged }
  }]
}

export function sessionSteps (ns: string, sessions: Session[], meta: FullMeta): Step[] {
  const ofNextGeneration = (vector: Float32Array | null): boolean =>
    vector !== null && meta.dimensions !== null && generationFor(meta, vector.length) !== meta.generation
  return [{
    body: cypher`
      UNWIND $sessions AS x
      MERGE (s:Session {uid: x.uid})
      SET s += x.properties,
          s.id = x.id,
          s.ns = $ns,
          s.user_id = $user_id,
          s.started_at = CASE WHEN s.started_at < x.started_at THEN s.started_at ELSE x.started_at END,
          s.ended_at = CASE WHEN s.ended_at > x.ended_at THEN s.ended_at ELSE x.ended_at END
      ${without('s', named(['project', 'app', 'gist', 'gist_embedding', 'next_gist_embedding']))}`,
    parameters: {
      sessions: sessions.map(session => ({
        uid: uidOf(ns, session.id),
        id: session.id,
        ...givenAndRemoved(sessionProperties(session, ofNextGeneration(session.gistEmbedding))),
        started_at: session.startedAt,
        ended_at: session.endedAt
      }))
    }
  }]
}

export function relationSteps (ns: string, userId: string, relations: Relation[]): Step[] {
  return [{
    body: cypher`
      UNWIND $relations AS x
      MATCH (a:Entity {uid: x.from})
      MATCH (b:Entity {uid: x.to})
      MATCH (m:Memory {uid: x.memory_uid})
      MERGE (a)-[r:RELATES {uid: x.uid}]->(b)
      SET r += x.properties, r.memory_uid = x.memory_uid`,
    parameters: {
      relations: relations.map(({ id, fromEntityId, toEntityId, predicate, memoryId }) => ({
        uid: uidOf(ns, id),
        from: uidOf(ns, fromEntityId),
        to: uidOf(ns, toEntityId),
        memory_uid: uidOf(ns, memoryId),
        properties: {
          id,
          user_id: userId,
          from_entity_id: fromEntityId,
          to_entity_id: toEntityId,
          predicate,
          memory_id: memoryId
        }
      }))
    }
  }]
}

/** The user is marked: one of whom there is no memory yet is listed too, for backups and migrations. */
export function readingSteps (ns: string, readings: Reading[]): Step[] {
  return [{
    body: cypher`
      UNWIND $readings AS x
      MERGE (r:Reading {uid: x.uid})
      SET r = x
      WITH count(r) AS stored
      MATCH (u:User {uid: $ns})
      SET u.has_readings = true`,
    parameters: { readings: readings.map(reading => readingProperties(ns, reading)) }
  }, {
    body: cypher`
      MATCH (r:Reading {ns: $ns})
      WITH r
      ORDER BY r.at DESC, r.id DESC
      SKIP ${readingsKept}
      DETACH DELETE r`
  }]
}

/** These take the place of all that there were. */
export function communitySteps (ns: string, userId: string, communities: Community[]): Step[] {
  const removed: Step = {
    body: cypher`
      MATCH (c:Community {ns: $ns})
      DETACH DELETE c`
  }
  if (communities.length === 0) return [removed]
  return [removed, {
    body: cypher`
      UNWIND $communities AS x
      CREATE (c:Community)
      SET c = x`,
    parameters: {
      communities: communities.map(({ id, name, summary, updatedAt }) => ({
        uid: uidOf(ns, id),
        ns,
        id,
        user_id: userId,
        name,
        summary,
        updated_at: updatedAt
      }))
    }
  }, {
    body: cypher`
      UNWIND $members AS x
      MATCH (c:Community {uid: x.community})
      MATCH (e:Entity {uid: x.entity})
      CREATE (e)-[:MEMBER_OF]->(c)`,
    parameters: {
      members: communities.flatMap(({ id, entityIds }) =>
        [...new Set(entityIds)].map(entity => ({ community: uidOf(ns, id), entity: uidOf(ns, entity) }))
      )
    }
  }]
}

export function replaySteps (ns: string, replay: Replay): Step[] {
  return [{
    body: cypher`
      MATCH (p:Replay {ns: $ns})
      WHERE p.created_at < $answers_since
      DETACH DELETE p`,
    parameters: { answers_since: replay.createdAt - replaysKeptMs }
  }, {
    body: cypher`
      CREATE (p:Replay)
      SET p = $stored_answer`,
    parameters: {
      stored_answer: {
        uid: uidOf(ns, replay.key),
        ns,
        key: replay.key,
        request_hash: replay.requestHash,
        response: replay.response,
        created_at: replay.createdAt
      }
    }
  }]
}

/** `due` widens the span of marks; `doneUpTo` takes away the marks before it, and keeps those set meanwhile. */
export function enrichmentSteps (enrichment: NonNullable<Changeset['enrichment']>): Step[] {
  if ('due' in enrichment) {
    return [{
      body: cypher`
      MATCH (u:User {uid: $ns})
      SET u.due_since = CASE WHEN u.due_since < $due THEN u.due_since ELSE $due END,
          u.due_last = CASE WHEN u.due_last > $due THEN u.due_last ELSE $due END`,
      parameters: { due: enrichment.due }
    }]
  }
  return [{
    body: cypher`
      MATCH (u:User {uid: $ns})
      WITH u, coalesce(u.due_last >= $done, false) AS later
      SET u.due_since = CASE WHEN later AND u.due_since < $done THEN u.due_last ELSE u.due_since END
      ${without('u', { due_since: 'NOT later', due_last: 'NOT later' })}`,
    parameters: { done: enrichment.doneUpTo }
  }]
}
