/**
 * A repeated statement may say that a memory began earlier, which changes its beginning in place. What it was before is
 * kept beside it, so that such a change is listed and can be taken back.
 */
import type { Memory, Origin } from '../../../../domain/nouns.ts'

/** What one request made of a beginning. */
export interface Redating extends Origin {
  /** A memory that was made of this one has its attributes, and none of its changes. */
  memoryId: string
  at: number
  from: number
  to: number
  /** The time of the undo that took it back; it stands again when that was undone itself. */
  undoneAt: number | null
}

const field = 'redated'

export function redatingsOf ({ id, attributes }: Pick<Memory, 'id' | 'attributes'>): Redating[] {
  const found = attributes[field]
  return Array.isArray(found) ? (found as Redating[]).filter(({ memoryId }) => memoryId === id) : []
}

export function redated (
  memory: Pick<Memory, 'id' | 'attributes' | 'validAt'>,
  to: number,
  at: number,
  origin: Origin
): Pick<Memory, 'validAt' | 'attributes'> {
  const one = redating(memory, to, at, origin)
  return { validAt: to, attributes: { ...memory.attributes, [field]: [...redatingsOf(memory), one] } }
}

/** As it would have begun without what was done at that time; itself where nothing of that stands. */
export function withoutRedating (memory: Memory, at: number, now: number, undoing: Origin): Memory {
  const all = redatingsOf(memory)
  const undone = all.filter(one => one.at === at && stands(one, all))
  if (undone.length === 0) return memory
  const undo = redating(memory, memory.validAt, now, undoing)
  const after = [...all.map(one => undone.includes(one) ? { ...one, undoneAt: now } : one), undo]
  undo.to = beginning(after)
  return { ...memory, validAt: undo.to, attributes: { ...memory.attributes, [field]: after } }
}

function redating (
  { id, validAt }: Pick<Memory, 'id' | 'validAt'>,
  to: number,
  at: number,
  { source, sessionId, app }: Origin
): Redating {
  return { memoryId: id, at, from: validAt, to, undoneAt: null, source, sessionId, app }
}

/** The earliest of what was stated at first and of what stands since. */
function beginning (all: Redating[]): number {
  const stated = all.filter(one => one.source !== 'undo' && stands(one, all)).map(({ to }) => to)
  return Math.min(all[0]?.from ?? Infinity, ...stated)
}

/** True while no undo of it stands. */
function stands ({ undoneAt }: Redating, all: Redating[]): boolean {
  const undo = undoneAt === null ? undefined : all.find(({ at }) => at === undoneAt)
  return undo === undefined || !stands(undo, all)
}

/** When what was done to the beginning at that time was taken back; null while it stands. */
export function redatingUndoneAt (memory: Memory, at: number): number | null {
  const all = redatingsOf(memory)
  const undone = all.filter(one => one.at === at && !stands(one, all)).map(({ undoneAt }) => undoneAt ?? at)
  return undone.length === 0 ? null : Math.max(...undone)
}
