/** The verbs that keep what is remembered right. Each reads, decides on what it read, and commits one changeset. */
import type { MemoryDetail } from '../../../../domain/capabilities/keeping.ts'
import type { Change, Keeping, Undone, UndoRequest } from '../../../../domain/capabilities/keeping.ts'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import { readingsKept, type Changeset, type Store } from '../../../../domain/capabilities/store.ts'
import { ChangeNotFound, MemoryNotFound, NotSuperseded } from '../../../../domain/errors.ts'
import type { Entity, Memory, Supersession } from '../../../../domain/nouns.ts'
import { retryOnConflict } from '../../../_shared/retry-on-conflict.ts'
import type { Serialise } from '../write/serialise.ts'
import { isWaiting } from '../write/inbox.ts'
import { withMarks } from '../write/cascade.ts'
import { commitOrDropVectors } from '../write/without-vectors.ts'
import { createDraft } from './draft.ts'
import { withoutParcels } from './erase.ts'
import { corrected, pinned, retired, type Edited } from './edit.ts'
import { changesOf, readJournal, undoing, type Journal } from './journal.ts'
import { timelineOf } from './timeline.ts'
import { takeBack, type TakenBack } from './undo.ts'

export interface KeepingNeeds {
  store: Store
  embedder: Embedder
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich(userId: string): void
}

type Editing = (memory: Memory, now: number, entities: Entity[]) => Promise<Edited> | Edited

export function createKeeping (needs: KeepingNeeds): Keeping {
  const { store, embedder, serialise } = needs
  const edit = (userId: string, id: string, work: Editing) =>
    serialise(userId, now => settled(() => editOne(needs, userId, id, now, work)))
  return {
    changes: async (userId, { sessionId, since, page, size }) => {
      const found = (await listed(store, userId)).changes.filter(change =>
        (sessionId === null || change.sessionId === sessionId) && (since === null || change.at >= since)
      )
      return { items: found.slice((page - 1) * size, page * size), total: found.length }
    },
    undo: (userId, request) => serialise(userId, now => settled(() => undo(needs, userId, request, now))),
    timeline: (userId, query) => timelineOf(store, userId, query),
    restore: (userId, id, { replace }) =>
      serialise(userId, now => settled(() => restore(needs, userId, id, replace, now))),
    correct: (userId, id, correction) =>
      edit(userId, id, (memory, now, entities) => corrected(embedder, memory, entities, correction, now)),
    retire: (userId, id, reason) => edit(userId, id, (memory, now) => retired(memory, reason, now)),
    pin: (userId, id, on) => edit(userId, id, memory => pinned(memory, on))
  }
}

/** Words that stand elsewhere already are no matter of time. */
const settled = async <T>(work: () => Promise<T>): Promise<T> =>
  await retryOnConflict(work, ({ duplicates }) => duplicates.length > 0)

async function editOne (
  needs: KeepingNeeds,
  userId: string,
  id: string,
  at: number,
  work: Editing
): Promise<MemoryDetail> {
  const { store } = needs
  const [memory] = await store.get(userId, [id])
  if (memory === undefined) throw new MemoryNotFound(id)
  const entities = await entitiesOf(store, userId, [memory])
  const { memory: now, changeset } = await work(memory, at, entities)
  if (Object.keys(changeset).length > 0) {
    await commit(needs, { userId, ...await keepingParcel(store, memory, changeset) }, [memory], at)
  }
  return detailOf(now, entities, await store.history(userId, now.id))
}

/** What waits to be read with words that are ended by hand waits on without them. */
async function keepingParcel (
  store: Store,
  memory: Memory,
  changeset: Edited['changeset']
): Promise<Edited['changeset']> {
  if (changeset.supersede === undefined || !isWaiting(memory)) return changeset
  const moved = await withoutParcels(store, memory.userId, [memory])
  return moved.length > 0 ? { ...changeset, revise: [...changeset.revise ?? [], ...moved] } : changeset
}

/** What is listed is what can be taken back. */
async function listed (store: Store, userId: string): Promise<{ journal: Journal, changes: Change[] }> {
  const [journal, readings] = await Promise.all([readJournal(store, userId), store.readings(userId, readingsKept)])
  return { journal, changes: changesOf(journal, readings) }
}

