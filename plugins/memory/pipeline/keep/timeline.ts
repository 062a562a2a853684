/** How long each memory holds, as it was believed at one time: what searches with `asOf` and `knownAt` go by. */
import type { Interval, TimelineQuery } from '../../../../domain/capabilities/keeping.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { stateAfter, type Memory, type Supersession } from '../../../../domain/nouns.ts'
import { beliefAt, beliefs, isForgotten } from './beliefs.ts'
import { edgesByOld, takesOverLater } from './draft.ts'
import { readJournal, type Journal } from './journal.ts'

/** Memories of one subject that are looked at, the newest. */
const mostOfSubject = 10_000

export async function timelineOf (
  store: Store,
  userId: string,
  { from, to, knownAt, subject, page, size }: TimelineQuery
): Promise<{ items: Interval[], total: number }> {
  const journal = subject === null ? await readJournal(store, userId) : await ofSubject(store, userId, subject)
  const edges = edgesByOld(journal.edges)
  const found = [...journal.memories.values()].filter(memory => !isForgotten(memory))
    .map(memory => intervalOf(memory, edges.get(memory.id) ?? [], knownAt))
    .filter(interval => interval !== null)
    .filter(interval => reaches(interval, from, to))
    .sort((a, b) =>
      a.memory.validAt - b.memory.validAt || a.memory.createdAt - b.memory.createdAt ||
      (a.memory.id < b.memory.id ? -1 : 1)
    )
  return { items: found.slice((page - 1) * size, page * size), total: found.length }
}

async function ofSubject (store: Store, userId: string, subject: string): Promise<Journal> {
  const found = await store.aboutSubject(userId, subject, null, mostOfSubject, { includeSuperseded: true })
  const ids = found.map(({ id }) => id)
  const edges = ids.length > 0 ? await store.supersessions(userId, { ids, limit: 10 * mostOfSubject }) : []
  return { memories: new Map(found.map(memory => [memory.id, memory])), edges }
}

/** Null for what was not known then; with a time, also for what was believed never to have been true. */
function intervalOf (memory: Memory, edges: Supersession[], knownAt: number | null): Interval | null {
  const known = knownAt ?? Infinity
  const belief = beliefAt(memory, Math.min(known, Number.MAX_SAFE_INTEGER))
  if (belief === null) return null
  if (knownAt !== null && belief.end !== null && belief.end <= memory.validAt) return null
  const edge =
    edges.filter(({ expiredAt, restoredAt }) => expiredAt <= known && (restoredAt === null || restoredAt > known)).sort(
      (a, b) => (a.invalidAt ?? -Infinity) - (b.invalidAt ?? -Infinity)
    )[0] ?? null
  return {
    memory,
    ...(edges.length === 0 ? importedExpiry(memory, known) : expiryBy(edge)),
    invalidAt: belief.end,
    edge,
    beliefs: beliefs(memory).filter(({ from, to }) => to !== null && from <= known)
      .map(({ from, to, end }) => ({ from, to: to as number, invalidAt: end }))
  }
}

function expiryBy (edge: Supersession | null): Pick<Interval, 'state' | 'expiredAt'> {
  if (edge === null || takesOverLater(edge)) return { state: 'active', expiredAt: null }
  return { state: stateAfter(edge), expiredAt: edge.expiredAt }
}

/** An import may hold what ended without an edge that says why. */
function importedExpiry ({ state, expiredAt }: Memory, known: number): Pick<Interval, 'state' | 'expiredAt'> {
  return expiredAt !== null && expiredAt <= known ? { state, expiredAt } : { state: 'active', expiredAt: null }
}

function reaches ({ memory: { validAt }, invalidAt }: Interval, from: number | null, to: number | null): boolean {
  return (to === null || validAt <= to) && (from === null || invalidAt === null || invalidAt > from)
}
