/**
 * The write path, in its order: idempotency, distill, verify, match, decide, commit; enrichment follows the answer.
 */
import type { CandidateFact, Distillation, LeftOut, Turn } from '../../../domain/capabilities/distiller.ts'
import type { Ingested, IngestRequest, Remembered, RememberRequest } from '../../../domain/capabilities/memory.ts'
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { LlmBudgetExceeded, StoreConflict } from '../../../domain/errors.ts'
import { isAssistantRole, isMachineRole } from '../../../domain/roles.ts'
import { isForgotten } from './keep/beliefs.ts'
import { requireOrder } from './keep/edit.ts'
import { claimsOf, ingested, remembered } from './write/answers.ts'
import { answeredBefore } from './write/idempotency.ts'
import { verbatimFact, type Circumstances } from './write/candidate.ts'
import type { Planned } from './write/commit.ts'
import { createDeferral, type Conversation, type Done } from './write/deferred.ts'
import { createDeliberation, type Writing } from './write/deliberate.ts'
import { hearing, hearingAlone } from './write/heard.ts'
import { deferrable, givenOf } from './write/inbox.ts'
import { withReading } from './write/readings.ts'
import { readSessionTurns, withTurns, type SessionTurns } from './write/turns-kept.ts'

export function createWritePath (writing: Writing) {
  const { store, serialise } = writing
  const { settle, propose, keep, distill } = createDeliberation(writing)
  const { orKept, andKept, drain } = createDeferral({ store, serialise, settle, ingestNow, rememberNow })

  async function remember (request: RememberRequest): Promise<Remembered> {
    if (!restsOnNothing(request)) return await rememberInTurn(request)
    try {
      return await serialise(
        request.userId,
        async now => await answeredOr(request, now, () => rememberNow(request, turnOf(request, now), now)),
        { together: true }
      )
    } catch (error) {
      // What cannot be embedded now is kept with the turns of its session, which are read and written; of two with one
      // key the later finds the answer of the first.
      if (error instanceof StoreConflict) return await rememberInTurn(request)
      if (deferrable(error) === null) throw error
      return await rememberInTurn(request, () => Promise.reject(error))
    }
  }

  async function rememberInTurn (request: RememberRequest, work = rememberNow): Promise<Remembered> {
    return await serialise(request.userId, async now =>
      await answeredOr(request, now, async () => {
        const turn = turnOf(request, now)
        return await orKept(
          { ...request, turns: [turn], aboutAssistant: false, transcriptPath: null, given: givenOf(request) },
          [turn],
          now,
          async () => await work(request, turn, now),
          (planned, degraded) => remembered(planned, { refused: 0, degraded })
        )
      }))
  }

  async function answeredOr (
    { userId, idempotency, validAt, invalidAt = null }: RememberRequest,
    now: number,
    work: () => Promise<Remembered>
  ): Promise<Remembered> {
    const answered = await answeredBefore<Remembered>(store, userId, idempotency)
    if (answered !== null) return answered
    // Also of what ended while it waited for its turn.
    requireOrder(validAt ?? now, invalidAt)
    return await work()
  }

  async function rememberNow (
    request: RememberRequest,
    turn: Turn,
    now: number,
    done?: (refused: number) => Done
  ): Promise<Remembered> {
    const read: Pick<Distillation, 'facts' | 'degraded'> & { refused: number } = request.infer
      ? await distill(request, [turn], false)
      : { facts: [], degraded: [], refused: 0 }
    const { facts } = read
    const isOverBudget = read.degraded.includes('llm_budget')
    // What rules read nothing of waits until the model may read it.
    if (isOverBudget && (done !== undefined || facts.length === 0)) throw new LlmBudgetExceeded('a day')
    const circumstances: Circumstances = {
      scope: request,
      source: request.infer ? 'conversation' : 'verbatim',
      memoryType: request.memoryType,
      metadata: request.metadata,
      attributes: {},
      validAtOf: () => request.validAt ?? now,
      uuidsOf: () => [],
      heardOf: hearingAlone(request.text),
      now
    }
    const until = (fact: CandidateFact): CandidateFact => ({
      ...fact,
      invalidAt: fact.invalidAt ?? request.invalidAt ?? null
    })
    const verbatim = until(verbatimFact(request.text))
    const settled = await settle(request, now, async attempt => {
      const planned = await planText(attempt)
      if (isOverBudget) {
        const kept = { ...request, turns: [turn], aboutAssistant: false, transcriptPath: null, given: givenOf(request) }
        return await andKept(planned, kept, withoutWishes(planned, facts, [turn]), now)
      }
      const finished = done === undefined ? {} : joined(planned.changeset, done(read.refused + planned.refused))
      return { ...planned, changeset: { ...planned.changeset, ...finished } }
    }, planned => remembered(planned, read))
    return remembered(settled, read)

    async function planText (attempt: number): Promise<Planned> {
      // An equal text is rare and the commit finds it, so that it is looked for when that was refused.
      if (attempt === 1 && restsOnNothing(request)) return await keep(request, verbatim, circumstances)
      const planned = await propose(request, facts.length > 0 ? facts.map(until) : [verbatim], circumstances)
      const kept = (one: Planned): Planned => request.infer ? withReading(one, request, [turn], [0], now) : one
      if (planned.memories.some(memory => memory !== null)) return kept(planned)
      // A text the caller chose to add is never dropped, but for a wish to forget, which is no fact.
      return kept({ ...await propose(request, [verbatim], circumstances), refused: planned.refused })
    }
  }

  async function ingest (given: IngestRequest): Promise<Ingested> {
    return await serialise(given.userId, async now => {
      const answered = await answeredBefore<Ingested>(store, given.userId, given.idempotency)
      if (answered !== null) return answered
      const request = { ...given, turns: given.turns.map(turn => turn.timed === false ? { ...turn, at: now } : turn) }
      const { known, keys, session } = await readSessionTurns(store, request)
      const fresh = request.turns.filter((turn, place) => !known.has(place) && maySpeak(turn, request.aboutAssistant))
      if (fresh.length === 0) return { results: [], refused: 0, degraded: [] }
      return await orKept(
        { ...request, turns: withKnown(request.turns, known) },
        fresh,
        now,
        async () => await ingestNow(request, known, { keys, session }, now),
        (planned, degraded) => ingested(planned, { refused: 0, degraded })
      )
    })
  }

  async function ingestNow (
    request: Conversation,
    known: Set<number>,
    sessionTurns: SessionTurns | null,
    now: number,
    done: (refused: number) => Done = () => ({})
  ): Promise<Ingested> {
    const turns = withKnown(request.turns, known)
    const { facts, degraded, refused, leftOut, userName } = await distill(request, turns, request.aboutAssistant)
    // What was read by rules for want of a budget waits on until the model may read it.
    if (sessionTurns === null && degraded.includes('llm_budget')) throw new LlmBudgetExceeded('a day')
    const circumstances: Circumstances = {
      scope: request,
      source: 'conversation',
      memoryType: null,
      metadata: null,
      attributes: request.transcriptPath === null ? {} : { transcript_path: request.transcriptPath },
      // A turn is not said in the future, whatever the clock of its client says.
      validAtOf: fact => Math.min(lastTurnOf(turns, fact)?.at ?? now, now),
      uuidsOf: fact => fact.turnIndexes.map(index => turns[index]?.uuid).filter(uuid => typeof uuid === 'string'),
      heardOf: hearing(turns, userName),
      now
    }
    const answer = (planned: Planned): Ingested => ingested(planned, { refused, degraded })
    const stated = facts.filter(({ turnIndexes }) => !turnIndexes.every(place => known.has(place)))
    const planned = await settle(
      request,
      now,
      async () => {
        const proposed = withClaims(await propose(request, stated, circumstances), leftOut)
        const finished = joined(proposed.changeset, done(refused + proposed.refused))
        const read = { ...proposed, changeset: { ...proposed.changeset, ...finished } }
        const planned = degraded.includes('llm_budget') ? await keepUnread(read) : read
        const changeset = withTurns(planned.changeset, request, sessionTurns, now)
        const places = turns.flatMap((turn, place) => maySpeak(turn, request.aboutAssistant) ? [place] : [])
        return withReading({ ...planned, changeset }, request, turns, places, now)
      },
      answer
    )
    return { ...answer(planned), ...claimsOf(planned) }

    async function keepUnread (read: Planned): Promise<Planned> {
      const left = withoutWishes(read, stated, turns)
      const fresh = left.filter(turn => turn.known !== true && maySpeak(turn, request.aboutAssistant))
      return await andKept(read, { ...request, turns: left }, fresh, now)
    }
  }

  return { remember, ingest, drain }
}

