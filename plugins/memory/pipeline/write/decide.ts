/**
 * Step 4: what each candidate does to what is there, one after the other in the order they were said, each against the
 * state that those before it left. Identical and near-identical texts are decided here; the rest is proposed by the
 * distiller, in one question, and guarded.
 */
import type { Distiller, Verdict } from '../../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import { quotedOver } from '../../../_shared/wording/compound.ts'
import { likenessOf } from './candidate.ts'
import { isWaiting } from './inbox.ts'
import { isStatedBefore } from './repeats.ts'
import { names, statementOfCandidate } from './statement.ts'
import { guard, targetOf, type Target } from './guard.ts'
import { isStatedBetween } from './intervals.ts'
import { closeEnough, type Matched } from './match.ts'

export interface Decided extends Matched {
  verdict: Verdict
}

export interface Decisions {
  decided: Decided[]
  /** Names of what was not done as proposed: `too_many_endings`. */
  degraded: string[]
}

export const unrelated: Verdict = { event: 'ADD', targetIds: [], reason: 'Nothing stored is close to it.' }
const nothingToForget: Verdict = {
  event: 'NONE',
  targetIds: [],
  reason: 'Nothing stored matches what should be forgotten.'
}

/** When more than this would end without being named, something is wrong with who proposes it. */
const mostEndingsUnnamed = 5

export async function decide (
  distiller: Distiller,
  userId: string,
  matched: Matched[],
  signal?: AbortSignal
): Promise<Decisions> {
  const proposals = await propose(distiller, userId, matched, timeSlices(signal))
  const { decided, unnamed } = await inTurn(matched, proposals, timeSlices(signal))
  if (unnamed <= mostEndingsUnnamed) return { decided, degraded: [] }
  return { decided: (await inTurn(matched, new Map(), timeSlices(signal))).decided, degraded: ['too_many_endings'] }
}

/**
 * One question for all that the words alone do not settle, or that an earlier fact of the request may change the answer
 * to.
 */
async function propose (
  distiller: Distiller,
  userId: string,
  matched: Matched[],
  pause: () => Promise<void>
): Promise<Map<Matched, Verdict>> {
  const open: Matched[] = []
  let changed = false
  const replacing = new Set<string | null>()
  const statedAnew = new Set<string>()
  for (const one of matched) {
    await pause()
    const { fact, neighbours, twin, draft } = one
    const mayDiffer = neighbours.length > 0 && (changed || replacing.has(fact.predicate))
    const mayEndAgain = neighbours.some(({ memory }) => statedAnew.has(memory.id))
    if (twin === null) statedAnew.add(draft.id)
    if (mayDiffer || mayEndAgain || decideAlone(one, neighbours.map(({ memory }) => memory)) === null) open.push(one)
    changed ||= fact.change.kind !== 'none'
    if (fact.functional) replacing.add(fact.predicate)
  }
  if (open.length === 0) return new Map()
  const verdicts = await distiller.reconcile(
    userId,
    open.map(({ fact, neighbours }) => ({ candidate: fact, neighbours }))
  )
  return new Map(open.map((one, place) => [one, verdicts[place] ?? unrelated]))
}

