/** `commit` and `erase`. */
import { LRUCache } from 'lru-cache'
import { v7 } from 'uuid'
import type { Changeset, CommitResult, Erasure } from '../../../kernel/capabilities/store.ts'
import { DatabaseFault, StoreConflict } from '../../../kernel/errors.ts'
import { storable } from '../../../kernel/text/storable.ts'
import { requireVector } from '../../../kernel/vector.ts'
import { claimsOf, stepsOf } from './changeset.ts'
import { GuardRaised, OutcomeUnknown, vectorLabel, type Dialect, type Graph } from './graph.ts'
import { namespaceOf, uidOf } from './keys.ts'
import type { FullMeta, MetaReader } from './meta.ts'
import type { StatisticsOfUsers } from './statistics.ts'

/** A guard that nothing explains met a write that has meanwhile been undone, or a generation that has just changed: the next try sees the new state. */
const tries = 5

export function committer (graph: Graph, dialect: Dialect, meta: MetaReader, statistics: StatisticsOfUsers) {
  /** Users whose node is known to be there; one that was erased meanwhile makes the guard raise. */
  const users = new LRUCache<string, true>({ max: 50_000 })
  return async function commit (given: Changeset): Promise<CommitResult> {
    const ns = namespaceOf(given.userId)
    const changeset = storable(given)
    requireDistinct(changeset)
    if (isEmpty(changeset)) return { deleted: [], notFound: [] }
    const token = v7()
    const known = async (): Promise<void> => {
      if (!dialect.sideBySide || users.has(ns)) return
      await graph.write([{ body: 'MERGE (u:User {uid: $ns}) SET u.ns = $ns, u.user_id = $user_id', parameters: { ns, user_id: given.userId } }])
      users.set(ns, true)
    }
    for (let attempt = 1; attempt <= tries; attempt++) {
      const current = await meta.read()
      requireVectors(changeset, current)
      await known()
      try {
        const rows = await graph.write(stepsOf(ns, changeset, token, current, dialect))
        if (current.dimensions === null) meta.forget()
        return resultOf(changeset, changeset.delete?.length ? rows[0]?.deleted as string[] | undefined ?? [] : [])
      } catch (error) {
        if (!(error instanceof GuardRaised) && !(error instanceof OutcomeUnknown)) throw error
        // An earlier try of this very write may have gone through although its answer was lost.
        if (await isDone(ns, token)) return resultOf(changeset, await gone(ns, changeset.delete ?? []))
        if (error instanceof GuardRaised) await explain(ns, changeset)
        meta.forget()
        users.delete(ns)
      } finally {
        statistics.forget(ns)
      }
    }
    throw new DatabaseFault('commit', 'the state of the user kept changing')
  }

  async function isDone (ns: string, token: string): Promise<boolean> {
    const rows = await graph.read('MATCH (u:User {uid: $ns}) RETURN $token IN u.tokens AS done', { ns, token })
    return rows[0]?.done === true
  }

  async function gone (ns: string, ids: string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const rows = await graph.read('MATCH (m:Memory) WHERE m.uid IN $uids RETURN m.id AS id', { uids: ids.map(id => uidOf(ns, id)) })
    const left = new Set(rows.map(row => row.id))
    return ids.filter(id => !left.has(id))
  }

  /** Throws the conflict that made the guard raise, when it still stands. */
  async function explain (ns: string, changeset: Changeset): Promise<void> {
    const claims = claimsOf(ns, changeset)
    const holder = 'RETURN m.id AS id, m.fingerprint AS fingerprint'
    const [claimants, namesakes, restored, standing, replays] = await Promise.all([
      graph.read(`MATCH (m:Memory) WHERE m.active_key IN $claimed AND NOT m.uid IN $leaving ${holder}`, { ...claims }),
      graph.read(`MATCH (m:Memory) WHERE m.uid IN $added ${holder}`, { ...claims }),
      graph.read(`MATCH (r:Memory) WHERE r.uid IN $restored AND r.state <> 'active' MATCH (m:Memory) WHERE m.active_key = r.claim AND NOT m.uid IN $leaving ${holder}`, { ...claims }),
      graph.read('MATCH (m:Memory) WHERE m.uid IN $ending AND m.state = \'active\' RETURN m.uid AS uid', { ...claims }),
      graph.read('MATCH (p:Replay) WHERE p.uid = $replay RETURN p.key AS key', { replay: claims.replay ?? '' })
    ])
    const active = new Set(standing.map(row => row.uid))
    const stale = (changeset.supersede ?? []).map(({ oldId }) => oldId).filter(id => claims.ending.includes(uidOf(ns, id)) && !active.has(uidOf(ns, id)))
    const duplicates = [...new Map([...claimants, ...namesakes, ...restored].map(row => [row.id, row])).values()].map(row => ({ fingerprint: row.fingerprint as string, existingId: row.id as string }))
    if (duplicates.length > 0 || stale.length > 0 || replays.length > 0) throw new StoreConflict({ duplicates, stale, replayTaken: replays.length > 0 })
  }
}

