/** What cannot be distilled now is kept, and distilled in order when it can be. */
import type { Turn } from '../../../../domain/capabilities/distiller.ts'
import type { IdempotencyKey, IngestRequest, Outcome, RememberRequest } from '../../../../domain/capabilities/memory.ts'
import type { Basis, Changeset, Store } from '../../../../domain/capabilities/store.ts'
import type { Memory, NewMemory } from '../../../../domain/nouns.ts'
import type { Planned } from './commit.ts'
import type { Deliberation } from './deliberate.ts'
import {
  deferrable,
  distilled,
  parcelled,
  parcelOf,
  refusedIn,
  triedInVain,
  waiting,
  withParcel,
  type Given,
  type Parcel
} from './inbox.ts'
import { sentAgain } from './sent-again.ts'
import type { Serialise } from './serialise.ts'
import { readSessionTurns, withTurns, type SessionTurns } from './turns-kept.ts'

export type Conversation = Omit<IngestRequest, 'idempotency'> & {
  idempotency: IdempotencyKey | null
  given?: Given | undefined
}

/** What ends the waiting of the words that are read. */
export type Done = Pick<Changeset, 'basis' | 'supersede' | 'revise'>

export interface Deferring {
  store: Store
  serialise: Serialise
  settle: Deliberation['settle']
  ingestNow(
    request: Conversation,
    known: Set<number>,
    sessionTurns: SessionTurns | null,
    now: number,
    done?: (refused: number) => Done
  ): Promise<unknown>
  rememberNow(request: RememberRequest, turn: Turn, now: number, done?: (refused: number) => Done): Promise<unknown>
}

export function createDeferral ({ store, serialise, settle, ingestNow, rememberNow }: Deferring) {
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
      if (failed === null || request.signal?.aborted || request.dryRun === true) throw error
      const refused = refusedIn(error)
      const kept = async (): Promise<Planned> => ({ ...await keep(request, fresh, now), refused })
      return answer(await settle(request, now, kept, planned => answer(planned, [failed])), [failed])
    }
  }

  async function keep (request: Conversation, fresh: Turn[], now: number): Promise<Planned> {
    const again = await sentAgain(store, request)
    const memories = again ?? parcelled(request, fresh, now)
    const add = again === null ? memories as NewMemory[] : []
    const { keys, session } = await readSessionTurns(store, request)
    const changeset: Changeset = { userId: request.userId, ...(add.length > 0 && { add }), enrichment: { due: now } }
    return {
      changeset: withTurns(changeset, request, { keys, session }, now),
      results: memories.map(memory => waitingOutcome(memory, again === null ? 'ADD' : 'SKIP_DUPLICATE')),
      memories,
      refused: 0,
      degraded: [],
      read: []
    }
  }

  /** What rules read for want of a budget, with the words until the model reads them: once while they wait. */
  async function andKept (planned: Planned, request: Conversation, fresh: Turn[], now: number): Promise<Planned> {
    if (fresh.length === 0 || request.dryRun === true || await sentAgain(store, request) !== null) return planned
    const changeset = { ...planned.changeset, enrichment: planned.changeset.enrichment ?? { due: now } }
    const held = withParcel(changeset, request)
    if (held !== null) return { ...planned, changeset: held }
    const words = parcelled(request, fresh, now)
    return {
      ...planned,
      changeset: { ...changeset, add: [...changeset.add ?? [], ...words] },
      results: [...planned.results, ...words.map(memory => waitingOutcome(memory, 'ADD'))],
      memories: [...planned.memories, ...words]
    }
  }

  /**
   * Distils what waits, in order, and stops at the first that still cannot be. Answers when to try again; null when
   * nothing is left.
   */
  async function drain (userId: string): Promise<number | null> {
    for (;;) {
      const next = await serialise(userId, async now => await unpackNext(userId, now))
      if (next !== 'unpacked') return next
    }
  }

  /** What waits is read in its turn: it may have been erased by what came before. */
  async function unpackNext (userId: string, now: number): Promise<number | null | 'unpacked'> {
    const basis = await store.basis(userId)
    const [holder] = basis === null ? [] : await waiting(store, userId)
    const parcel = holder === undefined ? null : parcelOf(holder)
    if (basis === null || holder === undefined || parcel === null) return null
    if (parcel.nextAt > Date.now()) return parcel.nextAt
    return await unpack(holder, parcel, basis, now) ?? 'unpacked'
  }

  /** Nothing is written when something of the user was removed meanwhile, by another process. */
  async function unpack (holder: Memory, parcel: Parcel, basis: Basis, now: number): Promise<number | null> {
    const done = (refused: number): Done => ({ basis, ...distilled(parcel, holder, refused, now) })
    try {
      await read(parcel, now, done)
      return null
    } catch (error) {
      if (deferrable(error) === null) throw error
      const { nextAt, revise } = triedInVain(parcel, holder, error)
      await store.commit({ userId: parcel.scope.userId, basis, revise })
      return nextAt
    }
  }

  async function read ({ given, turns, scope, ...parcel }: Parcel, now: number, done: (refused: number) => Done) {
    const [turn] = turns
    if (given !== undefined && turn !== undefined) {
      const request = { ...scope, ...given, text: turn.content, validAt: turn.at, idempotency: null }
      await rememberNow(request, turn, now, done)
      return
    }
    const known = new Set(turns.flatMap(({ known }, place) => known === true ? [place] : []))
    await ingestNow({ ...parcel, ...scope, turns, idempotency: null }, known, null, now, done)
  }

  return { orKept, andKept, drain }
}

function waitingOutcome ({ id, text }: Memory, event: 'ADD' | 'SKIP_DUPLICATE'): Outcome {
  return { id, memory: text, event }
}