async function inTurn (
  matched: Matched[],
  proposals: Map<Matched, Verdict>,
  pause: () => Promise<void>
): Promise<{ decided: Decided[], unnamed: number }> {
  const over = new Set<string>()
  const notStored = new Set<string>()
  const byId = new Map(matched.map(one => [one.draft.id, one]))
  /** The latest of each text that is to be stored: of all that was said before only some are neighbours. */
  const toldHere = new Map<string, Memory>()
  const decided: Decided[] = []
  let unnamed = 0
  for (const one of matched) {
    await pause()
    const next = decideOne(one)
    decided.push(next)
    unnamed += unnamedEndings(next)
  }
  return { decided, unnamed }

  function decideOne (one: Matched): Decided {
    const standing = one.neighbours.map(({ memory }) => memory).filter(({ id }) => !over.has(id) && !notStored.has(id))
    const twin = [one.twin, toldHere.get(one.draft.fingerprint)].find(memory => memory && !over.has(memory.id)) ?? null
    const verdict = decideAlone({ ...one, twin }, standing) ??
      guard(proposals.get(one) ?? unrelated, one, standing.map(asTarget))
    if (verdict.event === 'SKIP_DUPLICATE' && isApart(one, verdict)) return { ...one, twin, verdict: apart }
    const again = verdict.event === 'SKIP_DUPLICATE' ? endedAgain(one, standing) : null
    if (again !== null) {
      for (const id of again.targetIds) over.add(id)
      notStored.add(one.draft.id)
      // Without its twin, so that the commit ends these by the one that is stored.
      return { ...one, twin: null, verdict: again }
    }
    if (verdict.event !== 'SKIP_DUPLICATE') { for (const id of verdict.targetIds) over.add(id) }
    if (verdict.event !== 'ADD' && verdict.event !== 'UPDATE' && verdict.event !== 'SUPERSEDE') {
      notStored.add(one.draft.id)
    } else toldHere.set(one.draft.fingerprint, one.draft)
    return { ...one, twin, verdict }
  }

  /** What is stated again ends what was stated before it in the request: a transcript without times is sent again. */
  function endedAgain (one: Matched, standing: Memory[]): Verdict | null {
    const proposed = proposals.get(one)
    const before = standing.filter(({ id }) => byId.has(id))
    if (proposed === undefined || before.length === 0) return null
    const verdict = guard(proposed, one, before.map(asTarget))
    return verdict.event === 'SUPERSEDE' || verdict.event === 'INVALIDATE' ? verdict : null
  }

  function asTarget (memory: Memory): Target {
    const earlier = byId.get(memory.id)
    return earlier === undefined
      ? targetOf(memory)
      : { memory, statement: statementOfCandidate(earlier) }
  }
}

const apart: Verdict = {
  event: 'ADD',
  targetIds: [],
  reason: 'It was so at another time, with something else in between.'
}

/** The same value at two times, and another one between them: two intervals. */
function isApart (one: Matched, { targetIds: [id] }: Verdict): boolean {
  const twin = one.chain.find(memory => memory.id === id)
  if (!one.fact.functional || twin === undefined || twin.validAt <= one.draft.validAt) return false
  return isStatedBetween(statementOfCandidate(one), one.chain, twin.validAt)
}

/** Null when the words alone do not settle it. */
function decideAlone (one: Matched, standing: Memory[]): Verdict | null {
  const { fact, draft, likeness, twin, neighbours } = one
  if (fact.change.kind !== 'forget') {
    if (twin !== null) {
      return { event: 'SKIP_DUPLICATE', targetIds: [twin.id], reason: 'The same text is stored already.' }
    }
    const alike = standing.find(memory =>
      memory.project === draft.project && likenessOf(memory.text) === likeness &&
      isStatedBefore(statementOfCandidate(one), targetOf(memory).statement)
    )
    if (alike !== undefined && likeness !== '') {
      return { event: 'SKIP_DUPLICATE', targetIds: [alike.id], reason: 'The same words are stored already.' }
    }
  }
  // Words that wait to be read are found by their words alone.
  if (fact.change.kind === 'forget' && standing.some(isWaiting)) return null
  const near = new Map(neighbours.map(({ memory, similarity }) => [memory.id, similarity]))
  if (standing.some(({ id, subject }) => (near.get(id) ?? 0) >= closeEnough || subject !== null)) return null
  return fact.change.kind === 'forget' ? nothingToForget : unrelated
}

/** Endings whose words do not name what they end. */
function unnamedEndings (one: Decided): number {
  const { verdict, fact, neighbours } = one
  if (fact.change.kind === 'forget' || (verdict.event !== 'SUPERSEDE' && verdict.event !== 'INVALIDATE')) return 0
  return verdict.targetIds.filter(id => {
    const memory = neighbours.find(({ memory }) => memory.id === id)?.memory
    const left = verdict.remaining?.[id]
    // Of what only quotes it, nothing of its own ends.
    const isQuoting = memory !== undefined && left !== undefined && quotedOver(memory.text, left) !== null
    return memory !== undefined && !isQuoting && !names(statementOfCandidate(one).said, memory)
  }).length
}

export function memoryOf ({ neighbours, twin }: Decided, id: string): Memory | undefined {
  return twin?.id === id ? twin : neighbours.find(({ memory }) => memory.id === id)?.memory
}
