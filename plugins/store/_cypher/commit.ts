/** `commit`: one atomic write, repeated while its preconditions meet a state that changes. */
import { LRUCache } from 'lru-cache'
import { v7 } from 'uuid'
import type { Basis, Changeset, CommitResult } from '../../../domain/capabilities/store.ts'
import { DatabaseFault, StoreConflict } from '../../../domain/errors.ts'
import { storable } from '../../../domain/text/storable.ts'
import { requireVectors } from '../_shared/vectors.ts'
import { stepsOf } from './changeset.ts'
import { claimsOf } from './claims.ts'
import { cypher } from './cypher.ts'
import type { exportHolds } from './export-hold.ts'
import { OutcomeUnknown, PreconditionFailed, type Dialect, type Graph } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { FullMeta, MetaReader } from './meta.ts'
import { reanalysedOf } from './reanalyse.ts'
import { basisOf, unlikeSeen } from './revise.ts'
import type { StatisticsOfUsers } from './statistics.ts'

/**
 * A failed precondition that nothing explains met a write that has meanwhile been undone, or a generation that has
 * just changed: the next attempt sees the new state.
 */
const attempts = 5

export function committer (
  graph: Graph,
  dialect: Dialect,
  meta: MetaReader,
  statistics: StatisticsOfUsers,
  holds: ReturnType<typeof exportHolds>
) {
  /** Users whose node is known to exist; for one that was erased meanwhile the precondition fails. */
  const users = new LRUCache<string, true>({ max: 50_000 })

  return async function commit (given: Changeset): Promise<CommitResult> {
    const ns = namespaceOf(given.userId)
    const changeset = storable(given)
    requireDistinct(changeset)
    if (isEmpty(changeset)) return { deleted: [], notFound: [] }
    const token = v7()
    const since = Date.now()
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const current = await meta.read()
      requireVectorsOf(changeset, current)
      // A write with a basis never makes a user.
      if (changeset.basis === undefined) await ensureUser(ns, given.userId, token)
      try {
        const reanalysed = await reanalysedOf(graph, ns, changeset)
        const rows = await graph.write(stepsOf(ns, changeset, token, current, dialect, reanalysed))
        if (current.dimensions === null) meta.forget()
        return resultOf(changeset, changeset.delete?.length ? rows[0]?.deleted as string[] | undefined ?? [] : [])
      } catch (error) {
        if (!(error instanceof PreconditionFailed) && !(error instanceof OutcomeUnknown)) throw error
        // An earlier attempt of this very write may have gone through although its answer was lost.
        if (await isDone(ns, token)) return resultOf(changeset, await missing(ns, changeset.delete ?? []))
        if (await waited(error, ns, changeset, since)) attempt--
        meta.forget()
        users.delete(ns)
      } finally {
        statistics.forget(ns)
      }
    }
    throw new DatabaseFault('commit', 'the state of the user kept changing')
  }

  async function ensureUser (ns: string, userId: string, token: string): Promise<void> {
    if (!dialect.concurrentWrites || users.has(ns)) return
    await graph.write([{
      body: cypher`
      MERGE (u:User {uid: $ns})
      ON CREATE SET u.epoch = $token
      SET u.ns = $ns, u.user_id = $user_id`,
      parameters: { ns, user_id: userId, token }
    }])
    users.set(ns, true)
  }

  async function isDone (ns: string, token: string): Promise<boolean> {
    const found = await graph.readAcknowledged(
      cypher`
      MATCH (u:User {uid: $ns})
      WHERE $token IN u.tokens
      RETURN u.uid AS uid`,
      { ns, token }
    )
    return found.length > 0
  }

  /** Those of the ids that are not stored. */
  async function missing (ns: string, ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await graph.read(
      cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $uids
      RETURN m.id AS id`,
      { uids: ids.map(id => uidOf(ns, id)) }
    )
    const left = new Set(rows.map(row => row.id))
    return ids.filter(id => !left.has(id))
  }

  async function requireBasis (ns: string, { epoch, removed }: Basis): Promise<void> {
    const found = await basisOf(graph, ns)
    if (found?.epoch !== epoch || found.removed !== removed) throw new StoreConflict({ outdated: true })
  }

  /** True when an export was in the way and is through; throws what stopped the write if that still stands. */
  async function waited (error: Error, ns: string, changeset: Changeset, since: number): Promise<boolean> {
    if (!(error instanceof PreconditionFailed)) return false
    const held = await holds.passed(ns, since)
    await explain(ns, changeset)
    return held
  }

  /** Throws the conflict that made the precondition fail, when it still stands. */
  async function explain (ns: string, changeset: Changeset): Promise<void> {
    if (changeset.basis !== undefined) await requireBasis(ns, changeset.basis)
    const claims = claimsOf(ns, changeset)
    const [sameFingerprint, sameId, restored, standing, replays] = await Promise.all([
      graph.read(holdersOfClaimed, { ...claims }),
      graph.read(holdersOfIds, { ...claims }),
      graph.read(holdersOfRestored, { ...claims }),
      graph.read(standingOfEnding, { ...claims }),
      graph.read(replayTaken, { replay: claims.replay ?? '' })
    ])
    const active = new Set(standing.map(row => row.uid))
    const stale = (changeset.supersede ?? []).map(({ oldId }) => oldId).filter(id =>
      claims.ending.includes(uidOf(ns, id)) && !active.has(uidOf(ns, id))
    )
    stale.push(...await unlikeSeen(graph, ns, changeset.revise ?? []))
    const holders = new Map([...sameFingerprint, ...sameId, ...restored].map(row => [row.id, row]))
    const duplicates = [...holders.values()].map(row => ({
      fingerprint: row.fingerprint as string,
      existingId: row.id as string
    }))
    if (duplicates.length > 0 || stale.length > 0 || replays.length > 0) {
      throw new StoreConflict({ duplicates, stale, replayTaken: replays.length > 0 })
    }
  }
}

const holdersOfClaimed = cypher`
      MATCH (m:Memory)
      WHERE m.active_key IN $claimed AND NOT m.uid IN $leaving
      RETURN m.id AS id, m.fingerprint AS fingerprint`
const holdersOfIds = cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $added
      RETURN m.id AS id, m.fingerprint AS fingerprint`
const holdersOfRestored = cypher`
      MATCH (r:Memory)
      WHERE r.uid IN $restored AND r.state <> 'active'
      MATCH (m:Memory)
      WHERE m.active_key = r.claim AND NOT m.uid IN $leaving
      RETURN m.id AS id, m.fingerprint AS fingerprint`
const standingOfEnding = cypher`
      MATCH (m:Memory)
      WHERE m.uid IN $ending AND m.state = 'active'
      RETURN m.uid AS uid`
const replayTaken = cypher`
      MATCH (p:Replay)
      WHERE p.uid = $replay
      RETURN p.key AS key`

function isEmpty ({ userId, basis, ...rest }: Changeset): boolean {
  return Object.entries(rest).every(([verb, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0 && verb !== 'communities')
  )
}

function resultOf ({ delete: asked = [] }: Changeset, deleted: string[]): CommitResult {
  const there = new Set(deleted)
  const ids = [...new Set(asked)]
  return { deleted: ids.filter(id => there.has(id)), notFound: ids.filter(id => !there.has(id)) }
}

/** Two memories of one changeset that would hold one fingerprint, or one id. */
function requireDistinct ({ add = [], supersede = [] }: Changeset): void {
  const ended = new Set(supersede.map(({ oldId }) => oldId))
  const holders = new Map<string, string>()
  for (const { id, fingerprint, state } of add) {
    const claims = state === 'active' && !ended.has(id) ? [`f:${fingerprint}`, `i:${id}`] : [`i:${id}`]
    for (const claim of claims) {
      const existingId = holders.get(claim)
      if (existingId !== undefined) throw new StoreConflict({ duplicates: [{ fingerprint, existingId }] })
      holders.set(claim, id)
    }
  }
}

function requireVectorsOf (changeset: Changeset, { dimensions, target }: FullMeta): void {
  requireVectors(changeset, { current: dimensions, next: target?.dimensions ?? null })
}
