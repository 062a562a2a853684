/** Step 5: one changeset out of everything decided, and the answer that describes it. */
import type { Outcome, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import type { Memory, NewMemory, Origin, Session } from '../../../../domain/nouns.ts'
import { fingerprint } from '../../../../domain/text/identity.ts'
import { inQuotes } from '../../../_shared/english/third-person.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import { leadOf, withLead } from '../../../_shared/wording/lead.ts'
import type { Decided } from './decide.ts'
import type { Mentions } from './entities.ts'
import { createLedger } from './ledger.ts'

export interface Planned {
  changeset: Changeset
  results: Outcome[]
  /** The memory each result speaks of, as it will be after the commit; null for NONE. */
  memories: Array<Memory | null>
  /** Facts that were left out because nothing of them was said. */
  refused: number
  degraded: string[]
  /** What was read, in the order of the facts, and from which turns. */
  read: FactRead[]
}

/** What one fact led to: the memories it concerns, or why it was left out. */
export interface FactRead {
  /** Places among the turns of the request. */
  turnIndexes: number[]
  memoryIds: string[]
  refused: string | null
  /** What was claimed, where nothing of it is in the results. */
  claimed?: string
}

/** True when the candidate becomes a memory of its own. */
export function isStored ({ verdict }: Decided): boolean {
  return verdict.event === 'ADD' || verdict.event === 'UPDATE' || verdict.event === 'SUPERSEDE'
}

/** Memories that the decisions end; some of them may have been said in the same request. */
export function endedBy (decided: Decided[]): Memory[] {
  return decided.filter(({ verdict }) => verdict.event !== 'SKIP_DUPLICATE').flatMap(one =>
    one.verdict.targetIds.map(id => memoryOf(one, id)).filter(memory => memory !== undefined)
  )
}

export async function plan (
  scope: Scope,
  decided: Decided[],
  { entities, relations }: Mentions,
  known: Session | undefined,
  now: number,
  signal?: AbortSignal
): Promise<Omit<Planned, 'refused' | 'degraded'>> {
  const drafts = new Map(decided.map(one => [one.draft.id, one]))
  const ledger = createLedger(now)
  const results: Outcome[] = []
  const memories: Array<Memory | null> = []
  const read: FactRead[] = []

  const pause = timeSlices(signal)
  for (const one of decided) {
    // One is not long work, and most requests are one.
    if (decided.length > 1) await pause()
    const targets = one.verdict.targetIds.map(id => standing(one, id)).filter(memory => memory !== undefined)
    const entered = enter(one, targets)
    for (const { memory, outcome } of entered) {
      memories.push(memory)
      results.push(outcome)
    }
    read.push(readingOf(one, entered.map(({ outcome }) => outcome)))
  }

  function enter (one: Decided, targets: Memory[]): Array<{ memory: Memory | null, outcome: Outcome }> {
    const { draft, embedding, fact, verdict } = one
    const { event, reason } = verdict
    const said = { reason, quote: fact.quote }
    if (isStored(one)) {
      ledger.store(
        Object.assign(draft, verdict.after === undefined ? { embedding } : quotingFirst(draft, verdict.after))
      )
      const rests = targets.flatMap(target => remaining(target, ledger.end(target, draft, one)))
      ledger.place(draft, one)
      const outcome: Outcome = { id: draft.id, memory: draft.text, event, ...said, ...displacedBy(targets) }
      return [{ memory: draft, outcome }, ...rests]
    }
    if (event === 'INVALIDATE') {
      return targets.flatMap(target => {
        const rest = ledger.end(target, null, one)
        const outcome: Outcome = { id: target.id, memory: target.text, event, ...said, ...displacedBy([target]) }
        return [{ memory: target, outcome }, ...remaining(target, rest)]
      })
    }
    const [target] = targets
    if (target !== undefined && !drafts.has(target.id)) ledger.repeat(target, one, scope.tags)
    const outcome: Outcome = { id: target?.id ?? null, memory: target?.text ?? fact.text, event, ...said }
    return [{ memory: target ?? null, outcome }]
  }

  // A fact said earlier in this request may itself be a repeat of a stored one; then that one is meant.
  function standing (one: Decided, id: string): Memory | undefined {
    const drafted = drafts.get(id)
    if (drafted === undefined || isStored(drafted)) return memoryOf(one, id)
    const [target] = drafted.verdict.targetIds
    return target === undefined ? undefined : memoryOf(drafted, target)
  }

  const { add } = ledger
  const sessions = add.length > 0 && scope.sessionId !== null ? [sessionOf(scope, scope.sessionId, known, add)] : []
  return {
    changeset: {
      userId: scope.userId,
      ...withOrigin(ledger.changes(), scope, decided),
      ...(entities.length > 0 && { entities }),
      ...(relations.length > 0 && { relations }),
      ...(sessions.length > 0 && { sessions }),
      ...((entities.length > 0 || sessions.length > 0) && { enrichment: { due: now } })
    },
    results,
    memories,
    read
  }
}

function readingOf ({ fact: { turnIndexes }, verdict }: Decided, outcomes: Outcome[]): FactRead {
  const memoryIds = [...new Set(outcomes.map(({ id }) => id).filter(id => id !== null))]
  return { turnIndexes, memoryIds, refused: memoryIds.length === 0 ? verdict.reason : null }
}

/** With these words in front; its vector was that of other ones. */
function quotingFirst (
  { text, project }: Memory,
  words: string
): Pick<NewMemory, 'text' | 'fingerprint' | 'embedding'> {
  const led = withLead({ ...leadOf(text), quoted: [inQuotes(words)] })
  return { text: led, fingerprint: fingerprint(led, project), embedding: null }
}

/** An edge says which conversation it came from, so that all that one changed can be taken back. */
function withOrigin (
  changes: Omit<Changeset, 'userId'>,
  { sessionId, app }: Scope,
  [first]: Decided[]
): Omit<Changeset, 'userId'> {
  const { supersede, history } = changes
  const origin: Origin = { source: first?.draft.source === 'verbatim' ? 'api' : 'conversation', sessionId, app }
  return {
    ...changes,
    ...(supersede && { supersede: supersede.map(edge => ({ ...edge, origin })) }),
    ...(history && { history: history.map(edge => ({ ...edge, origin })) })
  }
}

function remaining ({ text }: Memory, rest: Memory | null): Array<{ memory: Memory, outcome: Outcome }> {
  if (rest === null) return []
  const { id, text: memory } = rest
  return [{ memory: rest, outcome: { id, memory, event: 'ADD', reason: `It still holds of "${text}".` } }]
}

function displacedBy (targets: Memory[]): Pick<Outcome, 'displaced'> {
  return targets.length > 0 ? { displaced: targets.map(({ id, text }) => ({ id, memory: text })) } : {}
}

function memoryOf ({ neighbours, twin }: Decided, id: string): Memory | undefined {
  return twin?.id === id ? twin : neighbours.find(({ memory }) => memory.id === id)?.memory
}

export function sessionOf (
  { userId, project, app }: Scope,
  id: string,
  known: Session | undefined,
  added: NewMemory[]
): Session {
  const times = added.map(({ validAt }) => validAt)
  return {
    ...(known ?? { id, userId, project, app, gist: null, gistEmbedding: null, turns: [] }),
    gistStale: true,
    startedAt: Math.min(...times),
    endedAt: Math.max(...times)
  }
}
