/**
 * Deleting and forgetting. What is deleted goes with every trace; what is forgotten is out of sight and can be brought
 * back. Of both, nothing stays in what was written from it: summaries, gists, cached answers, the inbox.
 */
import type { Cache } from '../../../../domain/capabilities/cache.ts'
import type { Turn } from '../../../../domain/capabilities/distiller.ts'
import type { Changeset, CommitResult, Revised, Store } from '../../../../domain/capabilities/store.ts'
import type { Entity, Memory, Supersession } from '../../../../domain/nouns.ts'
import { withMarks } from '../write/cascade.ts'
import { parcelField, parcelOf, waiting, withoutParcel, type Parcel } from '../write/inbox.ts'
import { withoutWordsOf, wordlessReadings } from '../write/readings.ts'
import { isForgotten } from './beliefs.ts'

export interface ErasureNeeds {
  store: Store
  cache: Cache | undefined
  /** Tells the enrichment queue that a user is due. */
  enrich(userId: string): void
}

type Derived = Pick<Changeset, 'entities' | 'sessions' | 'readings' | 'communities' | 'enrichment'>

export async function deleteMemories (
  { store, cache, enrich }: ErasureNeeds,
  userId: string,
  ids: string[],
  now: number
): Promise<CommitResult> {
  // Nobody is made a user by deleting what they never had.
  if (await store.basis(userId) === null) return { deleted: [], notFound: [...new Set(ids)] }
  const memories = await store.get(userId, ids)
  const deleted = new Set(memories.map(({ id }) => id))
  const [derived, edges, revise] = await Promise.all([
    withoutWords(store, userId, memories, now, deleted),
    deleted.size > 0 ? store.supersessions(userId, { ids: [...deleted], limit: mostEdges }) : [],
    withoutParcels(store, userId, memories, { areDeleted: true })
  ])
  const changeset = await withMarks(store, { userId, delete: ids, ...(revise.length > 0 && { revise }) }, now)
  const result = await store.commit({
    ...changeset,
    history: edges.filter(({ oldId, newId }) => newId !== null && deleted.has(newId) && !deleted.has(oldId))
      .map(withoutSuccessor),
    ...derived
  })
  await cache?.forget(userId)
  enrich(userId)
  return result
}

const mostEdges = 100_000

/** That it ended is still shown, without a word of what took its place. */
function withoutSuccessor (edge: Supersession): Supersession {
  return { ...edge, newId: null, reason: 'What took its place was deleted.', quote: null }
}

/** What was written from these memories may hold their words; it goes, and is written anew from what is left. */
async function withoutWords (
  store: Store,
  userId: string,
  memories: Memory[],
  at: number,
  deleted: ReadonlySet<string> = new Set()
): Promise<Derived> {
  const entityIds = [...new Set(memories.flatMap(({ entityIds }) => entityIds))]
  const sessionIds = [...new Set(memories.map(({ sessionId }) => sessionId).filter(id => id !== null))]
  const [entities, sessions, readings] = await Promise.all([
    withMergedInto(store, userId, entityIds),
    sessionIds.length > 0 ? store.sessions(userId, { ids: sessionIds, limit: sessionIds.length }) : [],
    withoutWordsOf(store, userId, memories, deleted)
  ])
  return {
    entities: entities.map(entity => ({ ...entity, summary: null, summaryStale: true, updatedAt: at })),
    sessions: sessions.map(session => ({ ...session, gist: null, gistEmbedding: null, gistStale: true })),
    ...(readings.length > 0 && { readings }),
    ...(entities.length > 0 && { communities: [] }),
    enrichment: { due: at }
  }
}

/** The summary of an entity is written from the facts of those merged into it too. */
async function withMergedInto (store: Store, userId: string, ids: string[]): Promise<Entity[]> {
  const found = new Map<string, Entity>()
  for (let asked = ids; asked.length > 0;) {
    const { items } = await store.entities(userId, { ids: asked })
    for (const entity of items) found.set(entity.id, entity)
    asked = items.map(({ mergedInto }) => mergedInto).filter(id => id !== null).filter(id => !found.has(id))
  }
  return [...found.values()]
}

