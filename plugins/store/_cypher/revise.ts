/** Writes that rest on what was read before: a basis that must still hold, and memories whose fields are replaced. */
import type { Basis, Changeset, Revised } from '../../../domain/capabilities/store.ts'
import { cypher, named, without } from './cypher.ts'
import type { Graph, Step } from './graph.ts'
import { uidOf } from './keys.ts'
import { revisedProperties } from './rows.ts'

/** Properties of a memory that a revision may take off. */
const removable = [
  'invalid_at',
  'expired_at',
  'superseded_by',
  'stale_because',
  'extraction_error',
  'metadata'
]

/** In place of a time that is not there, where times are compared. */
const noTime = -8.64e15

/** Ids of revised memories that become active, or cease to be. */
export function revisedTo ({ revise = [] }: Changeset, active: boolean): string[] {
  return revise.filter(({ set }) => set.state !== undefined && (set.state === 'active') === active).map(({ id }) => id)
}

export function basisStep ({ epoch, removed }: Basis): Step {
  return {
    body: cypher`
      MATCH (u:User {uid: $ns})
      WITH 1 / (
        CASE WHEN coalesce(u.epoch, '') = $epoch AND coalesce(u.removed, 0) = $removed THEN 1 ELSE 0 END
      ) AS based`,
    parameters: { epoch, removed }
  }
}

/** Stops the write when a memory to be revised is not there, or not as it was seen. */
export function seenStep (ns: string, revise: Revised[]): Step {
  const seen = revise.map(({ id, seen }) => ({
    uid: uidOf(ns, id),
    any: seen === undefined,
    state: seen?.state ?? '',
    invalid_at: seen?.invalidAt ?? noTime,
    expired_at: seen?.expiredAt ?? noTime
  }))
  return {
    body: cypher`
      UNWIND $seen_before AS x
      MATCH (m:Memory {uid: x.uid})
      WHERE x.any OR (
        m.state = x.state
        AND coalesce(m.invalid_at, $no_time) = x.invalid_at
        AND coalesce(m.expired_at, $no_time) = x.expired_at)
      WITH count(m) AS unchanged
      WITH 1 / (CASE WHEN unchanged = $seen_count THEN 1 ELSE 0 END) AS unrevised`,
    parameters: { seen_before: seen, seen_count: seen.length, no_time: noTime }
  }
}

export function reviseStep (ns: string, revise: Revised[]): Step {
  return {
    body: cypher`
      UNWIND $revised AS x
      MATCH (m:Memory {uid: x.uid})
      WITH x, m, m.dl AS terms, CASE WHEN m.live IS NULL THEN 0 ELSE 1 END AS was
      SET m += x.properties
      SET m.live = CASE WHEN x.active THEN $ns ELSE m.live END,
          m.active_key = CASE WHEN x.active THEN m.claim ELSE m.active_key END
      ${without('m', { ...named(removable), live: 'NOT x.active', active_key: 'NOT x.active' })}
      WITH terms, CASE WHEN x.active IS NULL THEN 0 WHEN x.active THEN 1 - was ELSE 0 - was END AS change
      WITH sum(change) AS docs, sum(change * terms) AS weight
      MATCH (u:User {uid: $ns})
      SET u.live_docs = u.live_docs + docs, u.live_terms = u.live_terms + weight`,
    parameters: { revised: revise.map(({ id, set }) => ({ uid: uidOf(ns, id), ...revisedProperties(set) })) }
  }
}

export async function basisOf (graph: Graph, ns: string): Promise<Basis | null> {
  const [user] = await graph.read(
    cypher`
      MATCH (u:User {uid: $ns})
      RETURN u.epoch AS epoch, coalesce(u.removed, 0) AS removed`,
    { ns }
  )
  return user === undefined ? null : { epoch: (user.epoch ?? '') as string, removed: Number(user.removed) }
}

/** Ids that are not there, or not as they were seen. */
export async function unlikeSeen (graph: Graph, ns: string, revise: Revised[]): Promise<string[]> {
  if (revise.length === 0) return []
  const rows = await graph.read(
    cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $uids
      RETURN m.uid AS uid, m.state AS state, m.invalid_at AS invalid_at, m.expired_at AS expired_at`,
    { uids: revise.map(({ id }) => uidOf(ns, id)) }
  )
  const stored = new Map(rows.map(row => [row.uid, row]))
  return revise.filter(({ id, seen }) => {
    const row = stored.get(uidOf(ns, id))
    if (row === undefined || seen === undefined) return row === undefined
    return row.state !== seen.state || (row.invalid_at ?? null) !== seen.invalidAt ||
      (row.expired_at ?? null) !== seen.expiredAt
  }).map(({ id }) => id)
}
