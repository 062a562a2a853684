/** What every write does: distil, verify, match, decide and commit; decided again when another write was quicker. */
import type { CandidateFact, Distillation, Distiller, Turn } from '../../../../domain/capabilities/distiller.ts'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { IdempotencyKey, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import { retryOnConflict } from '../../../_shared/retry-on-conflict.ts'
import { mapInSlices } from '../../../_shared/time-slice.ts'
import { withoutForgotten } from '../keep/erase.ts'
import { withNamed } from '../keep/named.ts'
import { replayOf } from './idempotency.ts'
import { candidateOf, withoutRepeats, type Circumstances } from './candidate.ts'
import { withMarks } from './cascade.ts'
import { endedBy, isStored, plan, type Planned } from './commit.ts'
import { decide } from './decide.ts'
import { mention } from './entities.ts'
import { commitOrDropVectors } from './without-vectors.ts'
import { match, type Comparison } from './match.ts'
import { whoIsMeant } from './people.ts'
import type { Serialise } from './serialise.ts'
import { nameOfUser, underOneSubject } from './subject.ts'
import { verify } from './verify.ts'

export interface Writing {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  distiller: Distiller
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich(userId: string): void
}

export type WriteRequest = Scope & {
  idempotency: IdempotencyKey | null
  supersedes?: string[]
  dryRun?: boolean
  signal?: AbortSignal
}

const notSaid = 'Its words were not said.'

export type Deliberation = ReturnType<typeof createDeliberation>

export function createDeliberation ({ store, embedder, guard, distiller, enrich }: Omit<Writing, 'serialise'>) {
  /** Commits what is proposed, and asks for a new proposal when the user's memories changed in between. */
  async function settle (
    request: WriteRequest,
    now: number,
    proposal: (attempt: number) => Promise<Planned>,
    answer: (planned: Planned) => unknown
  ): Promise<Planned> {
    return await retryOnConflict(async attempt => {
      const named = await withNamed(store, await proposal(attempt), request, now)
      const planned = await withoutForgotten(store, named, now)
      if (request.dryRun === true) return planned
      const changeset = {
        ...await withMarks(store, planned.changeset, now, [], request.signal),
        ...replayOf(request.idempotency, answer(planned), now)
      }
      if (Object.keys(changeset).length > 1) await commitOrDropVectors(store, changeset)
      if (changeset.enrichment !== undefined) enrich(request.userId)
      return planned
    }, ({ outdated }) => outdated === true)
  }

  async function propose (
    request: WriteRequest,
    facts: CandidateFact[],
    circumstances: Circumstances,
    comparison: Comparison = circumstances.source === 'verbatim' ? 'equal' : 'all'
  ): Promise<Planned> {
    const { now } = circumstances
    const { signal } = request
    const { facts: meant, namesOf } = await whoIsMeant(store, request.userId, facts, signal)
    const read = await mapInSlices(meant, fact => candidateOf(fact, { ...circumstances, namesOf }), signal)
    const { candidates: kept, refused } = await verify(read, signal)
    const candidates = withoutRepeats(kept)
    const matched = await match(store, embedder, guard, request.userId, candidates, comparison, signal)
    const { decided, degraded } = await decide(distiller, request.userId, matched, signal)
    const stored = decided.filter(isStored)
    const [mentions, session] = await Promise.all([
      mention(store, request.userId, stored, endedBy(decided), now, signal),
      stored.length === 0 || request.sessionId === null
        ? []
        : store.sessions(request.userId, { ids: [request.sessionId], limit: 1 })
    ])
    const planned = await plan(request, decided, mentions, session[0], now, signal)
    const unsaid = refused.map(({ fact: { turnIndexes, text } }) => ({
      turnIndexes,
      memoryIds: [],
      refused: notSaid,
      claimed: text
    }))
    return { ...planned, refused: refused.length, degraded, read: [...planned.read, ...unsaid] }
  }

  async function distill (
    { userId, signal }: WriteRequest,
    turns: Turn[],
    aboutAssistant: boolean
  ): Promise<Required<Distillation> & { userName: string | null }> {
    const userName = await nameOfUser(store, userId, turns)
    const { facts, degraded, refused = 0, leftOut = [] } = await distiller.distill({
      userId,
      turns,
      aboutAssistant,
      userName,
      ...(signal !== undefined && { signal })
    })
    return { facts: await underOneSubject(facts, userName, signal), degraded, refused, leftOut, userName }
  }

  return { settle, propose, distill }
}
