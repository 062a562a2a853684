/**
 * The write path, in its order: admit, distill, verify, match, decide, commit; enrichment follows behind the answer.
 */
import type { CandidateFact, Distillation, Distiller, Turn } from '../../../domain/capabilities/distiller.ts'
import type { Embedder } from '../../../domain/capabilities/embedder.ts'
import type { Guard } from '../../../domain/capabilities/guard.ts'
import type {
  IdempotencyKey,
  IngestRequest,
  Ingested,
  Outcome,
  RememberRequest,
  Remembered,
  Scope
} from '../../../domain/capabilities/memory.ts'
import type { Changeset, Store } from '../../../domain/capabilities/store.ts'
import { LlmBudgetExceeded, StoreConflict } from '../../../domain/errors.ts'
import type { Memory, NewMemory, Session } from '../../../domain/nouns.ts'
import { withNamed } from './keep/named.ts'
import { answeredBefore, replayOf } from './write/admit.ts'
import { candidateOf, verbatimFact, withoutRepeats, type Circumstances } from './write/candidate.ts'
import { endedBy, isStored, plan, sessionOf, type Planned } from './write/commit.ts'
import { decide } from './write/decide.ts'
import { mention } from './write/entities.ts'
import { commitFitting } from './write/fitting.ts'
import { hearing, heardAlone, isAssistants, isMachines } from './write/heard.ts'
import {
  deferrable,
  distilled,
  parcelled,
  parcelOf,
  triedInVain,
  waiting,
  withParcel,
  type Parcel
} from './write/inbox.ts'
import { match } from './write/match.ts'
import type { Serialise } from './write/serialise.ts'
import { nameOfUser, underOneSubject } from './write/subject.ts'
import { admitTurns } from './write/turns.ts'
import { verify } from './write/verify.ts'

export interface Writing {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  distiller: Distiller
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich(userId: string): void
}

type WriteRequest = Scope & {
  idempotency: IdempotencyKey | null
  supersedes?: string[]
  signal?: AbortSignal
}
type Conversation = Omit<IngestRequest, 'idempotency'> & { idempotency: IdempotencyKey | null }

/** How often a write is decided again when another process was quicker. */
const attempts = 5

