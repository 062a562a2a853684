/** Corrections by hand: another text or time, an end, a pin. What was believed before stays readable. */
import { v7 as uuid } from 'uuid'
import type { Correction } from '../../../../domain/capabilities/keeping.ts'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Changeset, Revised } from '../../../../domain/capabilities/store.ts'
import { NotBelieved, ValidationFailed } from '../../../../domain/errors.ts'
import type { Entity, Memory, NewMemory, Origin, Supersession } from '../../../../domain/nouns.ts'
import { fingerprint, nameKey } from '../../../../domain/text/identity.ts'
import { isWaiting, withoutParcel } from '../write/inbox.ts'
import { believedSoFar } from './beliefs.ts'

export const editing: Origin = { source: 'edit', sessionId: null, app: null }

export interface Edited {
  memory: Memory
  changeset: Omit<Changeset, 'userId'>
}

/** Throws `NotBelieved` for another text or time of what is over, `ValidationFailed` for an end before its start. */
export async function corrected (
  embedder: Embedder,
  memory: Memory,
  entities: Entity[],
  correction: Correction,
  now: number
): Promise<Edited> {
  const { text = memory.text, validAt = memory.validAt, invalidAt = memory.invalidAt } = correction
  if (text === memory.text && validAt === memory.validAt) return inPlace(memory, correction, now)
  if (memory.state !== 'active') throw new NotBelieved(memory.id)
  requireOrder(validAt, invalidAt)
  const [embedding = null] = await embedder.embed([text])
  const { metadata = memory.metadata, tags = memory.tags } = correction
  const known = nameKey(text)
  const again: NewMemory = {
    ...memory,
    id: uuid(),
    text,
    fingerprint: fingerprint(text, memory.project),
    quote: text === memory.text ? memory.quote : null,
    value: known.includes(nameKey(memory.value ?? '')) ? memory.value : null,
    metadata,
    tags,
    validAt,
    invalidAt,
    createdAt: now,
    expiredAt: null,
    supersededBy: null,
    revisions: [],
    staleBecause: null,
    // What was corrected by hand is not read.
    ...(isWaiting(memory) && { extraction: 'done', attributes: withoutParcel(memory.attributes) }),
    entityIds: entities.filter(({ key, aliases }) => [key, ...aliases].some(name => known.includes(name)))
      .map(({ id }) => id),
    embedding
  }
  const edge = edgeOf(memory, now, { newId: again.id, kind: 'UPDATE', reason: 'edited', invalidAt: memory.validAt })
  return { memory: again, changeset: { add: [again], supersede: [{ ...edge, revisions: believedSoFar(memory, now) }] } }
}

/** Throws `ValidationFailed`. */
export function requireOrder (validAt: number, invalidAt: number | null): void {
  if (invalidAt !== null && invalidAt <= validAt) {
    throw new ValidationFailed({ InvalidAt: ['The InvalidAt field must be later than valid_at.'] })
  }
}

function inPlace (memory: Memory, { metadata, tags, invalidAt }: Correction, now: number): Edited {
  requireOrder(memory.validAt, invalidAt ?? null)
  const set: Revised['set'] = {
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && { tags }),
    ...(invalidAt !== undefined && invalidAt !== memory.invalidAt && {
      invalidAt,
      revisions: believedSoFar(memory, now),
      attributes: { ...memory.attributes, stated_until: invalidAt }
    })
  }
  return revised(memory, set)
}

/** Throws `NotBelieved`. */
export function retired (memory: Memory, reason: string, now: number): Edited {
  if (memory.state !== 'active') throw new NotBelieved(memory.id)
  const invalidAt = Math.min(memory.invalidAt ?? Infinity, Math.max(now, memory.validAt))
  const revisions = believedSoFar(memory, now)
  const edge = edgeOf(memory, now, { newId: null, kind: 'INVALIDATE', reason, invalidAt })
  return {
    memory: { ...memory, state: 'invalidated', invalidAt, expiredAt: now, supersededBy: null, revisions },
    changeset: { supersede: [{ ...edge, revisions }] }
  }
}

export function pinned (memory: Memory, on: boolean): Edited {
  return revised(memory, memory.pinned === on ? {} : { pinned: on })
}

function revised (memory: Memory, set: Revised['set']): Edited {
  const { id, state, invalidAt, expiredAt } = memory
  return {
    memory: { ...memory, ...set },
    changeset: Object.keys(set).length === 0 ? {} : { revise: [{ id, seen: { state, invalidAt, expiredAt }, set }] }
  }
}

function edgeOf (
  { id }: Memory,
  now: number,
  rest: Pick<Supersession, 'newId' | 'kind' | 'reason' | 'invalidAt'>
): Supersession {
  return { oldId: id, quote: null, expiredAt: now, restoredAt: null, origin: editing, ...rest }
}
