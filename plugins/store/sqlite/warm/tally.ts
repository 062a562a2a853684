/** How many cosines lie where, roughly: enough to say what the best so many of them reach. */

/** Steps of a cosine from -1 to 1. */
const steps = 1024

export interface Tally {
  add(cosine: number): void
  /** So many of the added are at least this; -Infinity when fewer were added. */
  reached(count: number): number
}

export function createTally (): Tally {
  const counts = new Uint32Array(steps + 1)
  return {
    add (cosine) {
      const step = Math.floor((cosine + 1) * (steps / 2))
      // What is less than -1 is at least nothing that can be said.
      if (step >= 0) counts[Math.min(step, steps)]!++
    },
    reached (count) {
      let found = 0
      for (let step = steps; step >= 0; step--) {
        found += counts[step] as number
        if (found >= count && count > 0) return step / (steps / 2) - 1
      }
      return -Infinity
    }
  }
}