/** A text kept as it is: compared with equal texts alone, which the commit checks. */
function restsOnNothing ({ infer, supersedes = [] }: RememberRequest): boolean {
  return !infer && supersedes.length === 0
}

function turnOf ({ text, validAt }: RememberRequest, now: number): Turn {
  return { role: 'user', content: text, uuid: null, name: null, at: validAt ?? now }
}

/** What was read before is there to understand the rest by, also when it is read later. */
function withKnown (turns: Turn[], known: Set<number>): Turn[] {
  return turns.map((turn, place) => known.has(place) ? { ...turn, known: true } : turn)
}

function maySpeak (turn: Turn, aboutAssistant: boolean): boolean {
  return !isMachineRole(turn.role) && isAssistantRole(turn.role) === aboutAssistant && turn.content.trim() !== ''
}

/** What the distiller left out stands beside what the guard did. */
function withClaims (planned: Planned, leftOut: LeftOut[]): Planned {
  const read = leftOut.map(({ turnIndex, text, reason }) => ({
    turnIndexes: [turnIndex],
    memoryIds: [],
    refused: reason,
    claimed: text
  }))
  return { ...planned, read: [...planned.read, ...read] }
}

/** Without the wishes to forget that were granted: they are not to be kept, and less what they name. */
function withoutWishes ({ changeset }: Planned, facts: CandidateFact[], turns: Turn[]): Turn[] {
  if (!changeset.supersede?.some(({ revisions = [] }) => isForgotten({ revisions }))) return turns
  const wishes = new Set(facts.filter(({ change }) => change.kind === 'forget').flatMap(fact => fact.turnIndexes))
  return turns.filter((_, place) => !wishes.has(place))
}

function joined (
  changeset: Changeset,
  done: Done
): Done {
  const forgotten = new Set((changeset.supersede ?? []).map(({ oldId }) => oldId))
  const supersede = [
    ...changeset.supersede ?? [],
    ...(done.supersede ?? []).filter(({ oldId }) => !forgotten.has(oldId))
  ]
  // What is ended is not revised as well; the parcel's holder goes with its words.
  const ended = new Set(supersede.map(({ oldId }) => oldId))
  const revise = [...done.revise ?? [], ...(changeset.revise ?? []).filter(({ id }) => !ended.has(id))]
  return {
    ...(done.basis && { basis: done.basis }),
    ...(supersede.length > 0 && { supersede }),
    ...(revise.length > 0 && { revise })
  }
}

function lastTurnOf (turns: Turn[], { turnIndexes }: CandidateFact): Turn | undefined {
  const last = turnIndexes.at(-1)
  return last === undefined ? undefined : turns[last]
}
