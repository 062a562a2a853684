/** What a changeset requires of the graph before anything is written, and the two steps that check it. */
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { cypher } from './cypher.ts'
import { isHeld } from './export-hold.ts'
import type { Dialect, Step } from './graph.ts'
import { uidOf } from './keys.ts'
import { revisedTo } from './revise.ts'

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
  const { add = [], supersede = [], restore = [], replay } = changeset
  const added = new Set(add.map(memory => memory.id))
  const ended = new Set(supersede.map(({ oldId }) => oldId))
  const uids = (ids: Iterable<string>): string[] => [...ids].map(id => uidOf(ns, id))
  return {
    added: uids(added),
    claimed: add
      .filter(memory => memory.state === 'active' && !ended.has(memory.id))
      .map(memory => `${ns}:${memory.fingerprint}`),
    leaving: uids([...ended, ...changeset.delete ?? [], ...revisedTo(changeset, false)]),
    ending: uids([...ended].filter(id => !added.has(id))),
    restored: uids([...restore.map(({ id }) => id), ...revisedTo(changeset, true)]),
    replay: replay ? uidOf(ns, replay.key) : null
  }
}

/**
 * Takes the user's node first, so that two writes to one user never pass each other, and notes the token by which
 * this write can be recognised later. Where writing transactions are concurrent, MERGE would let two of them in before
 * either locks, so there the node was made beforehand and its lock is taken by writing to it.
 */
export function claimUser (ns: string, userId: string, token: string, dialect: Dialect): Step {
  const take = dialect.concurrentWrites
    ? cypher`
      OPTIONAL MATCH (u:User {uid: $ns})
      SET u.claimed_by = $token`
    : cypher`
      MERGE (u:User {uid: $ns})
      ON CREATE SET u.epoch = $token
      SET u.ns = $ns, u.user_id = $user_id`
  return {
    body: cypher`${take}
      WITH u, 1 / (CASE
        WHEN u IS NULL OR $token IN coalesce(u.tokens, []) OR ${isHeld(dialect)} THEN 0
        ELSE 1
      END) AS fresh
      WHERE fresh = 1
      SET u.version = coalesce(u.version, 0) + 1,
          u.tokens = coalesce(u.tokens, [])[-63..] + [$token],
          u.docs = coalesce(u.docs, 0),
          u.terms = coalesce(u.terms, 0),
          u.live_docs = coalesce(u.live_docs, 0),
          u.live_terms = coalesce(u.live_terms, 0)`,
    parameters: { ns, user_id: userId, token }
  }
}

/** How many other active memories hold the fingerprints of those that are restored. */
const occupied = cypher`
      OPTIONAL MATCH (r:Memory)
      WHERE r.uid IN $restored AND r.state <> 'active'
      WITH taken, existing, standing, replayed, coalesce(r.claim, '') AS claim
      OPTIONAL MATCH (o:Memory)
      WHERE o.active_key = claim AND NOT o.uid IN $leaving
      WITH taken, existing, standing, replayed, count(o) AS occupied`

/**
 * Divides by zero unless every claim can be granted. Aggregates stand alone in their clauses: one of the databases
 * refuses an expression that mixes them with other values.
 */
export function preconditions ({ added, claimed, leaving, ending, restored, replay }: Claims): Step {
  return {
    body: cypher`
      OPTIONAL MATCH (d:Memory)
      WHERE d.active_key IN $claimed AND NOT d.uid IN $leaving
      WITH count(d) AS taken
      OPTIONAL MATCH (e:Memory)
      WHERE e.uid IN $added
      WITH taken, count(e) AS existing
      OPTIONAL MATCH (s:Memory)
      WHERE s.uid IN $ending AND s.state = 'active'
      WITH taken, existing, count(s) AS standing
      OPTIONAL MATCH (p:Replay)
      WHERE p.uid = $replay
      WITH taken, existing, standing, count(p) AS replayed
      ${restored.length > 0 ? occupied : 'WITH taken, existing, standing, replayed, 0 AS occupied'}
      WITH 1 / (CASE
        WHEN taken + existing + replayed + occupied = 0 AND standing = $ending_count THEN 1
        ELSE 0
      END) AS allowed`,
    parameters: { added, claimed, leaving, ending, restored, replay: replay ?? '', ending_count: ending.length },
    yields: 'allowed'
  }
}
