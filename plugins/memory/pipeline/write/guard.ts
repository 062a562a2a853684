/**
 * The guard: whatever proposed it, rules or an LLM, a memory is only ended for a reason that stands in the words.
 * A fact is superseded by one of the same subject and the same functional predicate, or by an explicit correction or end
 * in the speaker's own words, or by its own denial. Everything else leaves both standing: a stale fact is found and corrected later, a wrongly retired one is lost.
 */
import type { Verdict } from '../../../../kernel/capabilities/distiller.ts'
import type { Memory } from '../../../../kernel/nouns.ts'
import { nameKey } from '../../../../kernel/text/identity.ts'
import { terms } from '../../../../kernel/text/analyse.ts'
import type { Candidate } from './candidate.ts'

/** Share of the old fact's terms that a fuller telling of it must repeat. */
const retold = 0.6

/** The verdict with the targets that may stand; ADD (or NONE for a wish to forget) when none may. */
export function guard (verdict: Verdict, candidate: Candidate, neighbours: Memory[]): Verdict {
  const { event } = verdict
  if (event === 'ADD' || event === 'NONE') return { ...verdict, targetIds: [] }
  const byId = new Map(neighbours.map(memory => [memory.id, memory]))
  const targetIds = [...new Set(verdict.targetIds)].filter(id => {
    const target = byId.get(id)
    return target !== undefined && target.state === 'active' && allowed[event](candidate, target)
  })
  if (targetIds.length > 0) return { ...verdict, targetIds: event === 'SKIP_DUPLICATE' ? targetIds.slice(0, 1) : targetIds }
  return candidate.fact.change.kind === 'forget'
    ? { event: 'NONE', targetIds: [], reason: 'Nothing stored matches what should be forgotten.' }
    : { event: 'ADD', targetIds: [], reason: 'Nothing stored is ended by these words.' }
}

const allowed: Record<'SKIP_DUPLICATE' | 'UPDATE' | 'SUPERSEDE' | 'INVALIDATE', (candidate: Candidate, target: Memory) => boolean> = {
  SKIP_DUPLICATE: (candidate, target) => samePolarity(candidate, target) && sameNumbers(candidate.fact.text, target.text),
  UPDATE: (candidate, target) => samePolarity(candidate, target) && sameSubject(candidate, target) && retells(candidate.fact.text, target.text),
  SUPERSEDE: (candidate, target) => !older(candidate, target) && (sameFunctionalPredicate(candidate, target) || saidSo(candidate, target) || opposite(candidate, target)),
  INVALIDATE: (candidate, target) => !older(candidate, target) && (candidate.fact.change.kind === 'ending' ? saidSo(candidate, target) : toForget(candidate, target))
}

export function isNegated (memory: Memory): boolean {
  return memory.attributes['negated'] === true
}

function samePolarity ({ fact }: Candidate, target: Memory): boolean {
  return fact.negated === isNegated(target)
}

function sameSubject ({ fact }: Candidate, target: Memory): boolean {
  return fact.subject === null || target.subject === null || nameKey(fact.subject) === nameKey(target.subject)
}

function older (candidate: Candidate, target: Memory): boolean {
  return candidate.draft.validAt < target.validAt
}

function sameFunctionalPredicate (candidate: Candidate, target: Memory): boolean {
  const { fact } = candidate
  return fact.functional && fact.subject !== null && target.subject !== null && sameSubject(candidate, target) &&
    fact.predicate !== null && fact.predicate === target.predicate
}

/** The user may have anything of theirs forgotten, whoever it is about, when their words speak of it. */
function toForget ({ fact }: Candidate, target: Memory): boolean {
  const { kind, previous } = fact.change
  const spoken = new Set(terms(previous ?? fact.text))
  const stored = new Set(terms(target.text))
  const shared = [...spoken].filter(term => stored.has(term)).length
  return kind === 'forget' && shared > 0 && shared >= spoken.size / 2
}

/** "Does not eat meat" after "eats meat": the same statement of the same subject, once denied and once not. */
function opposite (candidate: Candidate, target: Memory): boolean {
  const { fact } = candidate
  if (samePolarity(candidate, target) || fact.subject === null || target.subject === null || !sameSubject(candidate, target)) return false
  if (fact.predicate === null || fact.predicate !== target.predicate) return false
  const said = new Set(terms(fact.value ?? ''))
  const old = terms(target.value ?? '')
  return old.length > 0 && old.every(term => said.has(term))
}

/** The turn itself ends or corrects something, and this memory shares words with what it speaks of. */
function saidSo (candidate: Candidate, target: Memory): boolean {
  const { fact } = candidate
  if (fact.change.kind === 'none' || !sameSubject(candidate, target)) return false
  const spoken = new Set(terms(`${fact.text} ${fact.quote} ${fact.change.previous ?? ''} ${fact.value ?? ''}`))
  const subject = new Set(terms(fact.subject ?? ''))
  return terms(target.text).some(term => spoken.has(term) && !subject.has(term))
}

function retells (text: string, old: string): boolean {
  const told = new Set(terms(text))
  const words = terms(old)
  return words.filter(word => told.has(word)).length >= retold * words.length
}

function sameNumbers (a: string, b: string): boolean {
  const numbers = (text: string) => (text.match(/\d+(?:[.,]\d+)*/g) ?? []).sort().join(' ')
  return numbers(a) === numbers(b)
}
