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
  members: Set<Promise<unknown>>
  underWay: number
  /** Those of the group that wait for another to end, the first one first. */
  waiting: Array<() => void>
}

export function createSerialiser (clock: Clock): Serialise {
  /** The latest group of each user; those before it end before it begins. */
  const latest = new Map<string, Group>()

  function groupFor (userId: string, together: boolean): Group {
    const last = latest.get(userId)
    if (last?.together && together) return last
    const before = last === undefined ? undefined : Promise.allSettled(last.members)
    const group: Group = { together, before, members: new Set(), underWay: 0, waiting: [] }
    latest.set(userId, group)
    return group
  }

  /** Resolves when there is a place among those under way; undefined when there is one now. */
  function place (group: Group): Promise<void> | undefined {
    if (group.underWay++ < mostTogether) return undefined
    return new Promise(resolve => {
      group.waiting.push(resolve)
    })
  }

  function leave (group: Group): void {
    group.underWay--
    group.waiting.shift()?.()
  }

  return async (userId, work, { together } = { together: false }) => {
    const group = groupFor(userId, together)
    const present = async (): Promise<number> => await clock(userId, together)
    const before = place(group) ?? group.before
    const turn = (before === undefined ? present() : before.then(present)).then(work)
    group.members.add(turn)
    try {
      return await turn
    } finally {
      group.members.delete(turn)
      leave(group)
      if (group.members.size === 0 && latest.get(userId) === group) latest.delete(userId)
    }
  }
}
