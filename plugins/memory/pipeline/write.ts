/**
 * The write path, in its order: admit, distill, verify, match, decide, commit; enrichment follows behind the answer.
 */
import type { CandidateFact, Turn } from '../../../domain/capabilities/distiller.ts'
import type {
  Ingested,
  IngestRequest,
  Outcome,
  Remembered,
  RememberRequest,
  Scope
} from '../../../domain/capabilities/memory.ts'
import type { Changeset } from '../../../domain/capabilities/store.ts'
import { LlmBudgetExceeded } from '../../../domain/errors.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { answeredBefore } from './write/admit.ts'
import { verbatimFact, type Circumstances } from './write/candidate.ts'
import type { Planned } from './write/commit.ts'
import { createDeferral, type Conversation } from './write/deferred.ts'
import { createDeliberation, type Writing } from './write/deliberate.ts'
import { hearing, heardAlone, isAssistants, isMachines } from './write/heard.ts'
import { withParcel } from './write/inbox.ts'
import { admitted, withTurns, type Admission } from './write/turns-kept.ts'

export function createWritePath (writing: Writing) {
  const { store, serialise } = writing
  const { settle, propose, distill } = createDeliberation(writing)
  const { orKept, drain } = createDeferral({ store, serialise, settle, ingestNow })

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
      const { known, keys, session } = await admitted(store, request)
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

  async function ingestNow (
    request: Conversation,
    known: Set<number>,
    admission: Admission | null,
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

  return { remember, ingest, drain }
}

function maySpeak (turn: Turn, aboutAssistant: boolean): boolean {
  return !isMachines(turn) && isAssistants(turn) === aboutAssistant && turn.content.trim() !== ''
}

function scopeOf ({ userId, app, project, sessionId, tags, categories }: Scope): Scope {
  return { userId, app, project, sessionId, tags, categories }
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
