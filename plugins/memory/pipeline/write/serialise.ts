/** Writes of one user happen one after another; writes of different users do not wait for each other. */

export type Serialise = <T>(userId: string, work: () => Promise<T>) => Promise<T>

export function createSerialiser (): Serialise {
  const last = new Map<string, Promise<unknown>>()
  return async (userId, work) => {
    const before = last.get(userId)
    const turn = before === undefined ? work() : before.then(work, work)
    last.set(userId, turn)
    try {
      return await turn
    } finally {
      if (last.get(userId) === turn) last.delete(userId)
    }
  }
}
