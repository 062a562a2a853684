/**
 * Score propagation: one score for each memory found, part of which goes to its neighbours in the session, because a
 * turn is rarely understood without the turns around it. The shares were measured on the LoCoMo dev conversations;
 * each may be changed by a third without losing a point of recall@10.
 */
import type { Match, Timeline } from '../../../../domain/capabilities/store.ts'
import type { Scores } from './arms.ts'

/**
 * The share that the turns next to a memory get of what its score is above its session's mean, and its square for the
 * turns two away. Where nearly every turn holds words of the question, as in long turns about one thing, the mean is
 * high and a neighbour says little; where few do, it is near 0…
 */
const fromNeighbour = 0.4
const fromNeighbours = [fromNeighbour, fromNeighbour ** 2]
/** …and the share of the session's best score that every memory of the session gets. */
const fromSession = 0.4

/** Sessions by the sum of their memories' scores, best first. */
export function sessionsByScore (own: Scores, ...found: Match[][]): string[] {
  const sums = new Map<string, number>()
  for (const [id, sessionId] of new Map(found.flat().map(({ id, sessionId }) => [id, sessionId]))) {
    if (sessionId !== null) sums.set(sessionId, (sums.get(sessionId) ?? 0) + (own.get(id) ?? 0))
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([sessionId]) => sessionId)
}

/** The scores with what neighbours and sessions add; `weight` scales the additions, 0 leaves the scores as they are. */
export function propagate (own: Scores, timelines: Timeline[], weight: number): Scores {
  const scores: Scores = new Map([...own].map(([id, score]) => [id, asOwnSession(score, weight)]))
  for (const { memoryIds } of timelines) {
    const scoreAt = (place: number) => own.get(memoryIds[place] ?? '') ?? 0
    const mean = memoryIds.reduce((sum, _, place) => sum + scoreAt(place), 0) / memoryIds.length
    const aboveMean = (place: number) => Math.max(0, scoreAt(place) - mean)
    const best = memoryIds.reduce((most, _, place) => Math.max(most, scoreAt(place)), 0)
    for (const [place, id] of memoryIds.entries()) {
      const beside = fromNeighbours.reduce(
        (sum, share, index) => sum + share * (aboveMean(place - index - 1) + aboveMean(place + index + 1)),
        0
      )
      scores.set(id, scoreAt(place) + weight * (beside + fromSession * best))
    }
  }
  return scores
}

/** A memory without a session gets the same factor as the best of a session, as if it were a session of its own. */
export function asOwnSession (own: number, weight: number): number {
  return own * (1 + weight * fromSession)
}
