/**
 * The entities and relations that new memories mention: found by name or alias, made when new, marked stale when
 * touched.
 */
import { v7 as uuid } from 'uuid'
import type { NamedEntity } from '../../../../domain/capabilities/distiller.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Entity, Memory, Relation } from '../../../../domain/nouns.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Decided } from './decide.ts'

const none: { items: Entity[] } = { items: [] }

export interface Mentions {
  /** New or touched entities, each once. */
  entities: Entity[]
  relations: Relation[]
}

/**
 * Fills in `entityIds` of the drafts that will be stored, and returns what the changeset must add for them.
 * Entities of memories that end are touched too: their summaries may rest on them.
 */
export async function mention (
  store: Store,
  userId: string,
  stored: Decided[],
  ended: Memory[],
  now: number
): Promise<Mentions> {
  const named = stored.flatMap(({ fact }) => fact.entities)
  const keys = [...new Set(named.flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey)))]
  const ids = [...new Set(ended.flatMap(({ entityIds }) => entityIds))]
  const [byName, byId] = await Promise.all([
    keys.length > 0 ? store.entities(userId, { keys }) : none,
    ids.length > 0 ? store.entities(userId, { ids }) : none
  ])
  const byKey = new Map(
    byName.items.flatMap(entity => [entity.key, ...entity.aliases].map(key => [key, entity] as const))
  )
  const touched = new Map<string, Entity>(
    byId.items.map(entity => [entity.id, { ...entity, summaryStale: true, updatedAt: now }])
  )
  const relations: Relation[] = []

  for (const { fact, draft } of stored) {
    for (const one of fact.entities) {
      const entity = touch(one)
      if (!draft.entityIds.includes(entity.id)) draft.entityIds.push(entity.id)
    }
    for (const { from, predicate, to } of fact.relations) {
      const [source, target] = [byKey.get(nameKey(from)), byKey.get(nameKey(to))]
      if (source === undefined || target === undefined || source.id === target.id) continue
      relations.push({
        id: uuid(),
        userId,
        fromEntityId: source.id,
        toEntityId: target.id,
        predicate,
        memoryId: draft.id
      })
    }
  }
  return { entities: [...touched.values()], relations }

  function touch ({ name, type, aliases }: NamedEntity): Entity {
    const names = [...new Set([name, ...aliases].map(nameKey))]
    const known = names.map(key => byKey.get(key)).filter(entity => entity !== undefined)
    const entity: Entity = known[0] ??
      {
        id: uuid(),
        userId,
        name,
        key: nameKey(name),
        type,
        aliases: [],
        summary: null,
        summaryStale: true,
        mergedInto: null,
        createdAt: now,
        updatedAt: now
      }
    // Known entities that one mention calls the same are the same; the others are folded into the first, and can be
    // unfolded.
    const others = known.filter(({ id }) => id !== entity.id)
    for (const other of others) touched.set(other.id, { ...other, mergedInto: entity.id, updatedAt: now })
    const everyName = [...entity.aliases, ...names, ...others.flatMap(({ key, aliases }) => [key, ...aliases])]
    const updated: Entity = {
      ...entity,
      aliases: [...new Set(everyName)].filter(alias => alias !== entity.key),
      summaryStale: true,
      updatedAt: now
    }
    touched.set(updated.id, updated)
    for (const key of [updated.key, ...updated.aliases]) byKey.set(key, updated)
    return updated
  }
}
