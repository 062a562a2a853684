/** The write path, in its order: admit, distill, match, decide, commit; enrichment follows behind the answer. */
import type { CandidateFact, Distillation, Distiller, Turn } from '../../../kernel/capabilities/distiller.ts'
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { Guard } from '../../../kernel/capabilities/guard.ts'
import type { IdempotencyKey, IngestRequest, Ingested, Outcome, RememberRequest, Remembered, Scope } from '../../../kernel/capabilities/memory.ts'
import type { Store } from '../../../kernel/capabilities/store.ts'
import { StoreConflict } from '../../../kernel/errors.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { answeredBefore, replayOf } from './write/admit.ts'
import { candidateOf, verbatimFact, withoutRepeats, type Circumstances } from './write/candidate.ts'
import { endedBy, isStored, plan, type Planned } from './write/commit.ts'
import { decide } from './write/decide.ts'
import { mention } from './write/entities.ts'
import { commitFitting } from './write/fitting.ts'
import { match } from './write/match.ts'
import type { Serialise } from './write/serialise.ts'
import { nameOfUser, underOneSubject } from './write/subject.ts'

export interface Writing {
  store: Store
  embedder: Embedder
  guard: Guard | undefined
  distiller: Distiller
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich (userId: string): void
}

type WriteRequest = Scope & { idempotency: IdempotencyKey | null, signal?: AbortSignal }

/** How often a write is decided again when another process was quicker. */
const attempts = 5

export function createWritePath ({ store, embedder, guard, distiller, serialise, enrich }: Writing) {
  async function remember (request: RememberRequest): Promise<Remembered> {
    return await serialise(request.userId, async () => {
      const answered = await answeredBefore<Remembered>(store, request.userId, request.idempotency)
      if (answered !== null) return answered
      const now = Date.now()
      const { facts, degraded } = await read(request, now)
      const circumstances: Circumstances = {
        scope: request,
        source: request.infer ? 'conversation' : 'verbatim',
        memoryType: request.memoryType,
        metadata: request.metadata,
        attributes: {},
        validAtOf: () => request.validAt ?? now,
        uuidsOf: () => [],
        now
      }
      const settled = await settle(request, now, async () => {
        const planned = await propose(request, facts, circumstances)
        if (planned.memories.some(memory => memory !== null)) return planned
        // A text the caller chose to add is never dropped.
        return await propose(request, [verbatimFact(request.text)], circumstances)
      }, planned => remembered(planned, degraded))
      return remembered(settled, degraded)
    })
  }

  async function ingest (request: IngestRequest): Promise<Ingested> {
    return await serialise(request.userId, async () => {
      const answered = await answeredBefore<Ingested>(store, request.userId, request.idempotency)
      if (answered !== null) return answered
      const now = Date.now()
      const { turns } = request
      const { facts, degraded } = await distill(request, turns, request.aboutAssistant)
      const circumstances: Circumstances = {
        scope: request,
        source: 'conversation',
        memoryType: null,
        metadata: null,
        attributes: request.transcriptPath === null ? {} : { transcript_path: request.transcriptPath },
        validAtOf: fact => turnOf(turns, fact)?.at ?? now,
        uuidsOf: fact => fact.turnIndexes.map(index => turns[index]?.uuid).filter(uuid => typeof uuid === 'string'),
        now
      }
      const { results } = await settle(request, now, async () => await propose(request, facts, circumstances), ({ results }) => ({ results, degraded }))
      return { results, degraded }
    })
  }

  /** What `infer` asks for: the facts in a text, or the text itself. */
  async function read (request: RememberRequest, now: number): Promise<Distillation> {
    if (!request.infer) return { facts: [verbatimFact(request.text)], degraded: [] }
    const turn: Turn = { role: 'user', content: request.text, uuid: null, name: null, at: request.validAt ?? now }
    const { facts, degraded } = await distill(request, [turn], false)
    return { facts: facts.length > 0 ? facts : [verbatimFact(request.text)], degraded }
  }

  /** Commits what is proposed, and asks for a new proposal when the user's memories changed in between. */
  async function settle (request: WriteRequest, now: number, proposal: () => Promise<Planned>, answer: (planned: Planned) => unknown): Promise<Planned> {
    for (let attempt = 1; ; attempt++) {
      const planned = await proposal()
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

  async function propose (request: WriteRequest, facts: CandidateFact[], circumstances: Circumstances): Promise<Planned> {
    const { source, now } = circumstances
    const candidates = withoutRepeats(facts.map(fact => candidateOf(fact, circumstances)))
    const matched = await match(store, embedder, guard, request.userId, candidates, source !== 'verbatim', request.signal)
    const decided = await decide(distiller, request.userId, matched)
    const stored = decided.filter(isStored)
    const [mentions, session] = await Promise.all([
      mention(store, request.userId, stored, endedBy(decided), now),
      stored.length === 0 || request.sessionId === null ? [] : store.sessions(request.userId, { ids: [request.sessionId], limit: 1 })
    ])
    return plan(request, decided, mentions, session[0], now)
  }

  async function distill ({ userId, signal }: WriteRequest, turns: Turn[], aboutAssistant: boolean): Promise<Distillation> {
    const userName = await nameOfUser(store, userId, turns)
    const { facts, degraded } = await distiller.distill({ userId, turns, aboutAssistant, userName, ...(signal !== undefined && { signal }) })
    return { facts: underOneSubject(facts, userName), degraded }
  }

  return { remember, ingest }
}

function turnOf (turns: Turn[], { turnIndexes }: CandidateFact): Turn | undefined {
  const last = turnIndexes.at(-1)
  return last === undefined ? undefined : turns[last]
}

/** The envelope describes the first stored memory, or else the first one that the text concerned. */
function remembered ({ results, memories }: Planned, degraded: string[]): Remembered {
  const stored = results.findIndex(({ event }) => event === 'ADD' || event === 'UPDATE' || event === 'SUPERSEDE')
  const first = stored >= 0 ? stored : memories.findIndex(memory => memory !== null)
  const outcome = results[first] as Outcome
  return { memory: memories[first] as Memory, event: outcome.event === 'ERROR' ? 'NONE' : outcome.event, results, degraded }
}
