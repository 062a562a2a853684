/**
 * Writes of one user happen one after another; writes of different users do not wait for each other. Those that rest on
 * nothing that was read of the user (`together`) happen beside each other, so that a store can commit several at once.
 */
import type { Clock } from './clock.ts'

/** `work` is given the user's present when its turn has come. */
export type Serialise = <T>(
  userId: string,
  work: (now: number) => Promise<T>,
  how?: { together: boolean }
) => Promise<T>

/** Writes under way together; a database that locks a user makes more of them wait for nothing. */
const mostTogether = 16

interface Group {
  together: boolean
  /** Undefined when nothing was under way before. */
  before: Promise<unknown> | undefined
  underWay: Set<Promise<unknown>>
}

export function createSerialiser (clock: Clock): Serialise {
  /** The latest group of each user; those before it end before it begins. */
  const latest = new Map<string, Group>()

  function groupFor (userId: string, together: boolean): Group {
    const last = latest.get(userId)
    if (last?.together && together && last.underWay.size < mostTogether) return last
    const before = last === undefined ? undefined : Promise.allSettled(last.underWay)
    const group: Group = { together, before, underWay: new Set() }
    latest.set(userId, group)
    return group
  }

  return async (userId, work, { together } = { together: false }) => {
    const group = groupFor(userId, together)
    const present = async (): Promise<number> => await clock(userId)
    const turn = (group.before === undefined ? present() : group.before.then(present)).then(work)
    group.underWay.add(turn)
    try {
      return await turn
    } finally {
      group.underWay.delete(turn)
      if (group.underWay.size === 0 && latest.get(userId) === group) latest.delete(userId)
    }
  }
}
