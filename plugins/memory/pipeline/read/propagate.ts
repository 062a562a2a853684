/**
 * Score propagation: one score for each memory found, part of which goes to its neighbours in the session, because a
 * turn is rarely understood without the turns around it. The shares were measured on the LoCoMo dev conversations;
 * each may be changed by a third without losing a point of recall@10.
 */
import type { Match, Timeline } from '../../../../domain/capabilities/store.ts'
import type { Scores } from './arms.ts'

/** The share of its score that a memory passes to the turns next to it, and its square to the turns two away… */
const fromNeighbour = 0.3
const fromNeighbours = [fromNeighbour, fromNeighbour ** 2]
/** …and the share of the session's best score that every memory of the session gets. */
const fromSession = 0.4

export interface ArmWeights {
  text: number
  vector: number
}

/**
 * Text and vector scores on one scale: BM25 as a share of the best hit's, cosine similarity from the last candidate
 * (0) to the best (1), each times its weight.
 */
export function ownScores (text: Match[], vector: Match[], weights: ArmWeights): Scores {
  const scores: Scores = new Map()
  const add = (id: string, score: number) => scores.set(id, (scores.get(id) ?? 0) + score)
  const mostWords = text[0]?.score ?? 1
  for (const { id, score } of text) add(id, weights.text * score / mostWords)
  const [nearest, farthest] = [vector[0]?.score ?? 1, vector.at(-1)?.score ?? 0]
  for (const { id, score } of vector) {
    add(id, weights.vector * (nearest === farthest ? 1 : (score - farthest) / (nearest - farthest)))
  }
  return scores
}

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
    const best = memoryIds.reduce((most, _, place) => Math.max(most, scoreAt(place)), 0)
    for (const [place, id] of memoryIds.entries()) {
      const beside = fromNeighbours.reduce(
        (sum, share, index) => sum + share * (scoreAt(place - index - 1) + scoreAt(place + index + 1)),
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
