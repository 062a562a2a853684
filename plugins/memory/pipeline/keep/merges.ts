/** Entities that share a name and may be one: suggested, and merged or kept apart by a person. */
import type { MergeSuggestion } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { SuggestionNotFound } from '../../../../domain/errors.ts'
import type { Entity } from '../../../../domain/nouns.ts'
import { areApart } from '../write/people.ts'

const pageSize = 1_000
/** Entities looked at, the latest changed. */
const mostEntities = 20_000

/** Pairs of which one is known by the name of the other, latest changed first. */
export async function suggestMerges (store: Store, userId: string): Promise<MergeSuggestion[]> {
  const entities = await everyEntity(store, userId)
  const byKey = new Map(entities.map(entity => [entity.key, entity]))
  const found = new Map<string, MergeSuggestion>()
  for (const into of entities) {
    for (const alias of into.aliases) {
      const entity = byKey.get(alias)
      if (entity === undefined || !mayBeOne(entity, into)) continue
      const suggestion = { id: idOf(entity, into), entity, into, name: alias }
      if (!found.has(idOf(into, entity))) found.set(suggestion.id, suggestion)
    }
  }
  return [...found.values()]
}

function mayBeOne (entity: Entity, into: Entity): boolean {
  return entity.id !== into.id && !areApart(entity, into) &&
    !entity.distinctFrom.includes(into.id) && !into.distinctFrom.includes(entity.id)
}

async function everyEntity (store: Store, userId: string): Promise<Entity[]> {
  const entities: Entity[] = []
  for (let page = 1; page <= mostEntities / pageSize; page++) {
    const { items } = await store.entities(userId, { page: { page, size: pageSize } })
    entities.push(...items)
    if (items.length < pageSize) break
  }
  return entities
}

function idOf (entity: Entity, into: Entity): string {
  return `${entity.id}.${into.id}`
}

/** Throws `SuggestionNotFound`. */
async function requireSuggestion (store: Store, userId: string, id: string): Promise<MergeSuggestion> {
  const ids = id.split('.')
  const { items } = ids.length === 2 ? await store.entities(userId, { ids }) : { items: [] }
  const [entity, into] = ids.map(one => items.find(item => item.id === one && item.mergedInto === null))
  const name = [entity?.key ?? '', ...entity?.aliases ?? []]
    .find(key => into !== undefined && [into.key, ...into.aliases].includes(key))
  if (entity === undefined || into === undefined || name === undefined || !mayBeOne(entity, into)) {
    throw new SuggestionNotFound(id)
  }
  return { id, entity, into, name }
}

/** Merges the one into the other, with its names; `separate` undoes it. Throws `SuggestionNotFound`. */
export async function acceptMerge (store: Store, userId: string, id: string, at: number): Promise<Entity> {
  const { entity, into } = await requireSuggestion(store, userId, id)
  const names = new Set([...into.aliases, entity.key, ...entity.aliases])
  names.delete(into.key)
  const merged = { ...into, aliases: [...names], summaryStale: true, updatedAt: at }
  await store.commit({
    userId,
    entities: [merged, { ...entity, mergedInto: into.id, updatedAt: at }],
    enrichment: { due: at }
  })
  return merged
}

/** They are two; neither is known by the name of the other any more. Throws `SuggestionNotFound`. */
export async function refuseMerge (store: Store, userId: string, id: string, at: number): Promise<void> {
  const { entity, into } = await requireSuggestion(store, userId, id)
  await store.commit({ userId, entities: [apartFrom(entity, into, at), apartFrom(into, entity, at)] })
}

function apartFrom (entity: Entity, other: Entity, at: number): Entity {
  return {
    ...entity,
    aliases: entity.aliases.filter(alias => alias !== other.key),
    distinctFrom: [...new Set([...entity.distinctFrom, other.id])],
    updatedAt: at
  }
}
