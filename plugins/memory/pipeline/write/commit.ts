/** Step 5: one changeset out of everything decided, and the answer that describes it. */
import type { Outcome, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Changeset } from '../../../../domain/capabilities/store.ts'
import type { Memory, NewMemory, Origin, Session } from '../../../../domain/nouns.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import { memoryOf, type Decided } from './decide.ts'
import type { Mentions } from './entities.ts'
import { createLedger } from './ledger.ts'
import { quotingFirst } from './worded-anew.ts'

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

/** A memory that a fact concerns, and what the answer says of it. */
interface Entered {
  memory: Memory | null
  outcome: Outcome
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

/** What is stored already. */
export interface Known {
  session: Session | undefined
  /** Active memories that say what a draft says, or one of `wordedAnew`. */
  alike: Memory[]
}

export async function plan (
  scope: Scope,
  decided: Decided[],
  { entities, relations }: Mentions,
  { session, alike }: Known,
  now: number,
  signal?: AbortSignal
): Promise<Omit<Planned, 'refused' | 'degraded'>> {
  const drafts = new Map(decided.map(one => [one.draft.id, one]))
  const ledger = createLedger(now, alike)
  /** What stands already in the words of a draft, by the draft's id. */
  const stated = new Map<string, Memory>()
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

  function enter (one: Decided, targets: Memory[]): Entered[] {
    const { draft, fact, verdict, twin } = one
    if (isStored(one)) {
      const same = ledger.stating(draft.fingerprint)
      // One that the decision knows of was so at another time.
      return same === undefined || same.id === twin?.id ? store(one, targets) : repeat(one, same, targets)
    }
    const { event, reason } = verdict
    const said = { reason, quote: fact.quote }
    if (event === 'INVALIDATE') {
      return targets.flatMap(target => {
        const rest = ledger.end(target, null, one)
        const outcome: Outcome = { id: target.id, memory: target.text, event, ...said, ...displacedBy([target]) }
        return [{ memory: target, outcome }, ...remaining(target, rest)]
      })
    }
    const [target] = targets
    if (target !== undefined) ledger.repeat(target, one, scope.tags)
    const outcome: Outcome = { id: target?.id ?? null, memory: target?.text ?? fact.text, event, ...said }
    return [{ memory: target ?? null, outcome }]
  }

  function store (one: Decided, targets: Memory[]): Entered[] {
    const { draft, embedding, fact: { quote }, verdict: { event, reason, after } } = one
    const quoting = after === undefined ? null : quotingFirst(draft, after)
    const isNew = quoting !== null && ledger.stating(quoting.fingerprint) === undefined
    ledger.store(Object.assign(draft, isNew ? quoting : { embedding }))
    const rests = targets.flatMap(target => remaining(target, ledger.end(target, draft, one)))
    ledger.place(draft, one)
    const outcome: Outcome = { id: draft.id, memory: draft.text, event, reason, quote, ...displacedBy(targets) }
    return [{ memory: draft, outcome }, ...rests]
  }

  /** What was left of another memory says the same, or one that ends on a day to come. */
  function repeat (one: Decided, same: Memory, targets: Memory[]): Entered[] {
    stated.set(one.draft.id, same)
    ledger.repeat(same, one, scope.tags)
    const ended = targets.filter(({ id }) => id !== same.id)
    const rests = ended.flatMap(target => remaining(target, ledger.end(target, same, one)))
    const event = ended.length > 0 ? one.verdict.event : 'SKIP_DUPLICATE'
    const reason = ended.length > 0 ? one.verdict.reason : 'The same text is stored already.'
    const outcome = { id: same.id, memory: same.text, event, reason, quote: one.fact.quote, ...displacedBy(ended) }
    return [{ memory: same, outcome }, ...rests]
  }

  // A fact said earlier in this request may itself be a repeat of a stored one; then that one is meant.
  function standing (one: Decided, id: string): Memory | undefined {
    const same = stated.get(id)
    if (same !== undefined) return same
    const drafted = drafts.get(id)
    if (drafted === undefined || isStored(drafted)) return memoryOf(one, id)
    const [target] = drafted.verdict.targetIds
    return target === undefined ? undefined : memoryOf(drafted, target)
  }

  const { add } = ledger
  const sessions = add.length > 0 && scope.sessionId !== null ? [sessionOf(scope, scope.sessionId, session, add)] : []
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

function remaining ({ text }: Memory, rest: Memory | null): Entered[] {
  if (rest === null) return []
  const { id, text: memory } = rest
  return [{ memory: rest, outcome: { id, memory, event: 'ADD', reason: `It still holds of "${text}".` } }]
}

function displacedBy (targets: Memory[]): Pick<Outcome, 'displaced'> {
  return targets.length > 0 ? { displaced: targets.map(({ id, text }) => ({ id, memory: text })) } : {}
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