function isEmpty ({ userId, ...rest }: Changeset): boolean {
  return Object.entries(rest).every(([verb, value]) => value === undefined || (Array.isArray(value) && value.length === 0 && verb !== 'communities'))
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

function requireVectors ({ add = [], sessions = [] }: Changeset, meta: FullMeta): void {
  let size = meta.dimensions
  for (const { embedding } of add) {
    if (!embedding) continue
    size ??= embedding.length
    requireVector(embedding, meta.target && embedding.length === meta.target.dimensions ? meta.target.dimensions : size, 'The vector of a memory')
  }
  for (const { gistEmbedding } of sessions) {
    if (gistEmbedding) requireVector(gistEmbedding, meta.target && gistEmbedding.length === meta.target.dimensions ? meta.target.dimensions : size, 'The vector of a session')
  }
}

export function eraser (graph: Graph, meta: MetaReader, statistics: StatisticsOfUsers) {
  return async function erase (userId: string): Promise<Erasure> {
    const ns = namespaceOf(userId)
    const { generation, target } = await meta.read()
    const labels = [generation, ...target ? [target.generation] : []].map(vectorLabel)
    const steps = [
      // The same node every commit takes first, so that no write slips between the counting and the removal.
      { body: 'MATCH (u:User {uid: $ns}) SET u.version = coalesce(u.version, 0) + 1', parameters: { ns } },
      ...labels.map(label => ({ body: `MATCH (v:${label} {ns: $ns}) DETACH DELETE v` })),
      {
        body: 'OPTIONAL MATCH (m:Memory {ns: $ns}) WITH collect(m) AS memories ' +
          'OPTIONAL MATCH (o:Memory {ns: $ns})<-[s:SUPERSEDES]-(:Memory) WITH memories, count(s) AS supersessions ' +
          'OPTIONAL MATCH (e:Entity {ns: $ns}) WITH memories, supersessions, collect(e) AS entities ' +
          'OPTIONAL MATCH (f:Entity {ns: $ns})-[r:RELATES]->(:Entity) WITH memories, supersessions, entities, count(r) AS relations ' +
          'OPTIONAL MATCH (t:Session {ns: $ns}) WITH memories, supersessions, entities, relations, collect(t) AS sessions ' +
          'OPTIONAL MATCH (c:Community {ns: $ns}) WITH memories, supersessions, entities, relations, sessions, collect(c) AS communities ' +
          'OPTIONAL MATCH (a:Access {ns: $ns}) WITH memories, supersessions, entities, relations, sessions, communities, collect(a) AS accesses ' +
          'OPTIONAL MATCH (p:Replay {ns: $ns}) WITH memories, supersessions, entities, relations, sessions, communities, accesses, collect(p) AS replays ' +
          'OPTIONAL MATCH (u:User {uid: $ns}) WITH memories, supersessions, entities, relations, sessions, communities, accesses, replays, collect(u) AS users ' +
          'WITH memories + entities + sessions + communities + accesses + replays + users AS everything, supersessions, relations, ' +
          'size(memories) AS memories, size(entities) AS entities, size(sessions) AS sessions, size(communities) AS communities, size(accesses) AS accesses, size(replays) AS replays ' +
          'FOREACH (node IN everything | DETACH DELETE node) WITH memories, supersessions, entities, relations, sessions, communities, accesses, replays',
        yields: 'memories, supersessions, entities, relations, sessions, communities, accesses, replays'
      }
    ]
    const [row = {}] = await graph.write(steps).finally(() => statistics.forget(ns))
    const counted = (field: keyof Erasure): number => Number(row[field] ?? 0)
    return {
      memories: counted('memories'),
      supersessions: counted('supersessions'),
      entities: counted('entities'),
      relations: counted('relations'),
      sessions: counted('sessions'),
      communities: counted('communities'),
      accesses: counted('accesses'),
      replays: counted('replays')
    }
  }
}