export function createWritePath ({ store, embedder, guard, distiller, serialise, enrich }: Writing) {
  async function remember (request: RememberRequest): Promise<Remembered> {
    return await serialise(request.userId, async () => {
      const answered = await answeredBefore<Remembered>(store, request.userId, request.idempotency)
      if (answered !== null) return answered
      const now = Date.now()
      const turn: Turn = { role: 'user', content: request.text, uuid: null, name: null, at: request.validAt ?? now }
      return await orKept(
        { ...request, turns: [turn], aboutAssistant: false, transcriptPath: null },
        [turn],
        now,
        async () => await rememberNow(request, turn, now),
        (planned, degraded) => remembered(planned, degraded)
      )
    })
  }

  async function rememberNow (request: RememberRequest, turn: Turn, now: number): Promise<Remembered> {
    const { facts, degraded } = request.infer
      ? await distill(request, [turn], false)
      : { facts: [], degraded: [] }
    const circumstances: Circumstances = {
      scope: request,
      source: request.infer ? 'conversation' : 'verbatim',
      memoryType: request.memoryType,
      metadata: request.metadata,
      attributes: {},
      validAtOf: () => request.validAt ?? now,
      uuidsOf: () => [],
      heardOf: () => heardAlone(request.text),
      now
    }
    const until = (fact: CandidateFact): CandidateFact => ({
      ...fact,
      invalidAt: fact.invalidAt ?? request.invalidAt ?? null
    })
    const verbatim = [until(verbatimFact(request.text))]
    const settled = await settle(request, now, async () => {
      const planned = await propose(request, facts.length > 0 ? facts.map(until) : verbatim, circumstances)
      if (planned.memories.some(memory => memory !== null)) return planned
      // A text the caller chose to add is never dropped, but for a wish to forget, which is no fact.
      return await propose(request, verbatim, circumstances)
    }, planned => remembered(planned, degraded))
    return remembered(settled, degraded)
  }

  async function ingest (request: IngestRequest): Promise<Ingested> {
    return await serialise(request.userId, async () => {
      const answered = await answeredBefore<Ingested>(store, request.userId, request.idempotency)
      if (answered !== null) return answered
      const now = Date.now()
      const { known, keys, session } = await admitted(request)
      const fresh = request.turns.filter((turn, place) => !known.has(place) && maySpeak(turn, request.aboutAssistant))
      if (fresh.length === 0) return { results: [], refused: 0, degraded: [] }
      return await orKept(
        request,
        fresh,
        now,
        async () => await ingestNow(request, known, { keys, session }, now),
        ({ results }, degraded) => ({ results, refused: 0, degraded })
      )
    })
  }

  /** Which turns were sent before; without a session only by themselves. */
  async function admitted ({ userId, sessionId, turns }: IngestRequest) {
    const [session] = sessionId === null ? [] : await store.sessions(userId, { ids: [sessionId], limit: 1 })
    return { ...admitTurns(turns, session?.turns ?? []), session }
  }

  async function ingestNow (
    request: Conversation,
    known: Set<number>,
    admission: { keys: string[], session: Session | undefined } | null,
    now: number,
    done: Pick<Changeset, 'supersede' | 'revise'> = {}
  ): Promise<Ingested> {
    const turns = request.turns.map((turn, place) => known.has(place) ? { ...turn, known: true } : turn)
    const { facts, degraded, userName } = await distill(request, turns, request.aboutAssistant)
    // What was read by rules for want of a budget waits on until the model may read it.
    if (admission === null && degraded.includes('llm_budget')) throw new LlmBudgetExceeded('a day')
    const circumstances: Circumstances = {
      scope: request,
      source: 'conversation',
      memoryType: null,
      metadata: null,
      attributes: request.transcriptPath === null ? {} : { transcript_path: request.transcriptPath },
      // A turn is not said in the future, whatever the clock of its client says.
      validAtOf: fact => Math.min(turnOf(turns, fact)?.at ?? now, now),
      uuidsOf: fact => fact.turnIndexes.map(index => turns[index]?.uuid).filter(uuid => typeof uuid === 'string'),
      heardOf: hearing(turns, userName),
      now
    }
    const answer = ({ results, refused, degraded: also }: Planned): Ingested => ({
      results,
      refused,
      degraded: [...degraded, ...also]
    })
    const stated = facts.filter(({ turnIndexes }) => !turnIndexes.every(place => known.has(place)))
    return answer(
      await settle(request, now, async () => {
        const planned = await propose(request, stated, circumstances)
        const changeset = withTurns(
          { ...planned.changeset, ...joined(planned.changeset, done) },
          request,
          admission,
          now
        )
        const again = degraded.includes('llm_budget') && admission !== null
          ? withParcel(changeset, { ...request, scope: scopeOf(request) })
          : changeset
        return { ...planned, changeset: again }
      }, answer)
    )
  }

  /** Does the work, or keeps the words until it can be done. */
  async function orKept<Answer> (
    request: Conversation,
    fresh: Turn[],
    now: number,
    work: () => Promise<Answer>,
    answer: (planned: Planned, degraded: string[]) => Answer
  ): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      const failed = deferrable(error)
      if (failed === null || request.signal?.aborted) throw error
      return answer(
        await settle(request, now, async () => await keep(request, fresh, now), planned => answer(planned, [failed])),
        [failed]
      )
    }
  }

  async function keep (request: Conversation, fresh: Turn[], now: number): Promise<Planned> {
    const memories = withoutTwins(parcelled(request, fresh, now))
    const twins = await store.byFingerprint(request.userId, memories.map(({ fingerprint }) => fingerprint))
    const stored = new Map(twins.map(memory => [memory.fingerprint, memory]))
    const add = memories.filter(({ fingerprint }) => !stored.has(fingerprint))
    const { keys, session } = await admitted(request as IngestRequest)
    const changeset: Changeset = { userId: request.userId, ...(add.length > 0 && { add }), enrichment: { due: now } }
    return {
      changeset: withTurns(changeset, request, { keys, session }, now),
      results: memories.map(memory => {
        const twin = stored.get(memory.fingerprint)
        return { id: twin?.id ?? memory.id, memory: memory.text, event: twin === undefined ? 'ADD' : 'SKIP_DUPLICATE' }
      }),
      memories: memories.map(memory => stored.get(memory.fingerprint) ?? memory),
      refused: 0,
      degraded: []
    }
  }

  /**
   * Distils what waits, in order, and stops at the first that still cannot be. Answers when to try again; null when
   * nothing is left.
   */
  async function drain (userId: string): Promise<number | null> {
    for (;;) {
      const [holder] = await waiting(store, userId)
      const parcel = holder === undefined ? null : parcelOf(holder)
      if (holder === undefined || parcel === null) return null
      if (parcel.nextAt > Date.now()) return parcel.nextAt
      const nextAt = await serialise(userId, async () => await unpack(holder, parcel))
      if (nextAt !== null) return nextAt
    }
  }

  async function unpack (holder: Memory, parcel: Parcel): Promise<number | null> {
    const now = Date.now()
    const request: Conversation = { ...parcel, ...parcel.scope, idempotency: null }
    try {
      const done = distilled(parcel, holder, now)
      await ingestNow(request, new Set(), null, now, done)
      return null
    } catch (error) {
      if (deferrable(error) === null) throw error
      const { nextAt, revise } = triedInVain(parcel, holder, error)
      await store.commit({ userId: parcel.scope.userId, revise })
      return nextAt
    }
  }

  /** Commits what is proposed, and asks for a new proposal when the user's memories changed in between. */
  async function settle (
    request: WriteRequest,
    now: number,
    proposal: () => Promise<Planned>,
    answer: (planned: Planned) => unknown
  ): Promise<Planned> {
    for (let attempt = 1;; attempt++) {
      const planned = await withNamed(store, await proposal(), request, now)
      const changeset = { ...planned.changeset, ...replayOf(request.idempotency, answer(planned), now) }
      try {
        if (Object.keys(changeset).length > 1) await commitFitting(store, changeset)
        if (changeset.enrichment !== undefined) enrich(request.userId)
        return planned
      } catch (error) {
        if (!(error instanceof StoreConflict) || attempt === attempts) throw error
      }
    }
  }

  async function propose (
    request: WriteRequest,
    facts: CandidateFact[],
    circumstances: Circumstances
  ): Promise<Planned> {
    const { source, now } = circumstances
    const { candidates: kept, refused } = verify(facts.map(fact => candidateOf(fact, circumstances)))
    const candidates = withoutRepeats(kept)
    const compare = source !== 'verbatim'
    const matched = await match(store, embedder, guard, request.userId, candidates, compare, request.signal)
    const { decided, degraded } = await decide(distiller, request.userId, matched)
    const stored = decided.filter(isStored)
    const [mentions, session] = await Promise.all([
      mention(store, request.userId, stored, endedBy(decided), now),
      stored.length === 0 || request.sessionId === null
        ? []
        : store.sessions(request.userId, { ids: [request.sessionId], limit: 1 })
    ])
    return { ...plan(request, decided, mentions, session[0], now), refused, degraded }
  }

  async function distill (
    { userId, signal }: WriteRequest,
    turns: Turn[],
    aboutAssistant: boolean
  ): Promise<Distillation & { userName: string | null }> {
    const userName = await nameOfUser(store, userId, turns)
    const { facts, degraded } = await distiller.distill({
      userId,
      turns,
      aboutAssistant,
      userName,
      ...(signal !== undefined && { signal })
    })
    return { facts: underOneSubject(facts, userName), degraded, userName }
  }

  return { remember, ingest, drain }
}

