/** The turns that a session has so far, and what a changeset says of them. */
import type { IngestRequest, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Changeset, Store } from '../../../../domain/capabilities/store.ts'
import type { NewMemory, Session } from '../../../../domain/nouns.ts'
import { sessionOf } from './commit.ts'
import { admitTurns } from './turns.ts'

export interface Admission {
  keys: string[]
  session: Session | undefined
}

/** Which turns were sent before; without a session only by themselves. */
export async function admitted (
  store: Store,
  { userId, sessionId, turns }: Pick<IngestRequest, 'userId' | 'sessionId' | 'turns'>
): Promise<Admission & { known: Set<number> }> {
  const [session] = sessionId === null ? [] : await store.sessions(userId, { ids: [sessionId], limit: 1 })
  return { ...admitTurns(turns, session?.turns ?? []), session }
}

/** The turns that the session has now, also where nothing was read from them. */
export function withTurns (
  changeset: Changeset,
  request: Scope,
  admission: Admission | null,
  now: number
): Changeset {
  if (admission === null || request.sessionId === null) return changeset
  const [planned] = changeset.sessions ?? []
  const times = (changeset.add ?? []) as NewMemory[]
  const session = planned ?? (times.length > 0
    ? sessionOf(request, request.sessionId, admission.session, times)
    : admission.session)
  if (session === undefined) return changeset
  return {
    ...changeset,
    sessions: [{ ...session, turns: admission.keys }],
    enrichment: changeset.enrichment ?? { due: now }
  }
}
