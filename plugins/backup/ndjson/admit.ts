/** What of a batch is new to the user, and as which changeset it goes in. */
import type { ImportMode } from '../../../kernel/capabilities/backup.ts'
import type { Changeset, Store } from '../../../kernel/capabilities/store.ts'
import type { Entity, NewMemory, Relation, Session, Supersession } from '../../../kernel/nouns.ts'

export interface Admission {
  store: Store
  userId: string
  mode: ImportMode
  /** Ids of the file that stand for something the user has already under another id. */
  aliases: Map<string, string>
  /** Supersessions (by `edgeKey`) and relations (by id) the user had before. */
  there: Set<string>
}

export interface Admitted {
  changeset: Omit<Changeset, 'userId'>
  /** How many records of the batch the changeset holds. */
  stored: number
}

export function edgeKey ({ oldId, newId, kind, expiredAt }: Supersession): string {
  return `${oldId} ${newId ?? ''} ${kind} ${expiredAt}`
}

export async function admitEntities ({ store, userId, mode, aliases }: Admission, entities: Entity[]): Promise<Admitted> {
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
  return { changeset: { entities: added.map(entity => ({ ...entity, mergedInto: aliasOf(aliases, entity.mergedInto) })) }, stored: added.length }
}

export async function admitMemories ({ store, userId, aliases }: Admission, memories: NewMemory[]): Promise<Admitted> {
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
      // The next one of this batch with the same text is then its twin.
      twinOf.set(memory.fingerprint, memory.id)
      return true
    }
    aliases.set(memory.id, twin)
    return false
  })
  return {
    changeset: { add: add.map(memory => ({ ...memory, supersededBy: aliasOf(aliases, memory.supersededBy), entityIds: [...new Set(memory.entityIds.map(id => aliases.get(id) ?? id))] })) },
    stored: add.length
  }
}

export async function admitSupersessions ({ store, userId, aliases, there }: Admission, supersessions: Supersession[]): Promise<Admitted> {
  const mapped = supersessions.map(edge => ({ ...edge, oldId: aliases.get(edge.oldId) ?? edge.oldId, newId: aliasOf(aliases, edge.newId) }))
  const olds = new Map((await store.get(userId, [...new Set(mapped.map(({ oldId }) => oldId))])).map(memory => [memory.id, memory]))
  const history = mapped.filter(edge => {
    const old = olds.get(edge.oldId)
    // A memory that was kept as it is here and is believed here has not ended, whatever the file says.
    const contradicts = old === undefined || (edge.restoredAt === null && old.state === 'active')
    return !contradicts && edge.newId !== edge.oldId && !there.has(edgeKey(edge))
  })
  return { changeset: { history }, stored: history.length }
}

export function admitRelations ({ aliases, there }: Admission, relations: Relation[]): Admitted {
  const mapped = relations.map(relation => ({
    ...relation,
    fromEntityId: aliases.get(relation.fromEntityId) ?? relation.fromEntityId,
    toEntityId: aliases.get(relation.toEntityId) ?? relation.toEntityId,
    memoryId: aliases.get(relation.memoryId) ?? relation.memoryId
  }))
  // A memory that was here already states its relations itself.
  const added = mapped.filter((relation, place) => relation.memoryId === relations[place]?.memoryId && !there.has(relation.id))
  return { changeset: { relations: added }, stored: added.length }
}

export async function admitSessions ({ store, userId, mode }: Admission, sessions: Session[]): Promise<Admitted> {
  const there = mode === 'overwrite' ? [] : await store.sessions(userId, { ids: sessions.map(({ id }) => id), limit: sessions.length })
  const known = new Set(there.map(({ id }) => id))
  const added = sessions.filter(({ id }) => !known.has(id))
  return { changeset: { sessions: added }, stored: added.length }
}

function aliasOf (aliases: Map<string, string>, id: string | null): string | null {
  return id === null ? null : aliases.get(id) ?? id
}