function maySpeak (turn: Turn, aboutAssistant: boolean): boolean {
  return !isMachines(turn) && isAssistants(turn) === aboutAssistant && turn.content.trim() !== ''
}

function scopeOf ({ userId, app, project, sessionId, tags, categories }: Scope): Scope {
  return { userId, app, project, sessionId, tags, categories }
}

/** The turns that the session has now, also where nothing was read from them. */
function withTurns (
  changeset: Changeset,
  request: Scope,
  admission: { keys: string[], session: Session | undefined } | null,
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

function joined (
  changeset: Changeset,
  done: Pick<Changeset, 'supersede' | 'revise'>
): Pick<Changeset, 'supersede' | 'revise'> {
  const supersede = [...changeset.supersede ?? [], ...done.supersede ?? []]
  // What is ended is not revised as well; the parcel's holder goes with its words.
  const ended = new Set(supersede.map(({ oldId }) => oldId))
  const revise = [...done.revise ?? [], ...(changeset.revise ?? []).filter(({ id }) => !ended.has(id))]
  return { ...(supersede.length > 0 && { supersede }), ...(revise.length > 0 && { revise }) }
}

function withoutTwins (memories: NewMemory[]): NewMemory[] {
  const seen = new Set<string>()
  return memories.filter(({ fingerprint }) => !seen.has(fingerprint) && seen.add(fingerprint))
}

function turnOf (turns: Turn[], { turnIndexes }: CandidateFact): Turn | undefined {
  const last = turnIndexes.at(-1)
  return last === undefined ? undefined : turns[last]
}

/** The envelope describes the first stored memory, or else the first one that the text concerned. */
function remembered ({ results, memories, degraded: also }: Planned, degraded: string[]): Remembered {
  const stored = results.findIndex(({ event }) => event === 'ADD' || event === 'UPDATE' || event === 'SUPERSEDE')
  const first = stored >= 0 ? stored : memories.findIndex(memory => memory !== null)
  const outcome = results[first] as Outcome
  return {
    memory: memories[first] as Memory,
    event: outcome.event === 'ERROR' ? 'NONE' : outcome.event,
    results,
    degraded: [...degraded, ...also]
  }
}
