/** What one request does to the memories, gathered decision by decision, and at last written as one changeset. */
import { v7 as uuid } from 'uuid'
import type { Changeset, Revised } from '../../../../domain/capabilities/store.ts'
import { stateAfter, type Memory, type NewMemory, type Supersession } from '../../../../domain/nouns.ts'
import { fingerprint, nameKey } from '../../../../domain/text/identity.ts'
import { redated } from '../keep/dates.ts'
import { takesOverLater } from '../keep/draft.ts'
import { originOfMemory } from '../keep/journal.ts'
import type { Decided } from './decide.ts'
import { mayActOn } from './guard.ts'
import { longestChain } from './match.ts'
import { statementOfCandidate } from './statement.ts'
import { believedUntil, earliest, hidden, placeOf, statedAt, toldAgain } from './intervals.ts'
import { basesOf } from './rests.ts'

type Ending = NonNullable<Changeset['supersede']>[number]

export interface Ledger {
  add: NewMemory[]
  store(memory: NewMemory): void
  /**
   * Null when nothing takes its place. Whatever is ended twice in one request is ended by the first. What still holds
   * of it is stored anew and returned; mostly null.
   */
  end(target: Memory, by: Memory | null, one: Decided): NewMemory | null
  /** Cuts the intervals beside a memory whose time lies before what is stored already. */
  place(draft: Memory, one: Decided): void
  /** The active memory that says these words when the request is done, stored before or in it. */
  stating(fingerprint: string): Memory | undefined
  /** Stated again; nothing where this request adds it. */
  repeat(target: Memory, one: Decided, tags: string[]): void
  changes(): Omit<Changeset, 'userId'>
}

