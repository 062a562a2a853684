/**
 * Takes back what requests changed: what they stored was never true, what they ended holds again. What was stated later
 * is kept and named, and takes its place in what is restored.
 */
import type { Change, Noted, Undone } from '../../../../domain/capabilities/keeping.ts'
import type { Memory, Supersession } from '../../../../domain/nouns.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Draft } from './draft.ts'
import { isTakenBack } from './journal.ts'

export interface TakenBack extends Undone {
  /** Nothing of it was left to take back. */
  empty: boolean
}

export function takeBack (draft: Draft, changes: Change[]): TakenBack {
  const gone = new Set<string>()
  const kept = new Map<string, Noted>()
  const conflicts = new Map<string, Noted>()
  const touched = new Set<string>()
  for (const change of changes.toSorted((a, b) => b.at - a.at)) one(change)
  for (const { before, now } of draft.changed()) {
    if (now.state === 'active' && before.state !== 'active') yieldToTwin(now)
  }
  const changed = draft.changed()
  for (const { before, now } of changed) {
    const beside = now.state === 'active' && before.state !== 'active' ? besideOf(now) : null
    if (beside !== null) note(conflicts, now, beside)
  }
  for (const id of gone) conflicts.delete(id)
  return {
    retired: [...gone].map(id => draft.memory(id) as Memory),
    restored: changed.map(({ now }) => now).filter(({ id, state }) => state === 'active' && !gone.has(id)),
    kept: [...kept.values()],
    conflicts: [...conflicts.values()],
    empty: changed.length === 0
  }

  function one (change: Change): void {
    const pinned = new Set(change.added.filter(({ pinned }) => pinned).map(({ id }) => id))
    for (const memory of change.added) {
      if (pinned.has(memory.id)) note(kept, memory, 'It is pinned.')
      else if (!draft.standingOf(memory.id).some(isTakenBack)) gone.add(memory.id)
    }
    for (const { id } of change.redated) if (draft.redate(id, change.at)) touched.add(id)
    const own = new Set(change.ended.map(({ edge }) => edge))
    const removed = draft.standing().filter(edge =>
      !pinned.has(edge.newId ?? '') && (own.has(edge) || gone.has(edge.newId ?? '') || gone.has(edge.oldId)) &&
      !(isTakenBack(edge) && gone.has(edge.oldId))
    )
    const heirs = heirsOf(removed, own)
    for (const edge of removed) draft.unlink(edge)
    for (const { id } of change.added) if (gone.has(id)) retire(id)
    for (const edge of removed) {
      touched.add(edge.oldId)
      if (!gone.has(edge.oldId)) inherit(edge, heirs)
    }
    if (change.source === 'undo') again(change)
    for (const id of touched) draft.settle(id)
    touched.clear()
  }

  function retire (id: string): void {
    touched.add(id)
    const reason = 'Taken back: what one request stored was undone.'
    draft.link({ oldId: id, newId: null, kind: 'INVALIDATE', reason, quote: null, invalidAt: null })
  }

  /** What took the place of something that is taken back, and was stated in another request. */
  function heirsOf (removed: Supersession[], own: Set<Supersession>): Map<string, Supersession> {
    const heirs = new Map<string, Supersession>()
    for (const edge of removed) {
      if (!gone.has(edge.oldId) || own.has(edge) || edge.newId === null || gone.has(edge.newId)) continue
      const heir = draft.memory(edge.newId)
      const lost = draft.memory(edge.oldId)
      if (heir === undefined || lost === undefined) continue
      heirs.set(edge.oldId, edge)
      note(kept, heir, `It was stated later, and took the place of "${lost.text}".`)
    }
    return heirs
  }

  /** What had been ended holds until the one that was stated later begins. */
  function inherit ({ oldId, newId, invalidAt }: Supersession, heirs: Map<string, Supersession>): void {
    const old = draft.memory(oldId)
    const later = newId === null ? undefined : heirs.get(newId)
    const heir = later === undefined ? undefined : draft.memory(later.newId as string)
    if (old === undefined || later === undefined || heir === undefined || invalidAt === null) return
    const reason = `"${heir.text}" was stated later.`
    const end = Math.max(old.validAt, heir.validAt)
    draft.link({ oldId, newId: heir.id, kind: 'SUPERSEDE', reason, quote: later.quote, invalidAt: end })
    note(conflicts, old, `It holds until "${heir.text}", which was stated later.`)
  }

  /** What the change itself had taken back ends anew. */
  function again (change: Change): void {
    for (const { oldId, newId, kind, reason, quote, invalidAt } of draft.restoredAt(change.at)) {
      if (gone.has(oldId) || (newId !== null && (gone.has(newId) || draft.memory(newId) === undefined))) continue
      if (draft.standingOf(oldId).some(edge => edge.newId === newId)) continue
      draft.link({ oldId, newId, kind, reason, quote, invalidAt })
      touched.add(oldId)
    }
  }

  /** Of two memories of the same text one is believed. */
  function yieldToTwin (memory: Memory): void {
    const twin = twinOf(memory)
    if (twin === undefined) return
    const { id, validAt } = memory
    const reason = 'The same text is believed already.'
    draft.link({ oldId: id, newId: twin.id, kind: 'UPDATE', reason, quote: null, invalidAt: validAt })
    draft.settle(id)
    note(conflicts, memory, reason)
  }

  function twinOf (memory: Memory): Memory | undefined {
    return [...draft.memories()].find(other =>
      other.id !== memory.id && other.state === 'active' && other.fingerprint === memory.fingerprint
    )
  }

  /** Another value of what holds one value at a time. */
  function besideOf (memory: Memory): string | null {
    const { subject, predicate, functional, project } = memory
    if (!functional || subject === null || predicate === null) return null
    const other = [...draft.memories()].find(other =>
      other.id !== memory.id && other.state === 'active' && other.functional && other.predicate === predicate &&
      other.project === project && other.subject !== null && nameKey(other.subject) === nameKey(subject) &&
      overlap(other, memory)
    )
    return other === undefined ? null : `Beside it, "${other.text}" is believed.`
  }
}

function overlap (one: Memory, other: Memory): boolean {
  return (one.invalidAt ?? Infinity) > other.validAt && (other.invalidAt ?? Infinity) > one.validAt
}

function note (notes: Map<string, Noted>, memory: Memory, reason: string): void {
  if (!notes.has(memory.id)) notes.set(memory.id, { memory, reason })
}
