/** The turns that a session has so far, and what a changeset says of them. */
import type { IngestRequest, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Changeset, Store } from '../../../../domain/capabilities/store.ts'
import type { NewMemory, Session } from '../../../../domain/nouns.ts'
import { sessionOf } from './commit.ts'
import { newTurns } from './turns.ts'

export interface SessionTurns {
  keys: string[]
  session: Session | undefined
}

/** Which turns were sent before; without a session only by themselves. */
export async function readSessionTurns (
  store: Store,
  { userId, sessionId, turns }: Pick<IngestRequest, 'userId' | 'sessionId' | 'turns'>
): Promise<SessionTurns & { known: Set<number> }> {
  const [session] = sessionId === null ? [] : await store.sessions(userId, { ids: [sessionId], limit: 1 })
  return { ...newTurns(turns, session?.turns ?? []), session }
}

/** The turns that the session has now, also where nothing was read from them. */
export function withTurns (
  changeset: Changeset,
  request: Scope,
  sessionTurns: SessionTurns | null,
  now: number
): Changeset {
  if (sessionTurns === null || request.sessionId === null) return changeset
  const [planned] = changeset.sessions ?? []
  const times = (changeset.add ?? []) as NewMemory[]
  const session = planned ?? (times.length > 0
    ? sessionOf(request, request.sessionId, sessionTurns.session, times)
    : sessionTurns.session)
  if (session === undefined) return changeset
  return {
    ...changeset,
    sessions: [{ ...session, turns: sessionTurns.keys }],
    enrichment: changeset.enrichment ?? { due: now }
  }
}