/** `alike` are the active memories that say what the request is going to say. */
export function createLedger (now: number, alike: Memory[]): Ledger {
  const add: NewMemory[] = []
  const supersede: Ending[] = []
  const history: Supersession[] = []
  const revise = new Map<string, Revised>()
  const refresh: NonNullable<Changeset['refresh']> = []
  const over = new Set<string>()
  const byId = new Map<string, NewMemory>()
  const byMatter = new Map<string, NewMemory[]>()
  const byWords = new Map<string, Memory[]>()
  const ended = new Set<string>()
  const added = (id: string): NewMemory | undefined => byId.get(id)
  for (const memory of alike) note(memory)

  function note (memory: Memory): void {
    byWords.set(memory.fingerprint, [...byWords.get(memory.fingerprint) ?? [], memory])
  }

  const stating = (fingerprint: string): Memory | undefined =>
    byWords.get(fingerprint)?.find(({ id, state }) => state === 'active' && !ended.has(id))

  function store (memory: NewMemory): void {
    add.push(memory)
    note(memory)
    byId.set(memory.id, memory)
    const matter = matterOf(memory)
    byMatter.set(matter, [...(byMatter.get(matter) ?? []).slice(1 - longestChain), memory])
  }

  function end (target: Memory, by: Memory | null, one: Decided): NewMemory | null {
    if (over.has(target.id)) return null
    // One that this request adds is changed where it lies.
    const before = { ...target }
    const { draft, fact, verdict } = one
    over.add(target.id)
    const forgotten = fact.change.kind === 'forget'
    const kind = verdict.event === 'INVALIDATE' || verdict.event === 'UPDATE' ? verdict.event : 'SUPERSEDE'
    // A fuller statement was true all along; a change is true from its own time on, and not beyond an end that was
    // stated.
    const invalidAt = kind === 'UPDATE'
      ? target.validAt
      : earliest(target.invalidAt, Math.max(draft.validAt, target.validAt))
    if (kind === 'UPDATE' && draft.validAt > target.validAt) {
      if (basesOf(draft).length > 0) draft.attributes = toldAgain(draft, draft.validAt)
      draft.validAt = target.validAt
    }
    const edge = edgeOf(target, by, {
      kind,
      reason: verdict.reason,
      quote: fact.quote,
      invalidAt: forgotten ? null : invalidAt
    })
    if (added(target.id) !== undefined) endAdded(edge)
    else if (takesOverLater(edge)) takeOverLater(target, edge)
    else if (forgotten) endStored({ ...edge, revisions: hidden(target, now) })
    else endStored(target.invalidAt === null ? edge : { ...edge, revisions: believedUntil(target, now) })
    return remain(before, one)
  }

  function endStored (edge: Ending): void {
    supersede.push(edge)
    ended.add(edge.oldId)
  }

  /** Where one of several things that it says is over, it is stored without that. */
  function remain (target: Memory, { verdict, draft: { source, sessionId, app } }: Decided): NewMemory | null {
    const text = verdict.remaining?.[target.id]
    if (text === undefined || verdict.event === 'UPDATE') return null
    const key = fingerprint(text, target.project)
    const same = stating(key)
    // Of this request, so that an undo takes it back.
    if (same === undefined) return storeAnew(target, { text, fingerprint: key, source, sessionId, app })
    if (added(same.id) !== undefined) same.validAt = Math.min(same.validAt, target.validAt)
    return null
  }

  function storeAnew (memory: Memory, set: Partial<Memory>): NewMemory {
    const second: NewMemory = { ...memory, id: uuid(), createdAt: now, revisions: [], embedding: null, ...set }
    store(second)
    return second
  }

  function edgeOf (
    target: Memory,
    by: Memory | null,
    rest: Pick<Supersession, 'kind' | 'reason' | 'quote' | 'invalidAt'>
  ): Supersession {
    return { oldId: target.id, newId: by?.id ?? null, expiredAt: now, restoredAt: null, ...rest }
  }

  /** A fact that a later turn of the same request ended goes in as ended, with its edge. */
  function endAdded (edge: Supersession): void {
    const memory = added(edge.oldId)
    if (memory === undefined) return
    history.push(edge)
    Object.assign(memory, {
      state: stateAfter(edge),
      invalidAt: edge.invalidAt,
      expiredAt: now,
      supersededBy: edge.newId
    })
  }

  /** What begins on a day to come ends the present one on that day, and not before. */
  function takeOverLater (target: Memory, edge: Supersession): void {
    const from = Math.max(target.revisions.at(-1)?.to ?? target.createdAt, target.createdAt)
    const revisions = [...target.revisions, { from, to: now, invalidAt: target.invalidAt }]
    change(target, { invalidAt: edge.invalidAt, supersededBy: edge.newId, revisions })
    history.push(edge)
  }

  function change (target: Memory, set: Revised['set']): void {
    const { state, invalidAt, expiredAt } = target
    const before = revise.get(target.id)
    const seen = before?.seen ?? { state, invalidAt, expiredAt }
    revise.set(target.id, { id: target.id, seen, set: { ...before?.set, ...set } })
  }

  function place (draft: Memory, one: Decided): void {
    if (!one.fact.functional) return
    const chain = [
      ...one.chain.filter(({ id }) => added(id) === undefined),
      ...(byMatter.get(matterOf(draft)) ?? []).filter(({ id }) => id !== draft.id)
    ]
    const { successor: later, predecessor } = placeOf(statementOfCandidate(one), chain)
    const successor = resumed(predecessor, later, draft, chain) ?? later
    if (successor === null) return
    const reason = 'What holds from a later time was stored already.'
    if (predecessor !== null && mayActOn(one, predecessor)) cut(predecessor, draft, one)
    const invalidAt = earliest(draft.invalidAt, successor.validAt)
    endAdded(edgeOf(draft, successor, { kind: 'SUPERSEDE', reason, quote: successor.quote, invalidAt }))
  }

  /** The value before it was stated again afterwards: it holds again from then on. */
  function resumed (
    predecessor: Memory | null,
    later: Memory | null,
    draft: Memory,
    chain: Memory[]
  ): Memory | null {
    // Until a day to come it is the present value, and no second one says the same beside it.
    if (predecessor === null || draft.validAt > now) return null
    // The same value may stand in several intervals, and any of them may have been the one that was stated again.
    const [again, ...rest] = chain.filter(({ value }) => value === predecessor.value).flatMap(statedAt)
      .filter(time => time > draft.validAt).sort((a, b) => a - b)
    if (again === undefined || again >= (later?.validAt ?? predecessor.invalidAt ?? Infinity)) return null
    const attributes = { ...predecessor.attributes, stated_at: rest }
    return storeAnew(predecessor, { validAt: again, attributes })
  }

  /** What held at the beginning of a memory that was stated late ends there, whatever took its place later. */
  function cut (predecessor: Memory, draft: Memory, one: Decided, at = draft.validAt): void {
    if (predecessor.state === 'active' || added(predecessor.id) !== undefined) {
      end(predecessor, draft, one)
      return
    }
    if (over.has(predecessor.id)) return
    over.add(predecessor.id)
    const invalidAt = earliest(predecessor.invalidAt, at)
    change(predecessor, { invalidAt, supersededBy: draft.id, revisions: believedUntil(predecessor, now) })
    const { reason } = one.verdict
    history.push(edgeOf(predecessor, draft, { kind: 'SUPERSEDE', reason, quote: one.fact.quote, invalidAt }))
  }

  /** What ended where the target begins ends earlier when the target turns out to begin earlier. */
  function endBefore (target: Memory, one: Decided): void {
    const chain = one.chain.filter(({ id }) => id !== target.id && added(id) === undefined)
    const { predecessor } = placeOf(statementOfCandidate(one), chain)
    if (predecessor !== null && predecessor.state !== 'active') cut(predecessor, target, one, one.draft.validAt)
  }

  function repeat (target: Memory, one: Decided, tags: string[]): void {
    if (added(target.id) !== undefined) return
    const { fact, draft } = one
    refresh.push({ id: target.id, confidence: fact.confidence, tags })
    // It may have been repeated in this request already.
    const { validAt, ...held } = { ...target, ...revise.get(target.id)?.set }
    // Another's word for it tells nothing of when it was so.
    if (draft.validAt === validAt || !mayActOn(one, target)) return
    const attributes = toldAgain(held, Math.max(draft.validAt, validAt))
    if (!fact.functional) {
      if (draft.validAt > validAt && basesOf(target).length > 0) change(target, { attributes })
      return
    }
    if (draft.validAt < validAt) {
      endBefore(target, one)
      change(target, redated({ ...held, validAt, attributes }, draft.validAt, now, originOfMemory(draft)))
    } else change(target, { attributes })
  }

  return {
    add,
    store,
    end,
    place,
    stating,
    repeat,
    changes: () => ({
      ...(add.length > 0 && { add }),
      ...(supersede.length > 0 && { supersede }),
      ...(history.length > 0 && { history }),
      ...(revise.size > 0 && { revise: [...revise.values()] }),
      ...(refresh.length > 0 && { refresh })
    })
  }
}

/** Values of one predicate of one subject stand in one chain. */
function matterOf ({ subject, predicate }: Memory): string {
  return `${nameKey(subject ?? '')}\n${predicate ?? ''}`
}
