/** The verbs of the memory service that need no pipeline: each reads the store, or commits one changeset. */
import type { Cache } from '../../../domain/capabilities/cache.ts'
import type { Keeping } from '../../../domain/capabilities/keeping.ts'
import type { MemoryDetail } from '../../../domain/capabilities/keeping.ts'
import type { EntityDetail, MemoryService } from '../../../domain/capabilities/memory.ts'
import { accessesKept, type Erasure, type HistoryLink, type Store } from '../../../domain/capabilities/store.ts'
import { EntityNotFound, MemoryNotFound, NotMerged } from '../../../domain/errors.ts'
import type { Access, Entity, Memory } from '../../../domain/nouns.ts'
import { nameKey } from '../../../domain/text/identity.ts'
import { deleteMemories } from './keep/erase.ts'
import { acceptMerge, refuseMerge, suggestMerges } from './keep/merges.ts'
import { graphOf } from './read/graph.ts'
import { withinProject } from './read/projects.ts'
import type { Serialise } from './write/serialise.ts'

export interface ServiceNeeds {
  store: Store
  /** For what is only looked at: may be a moment old. */
  looked: Store
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich(userId: string): void
  cache: Cache | undefined
  /** Writes what was recalled and not yet recorded. */
  flushAccesses(): Promise<void>
}

type Verbs = Omit<
  MemoryService,
  'interfaceVersion' | 'remember' | 'ingest' | 'recall' | 'explainMiss' | 'context' | 'settled' | keyof Keeping
>

/** Facts and neighbours shown with one entity. */
const aroundEntity = 100

export function createService (needs: ServiceNeeds): Verbs {
  const { store, looked, serialise } = needs
  return {
    list: (userId, query) => looked.list(userId, query),
    get: (userId, id) => getMemory(looked, userId, id),
    history: (userId, id) => historyOf(looked, userId, id),
    forget: (userId, ids) => serialise(userId, now => deleteMemories(needs, userId, ids, now)),
    accesses: (userId, id) => accessesOf(needs, userId, id),
    entities: (userId, { search, merged, ...page }) =>
      looked.entities(userId, {
        page,
        ...(merged && { merged }),
        ...(search !== undefined && { keys: [nameKey(search)] })
      }),
    mergeSuggestions: userId => suggestMerges(store, userId),
    acceptMerge: (userId, id) => serialise(userId, now => acceptMerge(store, userId, id, now)),
    refuseMerge: (userId, id) => serialise(userId, now => refuseMerge(store, userId, id, now)),
    entity: (userId, id, within) => getEntity(looked, userId, id, within),
    separate: (userId, id) => serialise(userId, now => separateEntity(needs, userId, id, now)),
    communities: userId => looked.communities(userId),
    graph: (userId, query) => graphOf(looked, userId, query),
    stats: userId => looked.stats(userId),
    erase: userId => serialise(userId, () => eraseUser(needs, userId))
  }
}

async function requireMemory (store: Store, userId: string, id: string): Promise<Memory> {
  const [memory] = await store.get(userId, [id])
  if (memory === undefined) throw new MemoryNotFound(id)
  return memory
}

async function requireEntity (store: Store, userId: string, id: string): Promise<Entity> {
  const { items: [entity] } = await store.entities(userId, { ids: [id] })
  if (entity === undefined) throw new EntityNotFound(id)
  return entity
}

async function getMemory (
  store: Store,
  userId: string,
  id: string
): Promise<MemoryDetail & { history: HistoryLink[] }> {
  const memory = await requireMemory(store, userId, id)
  const [entities, history] = await Promise.all([entitiesOf(store, userId, [memory]), store.history(userId, id)])
  return { memory, entities, history, supersedes: supersededIds(history, id) }
}

/** A memory without history has an empty one; an unknown id is an error. */
async function historyOf (store: Store, userId: string, id: string): Promise<HistoryLink[]> {
  const history = await store.history(userId, id)
  if (history.length === 0) await requireMemory(store, userId, id)
  return history
}

/** What a memory superseded, without what was restored since. */
function supersededIds (history: HistoryLink[], id: string): string[] {
  return history.filter(({ newId, restoredAt }) => newId === id && restoredAt === null).map(({ oldId }) => oldId)
}

async function accessesOf ({ looked, flushAccesses }: ServiceNeeds, userId: string, id: string): Promise<Access[]> {
  await requireMemory(looked, userId, id)
  await flushAccesses()
  return await looked.accesses(userId, id, accessesKept)
}

async function getEntity (
  store: Store,
  userId: string,
  id: string,
  within: { project?: string } = {}
): Promise<EntityDetail> {
  const found = await requireEntity(store, userId, id)
  const [near, relations, summarised] = await Promise.all([
    store.neighbours(userId, [id], within, aroundEntity),
    store.relations(userId, { entityIds: [id], filter: within, limit: aroundEntity }),
    withinProject(store, userId, [id], within.project)
  ])
  if (within.project !== undefined && near.length === 0) throw new EntityNotFound(id)
  const entity = summarised.has(id) ? found : { ...found, summary: null }
  const others = [...new Set(relations.flatMap(({ fromEntityId, toEntityId }) => [fromEntityId, toEntityId]))]
    .filter(other => other !== id)
  const [memories, { items: neighbours }] = await Promise.all([
    store.get(userId, near.filter(({ distance }) => distance === 0).map(({ memoryId }) => memoryId)),
    others.length > 0 ? store.entities(userId, { ids: others }) : { items: [] }
  ])
  return { entity, memories, relations, neighbours }
}

async function separateEntity (
  { store, enrich }: ServiceNeeds,
  userId: string,
  id: string,
  at: number
): Promise<Entity> {
  const merged = await requireEntity(store, userId, id)
  if (merged.mergedInto === null) throw new NotMerged(id)
  const { items: [into] } = await store.entities(userId, { ids: [merged.mergedInto] })
  const own = new Set([merged.key, ...merged.aliases])
  const separated = { ...merged, mergedInto: null, summaryStale: true, updatedAt: at }
  await store.commit({
    userId,
    entities: [
      separated,
      ...into === undefined
        ? []
        : [{ ...into, aliases: into.aliases.filter(alias => !own.has(alias)), summaryStale: true, updatedAt: at }]
    ],
    enrichment: { due: at }
  })
  enrich(userId)
  return separated
}

async function eraseUser ({ store, cache }: ServiceNeeds, userId: string): Promise<Erasure> {
  const erasure = await store.erase(userId)
  await cache?.forget(userId)
  return erasure
}

/** The entities that these memories mention. */
async function entitiesOf (store: Store, userId: string, memories: Memory[]): Promise<Entity[]> {
  const ids = [...new Set(memories.flatMap(({ entityIds }) => entityIds))]
  return ids.length > 0 ? (await store.entities(userId, { ids })).items : []
}
