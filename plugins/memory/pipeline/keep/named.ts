/** What the caller of an add says it takes the place of. */
import type { Changeset, Revised, Store } from '../../../../domain/capabilities/store.ts'
import { MemoryNotFound, NotBelieved } from '../../../../domain/errors.ts'
import type { Memory, Origin, Revision, Supersession } from '../../../../domain/nouns.ts'
import { believedSoFar } from './beliefs.ts'
import { takesOverLater } from './draft.ts'

/**
 * The changeset with these memories ended by the first one that is stored, or by the one that is stored already.
 * Throws `MemoryNotFound`, `NotBelieved`.
 */
export async function withNamed<Proposal extends { changeset: Changeset, memories: Array<Memory | null> }> (
  store: Store,
  proposal: Proposal,
  { supersedes = [], infer = false, sessionId, app }:
    & Pick<Origin, 'sessionId' | 'app'>
    & { supersedes?: string[], infer?: boolean },
  now: number
): Promise<Proposal> {
  const { changeset, memories } = proposal
  const by = changeset.add?.[0] ?? memories.find(memory => memory !== null)
  if (supersedes.length === 0 || by === undefined) return proposal
  const over = new Set(changeset.supersede?.map(({ oldId }) => oldId))
  const named = await store.get(changeset.userId, supersedes)
  const edges = supersedes.filter(id => !over.has(id) && id !== by.id).map(id => {
    const old = named.find(memory => memory.id === id)
    if (old === undefined) throw new MemoryNotFound(id)
    if (old.state !== 'active') throw new NotBelieved(id)
    const invalidAt = Math.min(old.invalidAt ?? Infinity, Math.max(old.validAt, by.validAt))
    return {
      oldId: id,
      newId: by.id,
      kind: 'SUPERSEDE' as const,
      reason: 'The caller named it.',
      quote: null,
      invalidAt,
      expiredAt: now,
      restoredAt: null,
      // That of the facts which are read from the same text.
      origin: { source: infer ? 'conversation' as const : 'api' as const, sessionId, app },
      revisions: believedSoFar(old, now)
    }
  })
  const later = edges.filter(takesOverLater)
  // What is ended is not revised as well.
  const ended = new Set(edges.map(({ oldId }) => oldId))
  const revise = [
    ...changeset.revise?.filter(({ id }) => !ended.has(id)) ?? [],
    ...later.map(edge => untilLater(named.find(({ id }) => id === edge.oldId) as Memory, edge))
  ]
  const history = later.map(({ revisions: _revisions, ...edge }) => edge)
  return {
    ...proposal,
    changeset: {
      ...changeset,
      ...(revise.length > 0 && { revise }),
      ...(history.length > 0 && { history: [...changeset.history ?? [], ...history] }),
      supersede: [...changeset.supersede ?? [], ...edges.filter(edge => !takesOverLater(edge))]
    }
  }
}

/** Believed until what takes its place begins. */
function untilLater (
  { id, state, invalidAt, expiredAt }: Memory,
  edge: Pick<Supersession, 'newId' | 'invalidAt'> & { revisions: Revision[] }
): Revised {
  const { newId, revisions } = edge
  return {
    id,
    seen: { state, invalidAt, expiredAt },
    set: { invalidAt: edge.invalidAt, supersededBy: newId, revisions }
  }
}
