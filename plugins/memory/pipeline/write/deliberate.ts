/** What every write does: distil, verify, match, decide and commit; decided again when another write was quicker. */
import type { CandidateFact, Distillation, Distiller, Turn } from '../../../../domain/capabilities/distiller.ts'
import type { Embedder } from '../../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { IdempotencyKey, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Store } from '../../../../domain/capabilities/store.ts'
import type { Session } from '../../../../domain/nouns.ts'
import { embedAll } from '../../../_shared/embed-all.ts'
import { retryOnConflict } from '../../../_shared/retry-on-conflict.ts'
import { mapInSlices } from '../../../_shared/time-slice.ts'
import { withoutForgotten } from '../keep/erase.ts'
import { withNamed } from '../keep/named.ts'
import { replayOf } from './idempotency.ts'
import { candidateOf, draftOf, withoutRepeats, type Circumstances } from './candidate.ts'
import { withMarks } from './cascade.ts'
import { endedBy, isStored, plan, type Planned } from './commit.ts'
import { decide, unrelated, type Decided } from './decide.ts'
import { mention } from './entities.ts'
import { heardAlone } from './heard.ts'
import { commitOrDropVectors } from './without-vectors.ts'
import { match } from './match.ts'
import { whoIsMeant } from './people.ts'
import type { Serialise } from './serialise.ts'
import { nameOfUser, underOneSubject } from './subject.ts'
import { verify } from './verify.ts'
import { wordedAnew } from './worded-anew.ts'

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
  infer?: boolean
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
    circumstances: Circumstances
  ): Promise<Planned> {
    const { now } = circumstances
    const { signal } = request
    const asItIs = circumstances.source === 'verbatim'
    const { facts: meant, namesOf } = await whoIsMeant(store, request.userId, facts, signal)
    const read = await mapInSlices(meant, fact => candidateOf(fact, { ...circumstances, namesOf }), signal)
    // Nothing is claimed of a text that is kept as it is.
    const { candidates: kept, refused } = asItIs ? { candidates: read, refused: [] } : await verify(read, signal)
    const candidates = withoutRepeats(kept)
    const compared = asItIs ? 'equal' : 'all'
    const matched = await match(store, embedder, guard, request.userId, candidates, compared, signal)
    const { decided, degraded } = await decide(distiller, request.userId, matched, signal)
    const stored = decided.filter(isStored)
    const [mentions, session, alike] = await Promise.all([
      mention(store, request.userId, stored, endedBy(decided), now, signal),
      stored.length === 0 ? undefined : sessionOf(request),
      store.byFingerprint(request.userId, wordedAnew(decided))
    ])
    const known = { session, alike: [...alike, ...matched.flatMap(({ twin }) => twin ?? [])] }
    const planned = await withVectors(await plan(request, decided, mentions, known, now, signal), signal)
    const unsaid = refused.map(({ fact: { turnIndexes, text } }) => ({
      turnIndexes,
      memoryIds: [],
      refused: notSaid,
      claimed: text
    }))
    return { ...planned, refused: refused.length, degraded, read: [...planned.read, ...unsaid] }
  }

  /**
   * What `propose` makes of a text that is kept as it is when no equal one is stored, without asking; the commit says
   * whether one is.
   */
  async function keep (
    request: WriteRequest,
    fact: CandidateFact,
    circumstances: Omit<Circumstances, 'heardOf'>
  ): Promise<Planned> {
    const { signal } = request
    const [[embedding], session] = await Promise.all([
      embedAll(embedder, [fact.text], { signal }),
      sessionOf(request)
    ])
    const decided: Decided = {
      fact,
      draft: draftOf(fact, circumstances),
      embedding: embedding as Float32Array,
      verdict: unrelated,
      twin: null,
      neighbours: [],
      chain: [],
      names: null,
      // Of what only a comparison asks for.
      heard: heardAlone(fact.text),
      likeness: '',
      spokenAt: circumstances.now
    }
    const known = { session, alike: [] }
    const planned = await plan(request, [decided], { entities: [], relations: [] }, known, circumstances.now, signal)
    return { ...planned, refused: 0, degraded: [] }
  }

  /** What is stored in other words than any that were compared: what still holds of a memory that ends in part. */
  async function withVectors<P extends Pick<Planned, 'changeset'>> (planned: P, signal?: AbortSignal): Promise<P> {
    const anew = (planned.changeset.add ?? []).filter(({ embedding }) => embedding === null)
    if (anew.length === 0) return planned
    const vectors = await embedAll(embedder, anew.map(({ text }) => text), { signal })
    for (const [at, memory] of anew.entries()) memory.embedding = vectors[at] ?? null
    return planned
  }

  async function sessionOf ({ userId, sessionId }: WriteRequest): Promise<Session | undefined> {
    return sessionId === null ? undefined : (await store.sessions(userId, { ids: [sessionId], limit: 1 }))[0]
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

  return { settle, propose, keep, distill }
}
