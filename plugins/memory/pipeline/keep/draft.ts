/**
 * The memories and edges of a user as they will be, while changes are taken back one after the other; at last all of it
 * is one changeset. What a memory's end is follows from the edges that stand: the earliest of them, or the end that was
 * stated.
 */
import type { Changeset, Revised } from '../../../../domain/capabilities/store.ts'
import { stateAfter, type Memory, type Origin, type Supersession } from '../../../../domain/nouns.ts'
import { believedSoFar, recalled, statedEnd } from './beliefs.ts'
import { withoutRedating } from './dates.ts'
import type { Journal } from './journal.ts'

export interface Draft {
  memory(id: string): Memory | undefined
  memories(): Iterable<Memory>
  /** Edges that stand, of memories that are there. */
  standing(): Supersession[]
  standingOf(oldId: string): Supersession[]
  /** Edges that were undone at that time. */
  restoredAt(at: number): Supersession[]
  unlink(edge: Supersession): void
  link(edge: Omit<Supersession, 'expiredAt' | 'restoredAt' | 'origin'>): void
  /** Takes back what was done to its beginning at that time; true when something was. */
  redate(id: string, at: number): boolean
  /** Gives a memory the end that its standing edges leave it. */
  settle(id: string): void
  changed(): Array<{ before: Memory, now: Memory }>
  changeset(userId: string): Changeset
}

type End = Pick<Memory, 'state' | 'invalidAt' | 'expiredAt' | 'supersededBy'>

export function createDraft ({ memories, edges }: Journal, now: number, origin: Origin): Draft {
  const drafted = new Map<string, Memory>()
  const linked: Supersession[] = []
  const unlinked = new Set<Supersession>()
  const begun = new Map<string, Memory>()
  const byOld = edgesByOld(edges)
  const memory = (id: string): Memory | undefined => drafted.get(id) ?? memories.get(id)
  const stands = (edge: Supersession): boolean => edge.restoredAt === null && !unlinked.has(edge)

  function settle (id: string): void {
    const held = begun.get(id) ?? memories.get(id)
    if (held === undefined) return
    const all = [...byOld.get(id) ?? [], ...linked.filter(({ oldId }) => oldId === id)]
    const end = endOf(held, all.filter(stands), statedEnd(held, all))
    const isSame = sameEnd(end, held)
    if (isSame && !begun.has(id)) {
      drafted.delete(id)
      return
    }
    // An end that was stated since may lie before the beginning that comes back.
    const validAt = Math.min(held.validAt, end.invalidAt ?? Infinity)
    const revisions = isSame ? held.revisions : believedSoFar(recalled(held), now)
    drafted.set(id, { ...held, ...end, validAt, revisions })
  }

  function redate (id: string, at: number): boolean {
    const before = begun.get(id) ?? memories.get(id)
    const after = before === undefined ? undefined : withoutRedating(before, at, now, origin)
    if (after === undefined || after === before) return false
    begun.set(id, after)
    return true
  }

  function changed (): Array<{ before: Memory, now: Memory }> {
    return [...drafted.values()].map(now => ({ before: memories.get(now.id) as Memory, now }))
  }

  return {
    memory,
    memories: () => [...memories.keys()].map(id => memory(id) as Memory),
    standing: () => [...edges, ...linked].filter(stands),
    standingOf: id => [...byOld.get(id) ?? [], ...linked.filter(({ oldId }) => oldId === id)].filter(stands),
    restoredAt: at => edges.filter(edge => edge.restoredAt === at),
    unlink: edge => {
      unlinked.add(edge)
    },
    link: edge => {
      linked.push({ ...edge, expiredAt: now, restoredAt: null, origin })
    },
    redate,
    settle,
    changed,
    changeset (userId) {
      // What stops being believed makes way first: another memory of the same text may be believed again.
      const revise = changed().map(({ before, now }) => revisedTo(before, now))
        .sort((a, b) => Number(a.set.state === 'active') - Number(b.set.state === 'active'))
      const history = linked.filter(stands)
      const undone = [...unlinked].filter(edge => !linked.includes(edge))
        .map(({ oldId, newId, kind, expiredAt }) => ({ oldId, newId, kind, expiredAt, at: now }))
      return {
        userId,
        ...(revise.length > 0 && { revise }),
        ...(history.length > 0 && { history }),
        ...(undone.length > 0 && { undone })
      }
    }
  }
}

function endOf (memory: Memory, edges: Supersession[], stated: number | null): End {
  if (edges.length === 0) return { state: 'active', invalidAt: stated, expiredAt: null, supersededBy: null }
  const ends = edges.map(edge => edge.invalidAt ?? -Infinity)
  const earliest = Math.min(...ends, stated ?? Infinity)
  const deciding = edges[ends.indexOf(Math.min(...ends))] as Supersession
  const invalidAt = earliest === -Infinity ? null : Math.max(earliest, memory.validAt)
  const expired = edges.filter(edge => !takesOverLater(edge)).map(({ expiredAt }) => expiredAt)
  const { newId } = deciding
  return expired.length === 0
    ? { state: 'active', invalidAt, expiredAt: null, supersededBy: newId }
    : {
      state: stateAfter(deciding),
      invalidAt,
      expiredAt: Math.min(...expired),
      supersededBy: newId
    }
}

/**
 * What began on a day to come when it was said: until then both are believed. What is corrected is not, whenever it
 * would have begun.
 */
export function takesOverLater (
  { newId, kind, invalidAt, expiredAt }: Pick<Supersession, 'newId' | 'kind' | 'invalidAt' | 'expiredAt'>
): boolean {
  return newId !== null && kind !== 'UPDATE' && invalidAt !== null && invalidAt > expiredAt
}

export function edgesByOld (edges: Supersession[]): Map<string, Supersession[]> {
  const found = new Map<string, Supersession[]>()
  for (const edge of edges) {
    const known = found.get(edge.oldId)
    if (known === undefined) found.set(edge.oldId, [edge])
    else known.push(edge)
  }
  return found
}

function sameEnd (end: End, memory: Memory): boolean {
  return end.state === memory.state && end.invalidAt === memory.invalidAt && end.expiredAt === memory.expiredAt &&
    end.supersededBy === memory.supersededBy
}

function revisedTo (before: Memory, now: Memory): Revised {
  const { state, validAt, attributes, invalidAt, expiredAt, supersededBy, revisions } = now
  return {
    id: before.id,
    seen: { state: before.state, invalidAt: before.invalidAt, expiredAt: before.expiredAt },
    set: {
      ...(state !== before.state && { state }),
      ...(attributes !== before.attributes && { validAt, attributes }),
      invalidAt,
      expiredAt,
      supersededBy,
      revisions
    }
  }
}
