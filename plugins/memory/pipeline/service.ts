/** The verbs of the memory service that are one question to the store each. */
import type { Cache } from '../../../kernel/capabilities/cache.ts'
import type { MemoryService } from '../../../kernel/capabilities/memory.ts'
import { accessesKept, type Store } from '../../../kernel/capabilities/store.ts'
import { EntityNotFound, MemoryNotFound, NotMerged, NotSuperseded } from '../../../kernel/errors.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { nameKey } from '../../../kernel/text/identity.ts'
import type { Serialise } from './write/serialise.ts'

export interface Serving {
  store: Store
  serialise: Serialise
  enrich (userId: string): void
  cache: Cache | undefined
  /** Writes what was recalled and not yet recorded. */
  flushAccesses (): Promise<void>
}

type Served = Pick<MemoryService, 'list' | 'get' | 'history' | 'restore' | 'forget' | 'accesses' | 'entities' | 'entity' | 'separate' | 'communities' | 'graph' | 'stats' | 'erase'>

/** Facts and neighbours shown with one entity. */
const aroundEntity = 100

export function createService ({ store, serialise, enrich, cache, flushAccesses }: Serving): Served {
  async function one (userId: string, id: string): Promise<Memory> {
    const [memory] = await store.get(userId, [id])
    if (memory === undefined) throw new MemoryNotFound(id)
    return memory
  }

  return {
    list: async (userId, query) => await store.list(userId, query),

    async get (userId, id) {
      const memory = await one(userId, id)
      const [{ items }, links] = await Promise.all([
        memory.entityIds.length > 0 ? store.entities(userId, { ids: memory.entityIds }) : { items: [] },
        store.history(userId, id)
      ])
      return { memory, entities: items, supersedes: links.filter(({ newId, restoredAt }) => newId === id && restoredAt === null).map(({ oldId }) => oldId) }
    },

    async history (userId, id) {
      await one(userId, id)
      return await store.history(userId, id)
    },

    async restore (userId, id, { replace }) {
      return await serialise(userId, async () => {
        const memory = await one(userId, id)
        if (memory.state === 'active') throw new NotSuperseded(id)
        const at = Date.now()
        const newer = replace && memory.supersededBy !== null ? await store.get(userId, [memory.supersededBy]) : []
        const touched = await stale(userId, [memory, ...newer], at)
        await store.commit({
          userId,
          restore: [{ id, at }],
          supersede: newer.filter(({ state }) => state === 'active').map(({ id: oldId, validAt }) => ({
            oldId, newId: null, kind: 'INVALIDATE', reason: `Memory ${id} was restored in its place.`, quote: null, invalidAt: validAt, expiredAt: at, restoredAt: null
          })),
          ...touched
        })
        enrich(userId)
        return await one(userId, id)
      })
    },

    async forget (userId, ids) {
      return await serialise(userId, async () => {
        const memories = await store.get(userId, ids)
        const at = Date.now()
        const { entities, enrichment } = await stale(userId, memories, at)
        const sessionIds = [...new Set(memories.map(({ sessionId }) => sessionId).filter(id => id !== null))]
        const sessions = sessionIds.length > 0 ? await store.sessions(userId, { ids: sessionIds, limit: sessionIds.length }) : []
        const result = await store.commit({
          userId,
          delete: ids,
          // What was written from a deleted memory may hold its words; it goes now and is written anew from what is left.
          entities: entities.map(entity => ({ ...entity, summary: null })),
          sessions: sessions.map(session => ({ ...session, gist: null, gistEmbedding: null, gistStale: true })),
          ...(entities.length > 0 && { communities: [] }),
          enrichment
        })
        await cache?.forget(userId)
        enrich(userId)
        return result
      })
    },

    async accesses (userId, id) {
      await one(userId, id)
      await flushAccesses()
      return await store.accesses(userId, id, accessesKept)
    },

    entities: async (userId, { search, page, size }) => await store.entities(userId, { page: { page, size }, ...(search !== undefined && { keys: [nameKey(search)] }) }),

    async entity (userId, id) {
      const { items: [entity] } = await store.entities(userId, { ids: [id] })
      if (entity === undefined) throw new EntityNotFound(id)
      const [near, relations] = await Promise.all([
        store.neighbours(userId, [id], {}, aroundEntity),
        store.relations(userId, { entityIds: [id], limit: aroundEntity })
      ])
      const others = [...new Set(relations.flatMap(({ fromEntityId, toEntityId }) => [fromEntityId, toEntityId]))].filter(other => other !== id)
      const [memories, { items: neighbours }] = await Promise.all([
        store.get(userId, near.filter(({ distance }) => distance === 0).map(({ memoryId }) => memoryId)),
        others.length > 0 ? store.entities(userId, { ids: others }) : { items: [] }
      ])
      return { entity, memories, relations, neighbours }
    },

    async separate (userId, id) {
      return await serialise(userId, async () => {
        const { items: [merged] } = await store.entities(userId, { ids: [id] })
        if (merged === undefined) throw new EntityNotFound(id)
        if (merged.mergedInto === null) throw new NotMerged(id)
        const { items: [into] } = await store.entities(userId, { ids: [merged.mergedInto] })
        const at = Date.now()
        const own = new Set([merged.key, ...merged.aliases])
        const freed = { ...merged, mergedInto: null, summaryStale: true, updatedAt: at }
        await store.commit({
          userId,
          entities: [freed, ...into === undefined ? [] : [{ ...into, aliases: into.aliases.filter(alias => !own.has(alias)), summaryStale: true, updatedAt: at }]],
          enrichment: { due: at }
        })
        enrich(userId)
        return freed
      })
    },

    communities: async userId => await store.communities(userId),

    async graph (userId, page) {
      const [{ items: memories, total }, communities] = await Promise.all([store.list(userId, { ...page, includeSuperseded: true }), store.communities(userId)])
      const ids = [...new Set(memories.flatMap(({ entityIds }) => entityIds))]
      const [{ items: entities }, relations] = ids.length > 0
        ? await Promise.all([store.entities(userId, { ids }), store.relations(userId, { entityIds: ids, filter: { includeSuperseded: true }, limit: 1000 })])
        : [{ items: [] }, []]
      return { memories, entities, relations, communities, total }
    },

    stats: async userId => await store.stats(userId),

    async erase (userId) {
      return await serialise(userId, async () => {
        const erasure = await store.erase(userId)
        await cache?.forget(userId)
        return erasure
      })
    }
  }

  /** Entities whose summaries rest on these memories, marked stale, and the debt that goes with them. */
  async function stale (userId: string, memories: Memory[], at: number) {
    const ids = [...new Set(memories.flatMap(({ entityIds }) => entityIds))]
    const { items } = ids.length > 0 ? await store.entities(userId, { ids }) : { items: [] }
    return { entities: items.map(entity => ({ ...entity, summaryStale: true, updatedAt: at })), enrichment: { due: at } }
  }
}
