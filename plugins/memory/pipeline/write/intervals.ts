/**
 * Intervals on both time axes. In valid time a memory holds from `validAt` to `invalidAt`; whenever what is believed of
 * its end changes, what was believed until then is kept as a revision in transaction time.
 */
import type { Memory, Revision } from '../../../../domain/nouns.ts'
import { believedSoFar } from '../keep/beliefs.ts'
import { replaces } from './ends.ts'
import { isEarlier, statementOfMemory, type Statement } from './statement.ts'

/**
 * Its revisions when its end changes now; a plain first end needs none, because before `expiredAt` no end was known.
 */
export function believedUntil (memory: Memory, now: number): Revision[] {
  const { revisions, createdAt, expiredAt, invalidAt } = memory
  if (invalidAt === null && expiredAt === null) return revisions
  const from = Math.max(revisions.at(-1)?.to ?? createdAt, expiredAt ?? createdAt)
  // What ended without ever having been true holds for no time.
  return from < now ? [...revisions, { from, to: now, invalidAt: invalidAt ?? memory.validAt }] : revisions
}

/**
 * Out of sight in every read, `as_of` and `known_at` included, until it is restored. What was believed until now is set
 * aside, at negative times that no read asks for.
 */
export function hidden (memory: Memory, now: number): Revision[] {
  const aside = believedSoFar(memory, now).map(({ from, to, invalidAt }) => ({ from: -to, to: -from, invalidAt }))
  return [{ from: 0, to: now, invalidAt: memory.validAt }, ...aside]
}

export function earliest (one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other)
}

/** The valid times at which a memory was stated again. */
export function statedAt (memory: Pick<Memory, 'attributes'>): number[] {
  const times = memory.attributes['stated_at']
  return Array.isArray(times) ? times.filter(time => typeof time === 'number') : []
}

/** Its attributes when it is stated at this time as well. */
export function toldAgain (memory: Pick<Memory, 'attributes'>, at: number): Memory['attributes'] {
  return { ...memory.attributes, stated_at: [...new Set([...statedAt(memory), at])].sort((a, b) => a - b) }
}

export interface Place {
  /** What was stored earlier and begins later: the new memory ends where it begins. */
  successor: Memory | null
  /** What holds at the beginning of the new memory, and is cut there. */
  predecessor: Memory | null
}

/** Where a statement stands among the stored values of what holds one value at a time. */
export function placeOf (stated: Statement, chain: Memory[]): Place {
  const alive = chain.filter(memory =>
    memory.id !== stated.id && !(memory.state === 'invalidated' && memory.invalidAt === null)
  )
  const successor = alive
    .filter(memory => isEarlier(stated, statementOfMemory(memory)))
    .sort((a, b) => a.validAt - b.validAt)
    .find(memory => replaces(statementOfMemory(memory), stated)) ?? null
  const predecessor = alive
    .filter(memory => memory.validAt <= stated.validAt && (memory.invalidAt ?? Infinity) > stated.validAt)
    .sort((a, b) => b.validAt - a.validAt)
    .find(memory => replaces(stated, statementOfMemory(memory))) ?? null
  return { successor, predecessor }
}

/** Another value was stated between these two times. */
export function isStatedBetween (stated: Statement, chain: Memory[], until: number): boolean {
  return chain.some(memory =>
    [memory.validAt, ...statedAt(memory)].some(time => time > stated.validAt && time < until) &&
    replaces({ ...statementOfMemory(memory), validAt: until }, stated)
  )
}