async function undo (needs: KeepingNeeds, userId: string, request: UndoRequest, at: number): Promise<Undone> {
  const { store } = needs
  const { journal, changes } = await listed(store, userId)
  const chosen = changes.filter(change => isMeant(change, request))
  if (chosen.length === 0 && request.changeId !== null) throw new ChangeNotFound(request.changeId)
  const draft = createDraft(journal, at, undoing)
  const { empty, ...answer }: TakenBack = takeBack(draft, chosen)
  if (!request.dryRun && !empty) {
    await commit(needs, draft.changeset(userId), draft.changed().map(({ now }) => now), at)
  }
  return answer
}

/** Of a session or a source, what was taken back already is left alone. */
function isMeant (change: Change, { changeId, sessionId, source }: UndoRequest): boolean {
  if (changeId !== null) return change.id === changeId
  if (change.undoneAt !== null || change.added.length + change.ended.length + change.redated.length === 0) return false
  return sessionId !== null ? change.sessionId === sessionId : change.source === source || change.app === source
}

async function restore (
  needs: KeepingNeeds,
  userId: string,
  id: string,
  replace: boolean,
  at: number
): Promise<MemoryDetail> {
  const { store } = needs
  // The links of its history hold the memory and its successor as they are stored now.
  const history = await store.history(userId, id)
  const ends = history.flatMap(link => [link.old, link.new]).filter(end => end !== null)
  const memories = new Map((ends.length > 0 ? ends : await store.get(userId, [id])).map(one => [one.id, one]))
  const memory = memories.get(id)
  if (memory === undefined) throw new MemoryNotFound(id)
  if (memory.state === 'active') throw new NotSuperseded(id)
  const successor = memories.get(memory.supersededBy ?? '')
  const edges = history.map(({ old: _old, new: _new, ...edge }) => edge)
  const draft = createDraft({ memories, edges }, at, undoing)
  for (const edge of draft.standingOf(id)) draft.unlink(edge)
  const reason = `Memory ${id} was restored in its place.`
  if (replace && successor?.state === 'active') {
    draft.link({ oldId: successor.id, newId: null, kind: 'INVALIDATE', reason, quote: null, invalidAt: null })
    draft.settle(successor.id)
  }
  draft.settle(id)
  const touched = successor === undefined ? [memory] : [memory, successor]
  const entities = await commit(needs, draft.changeset(userId), touched, at)
  return detailOf(draft.memory(id) as Memory, entities, history)
}

/** What was written from these memories is written anew. */
async function commit (
  { store, enrich }: KeepingNeeds,
  changeset: Changeset,
  touched: Memory[],
  at: number
): Promise<Entity[]> {
  const sessionIds = [...new Set(touched.map(({ sessionId }) => sessionId).filter(id => id !== null))]
  const [entities, sessions] = await Promise.all([
    entitiesOf(store, changeset.userId, touched),
    sessionIds.length > 0 ? store.sessions(changeset.userId, { ids: sessionIds, limit: sessionIds.length }) : []
  ])
  await commitOrDropVectors(store, {
    ...await withMarks(store, changeset, at, touched),
    ...(entities.length > 0 && {
      entities: entities.map(entity => ({ ...entity, summaryStale: true, updatedAt: at }))
    }),
    ...(sessions.length > 0 && { sessions: sessions.map(session => ({ ...session, gistStale: true })) }),
    enrichment: { due: at }
  })
  enrich(changeset.userId)
  return entities
}

function detailOf (memory: Memory, known: Entity[], history: Supersession[]): MemoryDetail {
  return {
    memory,
    entities: known.filter(({ id }) => memory.entityIds.includes(id)),
    supersedes: history.filter(({ newId, restoredAt }) => newId === memory.id && restoredAt === null)
      .map(({ oldId }) => oldId)
  }
}

async function entitiesOf (store: Store, userId: string, memories: Memory[]): Promise<Entity[]> {
  const ids = [...new Set(memories.flatMap(({ entityIds }) => entityIds))]
  return ids.length > 0 ? (await store.entities(userId, { ids })).items : []
}
