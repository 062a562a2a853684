/** The write path, in its order: admit, distill, match, decide, commit; enrichment follows behind the answer. */
import type { CandidateFact, Distiller, Turn } from '../../../kernel/capabilities/distiller.ts'
import type { Embedder } from '../../../kernel/capabilities/embedder.ts'
import type { IdempotencyKey, IngestRequest, Ingested, Outcome, RememberRequest, Remembered, Scope } from '../../../kernel/capabilities/memory.ts'
import type { Store } from '../../../kernel/capabilities/store.ts'
import { StoreConflict } from '../../../kernel/errors.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { answeredBefore, replayOf } from './write/admit.ts'
import { candidateOf, verbatimFact, withoutRepeats, type Candidate, type Circumstances } from './write/candidate.ts'
import { endedBy, isStored, plan, type Planned } from './write/commit.ts'
import { decide } from './write/decide.ts'
import { mention } from './write/entities.ts'
import { match } from './write/match.ts'
import type { Serialise } from './write/serialise.ts'

export interface Writing {
  store: Store
  embedder: Embedder
  distiller: Distiller
  serialise: Serialise
  /** Tells the enrichment queue that a user is due. */
  enrich (userId: string): void
}

/** How often a write is decided again when another process was quicker. */
const attempts = 5

export function createWritePath ({ store, embedder, distiller, serialise, enrich }: Writing) {
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
      const settled = await settle(request, facts, circumstances, async planned => {
        // A text the caller chose to add is never dropped.
        if (planned.memories.every(memory => memory === null)) {
          return await propose(request, [candidateOf(verbatimFact(request.text), circumstances)], circumstances, request.signal)
        }
        return planned
      }, planned => remembered(planned, degraded))
      return remembered(settled, degraded)
    })
  }

  async function ingest (request: IngestRequest): Promise<Ingested> {
    return await serialise(request.userId, async () => {
      const answered = await answeredBefore<Ingested>(store, request.userId, request.idempotency)
      if (answered !== null) return answered
      const { turns } = request
      const { facts, degraded } = await distiller.distill({
        userId: request.userId,
        turns,
        aboutAssistant: request.aboutAssistant,
        userName: await nameOf(request.userId),
        ...(request.signal !== undefined && { signal: request.signal })
      })
      const circumstances: Circumstances = {
        scope: request,
        source: 'conversation',
        memoryType: null,
        metadata: null,
        attributes: request.transcriptPath === null ? {} : { transcript_path: request.transcriptPath },
        validAtOf: fact => turnOf(turns, fact)?.at ?? Date.now(),
        uuidsOf: fact => fact.turnIndexes.map(index => turns[index]?.uuid).filter(uuid => typeof uuid === 'string'),
        now: Date.now()
      }
      const settled = await settle(request, facts, circumstances, async planned => planned, ({ results }) => ({ results, degraded }))
      return { results: settled.results, degraded }
    })
  }

  /** What `infer` asks for: the facts in a text, or the text itself. */
  async function read (request: RememberRequest, now: number): Promise<{ facts: CandidateFact[], degraded: string[] }> {
    if (!request.infer) return { facts: [verbatimFact(request.text)], degraded: [] }
    const turn: Turn = { role: 'user', content: request.text, uuid: null, name: null, at: request.validAt ?? now }
    const { facts, degraded } = await distiller.distill({
      userId: request.userId,
      turns: [turn],
      aboutAssistant: false,
      userName: await nameOf(request.userId),
      ...(request.signal !== undefined && { signal: request.signal })
    })
    return { facts: facts.length > 0 ? facts : [verbatimFact(request.text)], degraded }
  }

  /** Decides and commits, and decides again when the user's memories changed in between. */
  async function settle (
    request: Scope & { idempotency: IdempotencyKey | null, signal?: AbortSignal },
    facts: CandidateFact[],
    circumstances: Circumstances,
    complete: (planned: Planned) => Promise<Planned>,
    answer: (planned: Planned) => unknown
  ): Promise<Planned> {
    for (let attempt = 1; ; attempt++) {
      const candidates = withoutRepeats(facts.map(fact => candidateOf(fact, circumstances)))
      const planned = await complete(await propose(request, candidates, circumstances, request.signal))
      Object.assign(planned.changeset, replayOf(request.idempotency, answer(planned), circumstances.now))
      try {
        if (Object.keys(planned.changeset).length > 1) await store.commit(planned.changeset)
        if (planned.changeset.enrichment !== undefined) enrich(request.userId)
        return planned
      } catch (error) {
        if (!(error instanceof StoreConflict) || attempt === attempts) throw error
      }
    }
  }

  async function propose (scope: Scope, candidates: Candidate[], { source, now }: Circumstances, signal: AbortSignal | undefined): Promise<Planned> {
    const matched = await match(store, embedder, scope.userId, candidates, source !== 'verbatim', signal)
    const decided = await decide(distiller, scope.userId, matched)
    const stored = decided.filter(isStored)
    const [mentions, session] = await Promise.all([
      mention(store, scope.userId, stored, endedBy(decided), now),
      stored.length === 0 || scope.sessionId === null ? [] : store.sessions(scope.userId, { ids: [scope.sessionId], limit: 1 })
    ])
    return plan(scope, decided, mentions, session[0], now)
  }

  /** What the user is called, when a memory told. */
  async function nameOf (userId: string): Promise<string | null> {
    const [named] = await store.aboutSubject(userId, 'user', 'name', 1)
    return named?.value ?? null
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
