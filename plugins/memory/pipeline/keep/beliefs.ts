/**
 * What was believed of a memory's end, and when. The store keeps what is believed now in the memory's fields and what
 * was believed before as revisions; here both are one list.
 */
import type { Memory, Revision, Supersession } from '../../../../domain/nouns.ts'

/** From `from` to `to` in transaction time (null: until now), it was believed to end at `end`: null is no end. */
export interface Belief {
  from: number
  to: number | null
  end: number | null
}

/** A forgotten memory has been out of sight since ever: see `hidden` of the write path. */
export function isForgotten ({ revisions }: Pick<Memory, 'revisions'>): boolean {
  return revisions[0]?.from === 0
}

/** The revisions that forgetting set aside, as they were. */
export function recalled (memory: Memory): Memory {
  if (!isForgotten(memory)) return memory
  const revisions = memory.revisions.filter(({ to }) => to <= 0)
    .map(({ from, to, invalidAt }) => ({ from: -to, to: -from, invalidAt }))
    .sort((a, b) => a.from - b.from)
  return { ...memory, revisions }
}

/** The whole of it, oldest first and without gaps. */
export function beliefs (memory: Memory): Belief[] {
  const found: Belief[] = []
  let at = memory.createdAt
  for (const { from, to, invalidAt } of memory.revisions.filter(({ to }) => to > 0)) {
    if (from > at) found.push(...unrevised(memory, at, from))
    if (to > at) found.push({ from: Math.max(from, at), to, end: invalidAt })
    at = Math.max(at, to)
  }
  return [...found, ...unrevised(memory, at, null)]
}

/** Before it expired no end was known; afterwards an end that is null means that it never was true. */
function unrevised ({ validAt, invalidAt, expiredAt }: Memory, from: number, to: number | null): Belief[] {
  if (expiredAt === null) return [{ from, to, end: invalidAt }]
  const before = { from, to: Math.min(to ?? expiredAt, expiredAt), end: null }
  const after = { from: Math.max(from, expiredAt), to, end: invalidAt ?? validAt }
  return [before, after].filter(belief => belief.to === null || belief.from < belief.to)
}

export function beliefAt (memory: Memory, known: number): Belief | null {
  return beliefs(memory).find(({ from, to }) => from <= known && (to === null || known < to)) ?? null
}

/** The revisions of a memory whose end is about to be another: all that was believed until now. */
export function believedSoFar (memory: Memory, now: number): Revision[] {
  const past = beliefs(memory)
    .map(({ from, to, end }) => ({ from, to: Math.min(to ?? now, now), invalidAt: end }))
    .filter(({ from, to }) => from < to)
  const joined: Revision[] = []
  for (const revision of past) {
    const last = joined.at(-1)
    if (last?.to === revision.from && last.invalidAt === revision.invalidAt) last.to = revision.to
    else joined.push(revision)
  }
  return joined
}

/** The end that its speaker stated, whatever ended it since; null when none was. */
export function statedEnd (memory: Memory, edges: Supersession[]): number | null {
  const stated = memory.attributes['stated_until']
  if (stated === null || typeof stated === 'number') return stated
  // What was said and ended in one request went in with that end.
  if (edges.some(({ oldId, expiredAt }) => oldId === memory.id && expiredAt <= memory.createdAt)) return null
  const [first] = beliefs(recalled(memory))
  return first === undefined || (first.end !== null && first.end <= memory.validAt) ? null : first.end
}
