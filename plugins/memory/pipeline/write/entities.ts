/**
 * The entities and relations that new memories mention: found by name or alias, made when new, marked stale when
 * touched.
 */
import { v7 as uuid } from 'uuid'
import type { NamedEntity } from '../../../../domain/capabilities/distiller.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Entity, Memory, Relation } from '../../../../domain/nouns.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import type { Decided } from './decide.ts'
import { areApart } from './people.ts'

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
  now: number,
  signal?: AbortSignal
): Promise<Mentions> {
  const named = stored.flatMap(({ fact }) => fact.entities)
  const keys = [...new Set(named.flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey)))]
  const ids = [...new Set(ended.flatMap(({ entityIds }) => entityIds))]
  const [byName, byId] = await Promise.all([
    keys.length > 0 ? store.entities(userId, { keys }) : none,
    ids.length > 0 ? store.entities(userId, { ids }) : none
  ])
  // A name of its own weighs more than an alias.
  const byKey = new Map([
    ...byName.items.flatMap(entity => entity.aliases.map(alias => [alias, entity] as const)),
    ...byName.items.map(entity => [entity.key, entity] as const)
  ])
  const ownFacts = await withOwnFacts(store, userId, named, byKey)
  const touched = new Map<string, Entity>(
    byId.items.map(entity => [entity.id, { ...entity, summaryStale: true, updatedAt: now }])
  )
  const relations: Relation[] = []

  const pause = timeSlices(signal)
  for (const { fact, draft } of stored) {
    await pause()
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
      .filter(entity => !areApart({ aliases: names }, entity))
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
        distinctFrom: [],
        createdAt: now,
        updatedAt: now
      }
    // Of known entities that one mention calls the same, those with facts of their own are only suggested to be merged
    // (`merges.ts`: they share a name); the others are folded into the first, and can be unfolded.
    const others = known.filter(({ id }) => id !== entity.id)
    const folded = others.filter(({ id }) => !ownFacts.has(id) && !entity.distinctFrom.includes(id))
    for (const other of folded) touched.set(other.id, { ...other, mergedInto: entity.id, updatedAt: now })
    const refused = others.filter(({ id }) => entity.distinctFrom.includes(id)).map(({ key }) => key)
    const everyName = [...entity.aliases, ...names, ...folded.flatMap(({ key, aliases }) => [key, ...aliases])]
      .filter(name => !refused.includes(name))
    const updated: Entity = {
      ...entity,
      aliases: [...new Set(everyName)].filter(alias => alias !== entity.key),
      summaryStale: true,
      updatedAt: now
    }
    touched.set(updated.id, updated)
    for (const key of [updated.key, ...updated.aliases]) {
      if (byKey.get(key)?.key !== key || key === updated.key) byKey.set(key, updated)
    }
    return updated
  }
}

/** Of entities that one mention calls the same: those that a stored memory or relation is about. */
async function withOwnFacts (
  store: Store,
  userId: string,
  named: NamedEntity[],
  byKey: Map<string, Entity>
): Promise<Set<string>> {
  const shared = named.map(({ name, aliases }) =>
    new Set([name, ...aliases].map(one => byKey.get(nameKey(one))).filter(entity => entity !== undefined))
  ).filter(entities => entities.size > 1)
  const asked = [...new Set(shared.flatMap(entities => [...entities]))]
  const found = await Promise.all(asked.map(async ({ id, name }) => {
    const [facts, relations] = await Promise.all([
      store.aboutSubject(userId, name, null, 1, { includeSuperseded: true }),
      store.relations(userId, { entityIds: [id], filter: { includeSuperseded: true }, limit: 1 })
    ])
    return facts.length + relations.length > 0 ? [id] : []
  }))
  return new Set(found.flat())
}