/**
 * Turns that wait to be distilled lose those from which something is deleted, forgotten or retired; the parcel moves to
 * a memory that stays. What is not deleted keeps its own words alone, to be read when it is believed again.
 */
export async function withoutParcels (
  store: Store,
  userId: string,
  memories: Memory[],
  { read = new Set(), areDeleted = false }: { read?: ReadonlySet<string>, areDeleted?: boolean } = {}
): Promise<Revised[]> {
  if (memories.length === 0) return []
  const gone = new Set(memories.map(({ id }) => id))
  const holders = (await waiting(store, userId)).filter(({ id }) => !read.has(id))
  return holders.flatMap(holder => {
    const parcel = parcelOf(holder) as Parcel
    // Of turns that rules have read there are facts, and no words that wait.
    const areRead = parcel.memoryIds.length === 0
    const isOf = ({ content }: Turn, { text, quote, sessionId }: Memory): boolean =>
      parcel.scope.sessionId === sessionId &&
      (areRead ? quote !== null && content.includes(quote) : content === text)
    const memoryIds = parcel.memoryIds.filter(id => !gone.has(id))
    const turns = parcel.turns.filter(turn => !memories.some(memory => isOf(turn, memory)))
    if (turns.length === parcel.turns.length && memoryIds.length === parcel.memoryIds.length) return []
    const apart = areDeleted ? [] : memories.filter(({ id }) => parcel.memoryIds.includes(id))
    const [next] = gone.has(holder.id) ? memoryIds : [holder.id]
    return [
      ...(next === undefined ? [] : [holding(next, holder, { ...parcel, turns, memoryIds })]),
      ...apart.map(memory => {
        const own = parcel.turns.filter(turn => isOf(turn, memory))
        return holding(memory.id, memory, { ...parcel, turns: own, memoryIds: [memory.id] })
      })
    ]
  })
}

/** Nothing waits any more where no turn is left. */
function holding (id: string, { attributes }: Pick<Memory, 'attributes'>, parcel: Parcel): Revised {
  if (parcel.turns.length === 0) return { id, set: { attributes: withoutParcel(attributes), extraction: 'done' } }
  return { id, set: { attributes: { ...attributes, [parcelField]: parcel } } }
}

/** The changeset of a write that forgets, without what was written from what is forgotten. */
export async function withoutForgotten<Proposal extends { changeset: Changeset }> (
  store: Store,
  proposal: Proposal,
  now: number
): Promise<Proposal> {
  const { changeset } = proposal
  const ids = (changeset.supersede ?? []).filter(({ revisions = [] }) => isForgotten({ revisions }))
    .map(({ oldId }) => oldId)
  if (ids.length === 0) return proposal
  const { userId, entities = [], sessions = [] } = changeset
  const memories = await store.get(userId, ids)
  const derived = await withoutWords(store, userId, memories, now)
  // A parcel that this very write has read waits no more.
  const read = new Set((changeset.revise ?? []).filter(({ set }) => set.extraction === 'done').map(({ id }) => id))
  const moved = await withoutParcels(store, userId, memories, { read })
  const cleared = new Set(derived.entities?.map(({ id }) => id))
  const emptied = new Set(derived.sessions?.map(({ id }) => id))
  return {
    ...proposal,
    changeset: {
      ...changeset,
      ...derived,
      ...(moved.length > 0 && { revise: [...changeset.revise ?? [], ...moved] }),
      readings: [...derived.readings ?? [], ...wordlessReadings(changeset)],
      entities: [
        ...entities.map(entity => cleared.has(entity.id) ? { ...entity, summary: null } : entity),
        ...(derived.entities ?? []).filter(({ id }) => !entities.some(entity => entity.id === id))
      ],
      sessions: [
        ...sessions.map(session => emptied.has(session.id) ? { ...session, gist: null, gistEmbedding: null } : session),
        ...(derived.sessions ?? []).filter(({ id }) => !sessions.some(session => session.id === id))
      ]
    }
  }
}
