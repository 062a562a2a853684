/** A page of memories with what is around them, to be drawn: all of a user's, or those around one entity. */
import type { GraphQuery, MemoryGraph } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { EntityNotFound } from '../../../../domain/errors.ts'
import type { Entity, Memory, Relation } from '../../../../domain/nouns.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import { beliefAt, isForgotten } from '../keep/beliefs.ts'

/** Memories looked at for one step away from the center, the newest. */
const memoriesAStep = 2_000
/** Entities around the center, the nearest. */
const mostAround = 1_000
/** Relations that one memory states, on average over a page. */
const relationsAMemory = 100

/** Throws `EntityNotFound`. */
export async function graphOf (
  store: Store,
  userId: string,
  { center: asked, depth, asOf, knownAt, page, size }: GraphQuery
): Promise<MemoryGraph> {
  const past = asOf !== null || knownAt !== null
  const filter = past
    ? { ...asOf !== null && { asOf }, ...knownAt !== null && { knownAt } }
    : { includeSuperseded: true }
  const center = asked === null ? null : await centerOf(store, userId, asked)
  const around = center === null ? undefined : await entitiesAround(center)
  const found = await store.list(userId, { ...filter, page, size, ...around && { mentions: around } })
  const ids = found.items.map(({ id }) => id)
  const [successors, stated, communities] = await Promise.all([
    past ? [] : successorsOf(store, userId, found.items),
    ids.length > 0 ? store.relations(userId, { memoryIds: ids, filter, limit: size * relationsAMemory }) : [],
    past ? [] : store.communities(userId)
  ])
  const { entities, standsFor } = await standing(store, userId, [
    ...center === null ? [] : [center.id],
    ...found.items.flatMap(({ entityIds }) => entityIds),
    ...stated.flatMap(({ fromEntityId, toEntityId }) => [fromEntityId, toEntityId])
  ])
  const present = new Set(entities.map(({ id }) => id))
  const mentioning = (memory: Memory): Memory => ({
    ...memory,
    entityIds: [...new Set(memory.entityIds.map(standsFor))].filter(id => present.has(id))
  })
  return {
    center,
    memories: found.items.map(memory => mentioning(past ? asBelieved(memory, knownAt ?? Date.now()) : memory)),
    successors: successors.map(successor => ({ ...successor, entityIds: [] })),
    // What is written of an entity is of today.
    entities: past ? entities.map(entity => ({ ...entity, summary: null })) : entities,
    relations: stated.map(relation => between(relation, standsFor))
      .filter(({ fromEntityId, toEntityId }) => fromEntityId !== toEntityId),
    communities: communities.map(community => ({
      ...community,
      entityIds: community.entityIds.filter(id => present.has(id))
    })).filter(({ entityIds }) => entityIds.length > 0),
    total: found.total
  }

  /** A step goes from an entity to those that a memory mentions together with it. */
  async function entitiesAround (from: Entity): Promise<string[]> {
    const near = new Set([from.id])
    let frontier = [from.id]
    for (let step = 1; step < depth && frontier.length > 0 && near.size < mostAround; step++) {
      const { items } = await store.list(userId, { ...filter, mentions: frontier, page: 1, size: memoriesAStep })
      const { entities } = await standing(store, userId, items.flatMap(({ entityIds }) => entityIds))
      frontier = entities.map(({ id }) => id).filter(id => !near.has(id)).slice(0, mostAround - near.size)
      for (const id of frontier) near.add(id)
    }
    return [...near]
  }
}

/** By id, else by name; a name of its own weighs more than an alias. */
async function centerOf (store: Store, userId: string, asked: string): Promise<Entity> {
  const [{ entities: [byId] }, byName] = await Promise.all([
    standing(store, userId, [asked]),
    store.entities(userId, { keys: [nameKey(asked)] })
  ])
  const found = byId ?? byName.items.find(({ key }) => key === nameKey(asked)) ?? byName.items[0]
  if (found === undefined) throw new EntityNotFound(asked)
  return found
}

/** These entities, those merged away replaced by what they were merged into. */
async function standing (
  store: Store,
  userId: string,
  ids: string[]
): Promise<{ entities: Entity[], standsFor: (id: string) => string }> {
  const known = new Map<string, Entity>()
  for (let wanted = [...new Set(ids)]; wanted.length > 0;) {
    const { items } = await store.entities(userId, { ids: wanted })
    for (const entity of items) known.set(entity.id, entity)
    const targets = items.flatMap(({ mergedInto }) => mergedInto ?? [])
    wanted = [...new Set(targets)].filter(id => !known.has(id))
  }
  const standsFor = (id: string): string => {
    const passed = new Set([id])
    let last = id
    for (;;) {
      const next = known.get(last)?.mergedInto
      if (next === null || next === undefined || passed.has(next)) return last
      passed.add(next)
      last = next
    }
  }
  return { entities: [...known.values()].filter(({ id }) => standsFor(id) === id), standsFor }
}

/** What took the place of these memories and is not among them. */
async function successorsOf (store: Store, userId: string, memories: Memory[]): Promise<Memory[]> {
  const own = new Set(memories.map(({ id }) => id))
  const missing = new Set(memories.flatMap(({ supersededBy }) => supersededBy ?? []).filter(id => !own.has(id)))
  return (await store.get(userId, [...missing])).filter(successor => !isForgotten(successor))
}

/** With the end that was known then; whatever ended it for good came later. */
function asBelieved (memory: Memory, known: number): Memory {
  return {
    ...memory,
    state: 'active',
    supersededBy: null,
    invalidAt: beliefAt(memory, known)?.end ?? null,
    expiredAt: memory.expiredAt !== null && memory.expiredAt <= known ? memory.expiredAt : null
  }
}

function between (relation: Relation, standsFor: (id: string) => string): Relation {
  const { fromEntityId, toEntityId } = relation
  return { ...relation, fromEntityId: standsFor(fromEntityId), toEntityId: standsFor(toEntityId) }
}
