/** Step 5: one changeset out of everything decided, and the answer that describes it. */
import type { Outcome, Scope } from '../../../../kernel/capabilities/memory.ts'
import type { Changeset } from '../../../../kernel/capabilities/store.ts'
import type { Memory, NewMemory, Session, Supersession } from '../../../../kernel/nouns.ts'
import type { Decided } from './decide.ts'
import type { Mentions } from './entities.ts'

export interface Planned {
  changeset: Changeset
  results: Outcome[]
  /** The memory each result speaks of, as it will be after the commit; null for NONE. */
  memories: Array<Memory | null>
}

/** True when the candidate becomes a memory of its own. */
export function isStored ({ verdict }: Decided): boolean {
  return verdict.event === 'ADD' || verdict.event === 'UPDATE' || verdict.event === 'SUPERSEDE'
}

/** Memories that the decisions end; some of them may have been told in the same request. */
export function endedBy (decided: Decided[]): Memory[] {
  return decided.filter(({ verdict }) => verdict.event !== 'SKIP_DUPLICATE').flatMap(one => one.verdict.targetIds.map(id => memoryOf(one, id)).filter(memory => memory !== undefined))
}

export function plan (scope: Scope, decided: Decided[], { entities, relations }: Mentions, known: Session | undefined, now: number): Planned {
  const drafts = new Map(decided.map(one => [one.draft.id, one]))
  const add: NewMemory[] = []
  const supersede: Supersession[] = []
  const history: Supersession[] = []
  const refresh: NonNullable<Changeset['refresh']> = []
  const results: Outcome[] = []
  const memories: Array<Memory | null> = []
  // Two facts of one request may end the same memory; the first has ended it.
  const over = new Set<string>()

  for (const one of decided) {
    const { draft, embedding, fact, verdict } = one
    const targets = verdict.targetIds.map(id => standing(one, id)).filter(memory => memory !== undefined)
    if (isStored(one)) {
      for (const target of targets) end(target, draft.id, one)
      add.push({ ...draft, embedding })
      results.push({ id: draft.id, memory: draft.text, event: verdict.event })
      memories.push(draft)
    } else if (verdict.event === 'INVALIDATE') {
      for (const target of targets) {
        end(target, null, one)
        results.push({ id: target.id, memory: target.text, event: 'INVALIDATE' })
        memories.push(target)
      }
    } else {
      const [target] = targets
      if (target !== undefined && !drafts.has(target.id)) refresh.push({ id: target.id, confidence: fact.confidence, tags: scope.tags })
      results.push({ id: target?.id ?? null, memory: target?.text ?? fact.text, event: verdict.event })
      memories.push(target ?? null)
    }
  }

  // A fact told earlier in this request may itself be a repeat of a stored one; then that one is meant.
  function standing (one: Decided, id: string): Memory | undefined {
    const told = drafts.get(id)
    if (told === undefined || isStored(told)) return memoryOf(one, id)
    const [target] = told.verdict.targetIds
    return target === undefined ? undefined : memoryOf(told, target)
  }

  // A fact that a later turn of the same request ended goes in as ended, with its edge.
  function end (target: Memory, newId: string | null, { draft, fact, verdict }: Decided): void {
    if (over.has(target.id)) return
    over.add(target.id)
    const edge: Supersession = {
      oldId: target.id,
      newId,
      kind: verdict.event === 'INVALIDATE' ? 'INVALIDATE' : verdict.event === 'UPDATE' ? 'UPDATE' : 'SUPERSEDE',
      reason: verdict.reason,
      quote: fact.quote,
      // A fuller telling was true all along; a change is true from its own time on.
      invalidAt: verdict.event === 'UPDATE' ? target.validAt : Math.max(draft.validAt, target.validAt),
      expiredAt: now,
      restoredAt: null
    }
    if (verdict.event === 'UPDATE') draft.validAt = Math.min(draft.validAt, target.validAt)
    if (!drafts.has(target.id)) { supersede.push(edge); return }
    history.push(edge)
    const added = add.find(({ id }) => id === target.id)
    if (added !== undefined) Object.assign(added, { state: newId === null ? 'invalidated' : 'superseded', invalidAt: edge.invalidAt, expiredAt: now, supersededBy: newId })
  }

  const sessions = add.length > 0 && scope.sessionId !== null ? [sessionOf(scope, scope.sessionId, known, add)] : []
  return {
    changeset: {
      userId: scope.userId,
      ...(add.length > 0 && { add }),
      ...(supersede.length > 0 && { supersede }),
      ...(history.length > 0 && { history }),
      ...(refresh.length > 0 && { refresh }),
      ...(entities.length > 0 && { entities }),
      ...(relations.length > 0 && { relations }),
      ...(sessions.length > 0 && { sessions }),
      ...((entities.length > 0 || sessions.length > 0) && { enrichment: { due: now } })
    },
    results,
    memories
  }
}

function memoryOf ({ neighbours, twin }: Decided, id: string): Memory | undefined {
  return twin?.id === id ? twin : neighbours.find(({ memory }) => memory.id === id)?.memory
}

function sessionOf ({ userId, project, app }: Scope, id: string, known: Session | undefined, added: NewMemory[]): Session {
  const times = added.map(({ validAt }) => validAt)
  return {
    ...(known ?? { id, userId, project, app, gist: null, gistEmbedding: null }),
    gistStale: true,
    startedAt: Math.min(...times),
    endedAt: Math.max(...times)
  }
}
