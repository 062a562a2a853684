/** Plans a batch: which of its records the user does not have yet, and the changeset that stores them. */
import type { ImportMode } from '../../../domain/capabilities/backup.ts'
import { readingsKept, type Changeset, type Store } from '../../../domain/capabilities/store.ts'
import type { Entity, NewMemory, Reading, Relation, Session, Supersession } from '../../../domain/nouns.ts'

export interface ImportContext {
  store: Store
  userId: string
  mode: ImportMode
  /** File id to stored id, for records that the user already has under another id. */
  aliases: Map<string, string>
  /** Supersessions (by `edgeKey`) and relations (by id) the user had before. */
  there: Set<string>
}

export interface BatchPlan {
  changeset: Omit<Changeset, 'userId'>
  /** How many records of the batch the changeset holds. */
  stored: number
}

export function edgeKey ({ oldId, newId, kind, expiredAt }: Supersession): string {
  return `${oldId} ${newId ?? ''} ${kind} ${expiredAt}`
}

export async function planEntities (
  { store, userId, mode, aliases }: ImportContext,
  entities: Entity[]
): Promise<BatchPlan> {
  const [{ items: byId }, { items: byKey }] = await Promise.all([
    store.entities(userId, { ids: entities.map(({ id }) => id) }),
    store.entities(userId, { keys: entities.map(({ key }) => key) })
  ])
  const known = new Set(byId.map(({ id }) => id))
  const named = new Map(byKey.map(({ id, key }) => [key, id]))
  const added = entities.filter(({ id, key, mergedInto }) => {
    if (known.has(id)) return mode === 'overwrite'
    const twin = mergedInto === null ? named.get(key) : undefined
    if (twin === undefined) return true
    aliases.set(id, twin)
    return false
  })
  return {
    changeset: { entities: added.map(entity => ({ ...entity, mergedInto: aliasOf(aliases, entity.mergedInto) })) },
    stored: added.length
  }
}

export async function planMemories (
  { store, userId, aliases }: ImportContext,
  memories: NewMemory[]
): Promise<BatchPlan> {
  const active = memories.filter(({ state }) => state === 'active')
  const [there, twins] = await Promise.all([
    store.get(userId, memories.map(({ id }) => id)),
    active.length > 0 ? store.byFingerprint(userId, active.map(({ fingerprint }) => fingerprint)) : []
  ])
  const known = new Set(there.map(({ id }) => id))
  const twinOf = new Map(twins.map(({ fingerprint, id }) => [fingerprint, id]))
  const add = memories.filter(memory => {
    if (known.has(memory.id)) return false
    if (memory.state !== 'active') return true
    const twin = twinOf.get(memory.fingerprint)
    if (twin === undefined) {
      // A later record of this batch with the same text is its duplicate.
      twinOf.set(memory.fingerprint, memory.id)
      return true
    }
    aliases.set(memory.id, twin)
    return false
  })
  return {
    changeset: {
      add: add.map(memory => ({
        ...memory,
        supersededBy: aliasOf(aliases, memory.supersededBy),
        entityIds: [...new Set(memory.entityIds.map(id => aliases.get(id) ?? id))]
      }))
    },
    stored: add.length
  }
}

export async function planSupersessions (
  { store, userId, aliases, there }: ImportContext,
  supersessions: Supersession[]
): Promise<BatchPlan> {
  const mapped = supersessions.map(edge => ({
    ...edge,
    oldId: aliases.get(edge.oldId) ?? edge.oldId,
    newId: aliasOf(aliases, edge.newId)
  }))
  const olds = new Map(
    (await store.get(userId, [...new Set(mapped.map(({ oldId }) => oldId))])).map(memory => [memory.id, memory])
  )
  const history = mapped.filter(edge => {
    const old = olds.get(edge.oldId)
    // A memory that is active here stays active, whatever the file says of its end; it may end on a day to come.
    const endsLater = edge.newId !== null && old?.supersededBy === edge.newId
    const contradicts = old === undefined || (edge.restoredAt === null && old.state === 'active' && !endsLater)
    return !contradicts && edge.newId !== edge.oldId && !there.has(edgeKey(edge))
  })
  return { changeset: { history }, stored: history.length }
}

export function planRelations ({ aliases, there }: ImportContext, relations: Relation[]): BatchPlan {
  const mapped = relations.map(relation => ({
    ...relation,
    fromEntityId: aliases.get(relation.fromEntityId) ?? relation.fromEntityId,
    toEntityId: aliases.get(relation.toEntityId) ?? relation.toEntityId,
    memoryId: aliases.get(relation.memoryId) ?? relation.memoryId
  }))
  // A memory that was here already has its relations.
  const added = mapped.filter((relation, place) =>
    relation.memoryId === relations[place]?.memoryId && !there.has(relation.id)
  )
  return { changeset: { relations: added }, stored: added.length }
}

export async function planSessions ({ store, userId, mode }: ImportContext, sessions: Session[]): Promise<BatchPlan> {
  const there = mode === 'overwrite'
    ? []
    : await store.sessions(userId, { ids: sessions.map(({ id }) => id), limit: sessions.length })
  const known = new Set(there.map(({ id }) => id))
  const added = sessions.filter(({ id }) => !known.has(id))
  return { changeset: { sessions: added }, stored: added.length }
}

export async function planReadings (
  { store, userId, aliases, mode }: ImportContext,
  readings: Reading[]
): Promise<BatchPlan> {
  const there = mode === 'overwrite' ? [] : await store.readings(userId, readingsKept)
  const known = new Set(there.map(({ id }) => id))
  const added = readings.filter(({ id }) => !known.has(id)).map(reading => ({
    ...reading,
    turns: reading.turns.map(turn => ({ ...turn, memoryIds: turn.memoryIds.map(id => aliases.get(id) ?? id) }))
  }))
  return { changeset: { readings: added }, stored: added.length }
}

function aliasOf (aliases: Map<string, string>, id: string | null): string | null {
  return id === null ? null : aliases.get(id) ?? id
}
