/**
 * One score a memory out of what was found, lent to what stands beside it: a turn is rarely understood alone. The shares were measured on the
 * LoCoMo dev conversations, where each may be changed by a third without losing a point of recall@10.
 */
import type { Match, Timeline } from '../../../../kernel/capabilities/store.ts'
import type { Scores } from './arms.ts'

/** A memory borrows this share of the scores of the ones told just before and just after it, and the square of it of the ones two away… */
const fromNeighbour = 0.3
const fromNeighbours = [fromNeighbour, fromNeighbour ** 2]
/** …and of the best of its session. */
const fromSession = 0.4

export interface ArmWeights { text: number, vector: number }

/** Text and vector scores on one scale: words as shares of the best hit's, meaning from the last candidate (0) to the best (1). */
export function ownScores (text: Match[], vector: Match[], weights: ArmWeights): Scores {
  const scores: Scores = new Map()
  const add = (id: string, score: number) => scores.set(id, (scores.get(id) ?? 0) + score)
  const mostWords = text[0]?.score ?? 1
  for (const { id, score } of text) add(id, weights.text * score / mostWords)
  const [nearest, farthest] = [vector[0]?.score ?? 1, vector.at(-1)?.score ?? 0]
  for (const { id, score } of vector) add(id, weights.vector * (nearest === farthest ? 1 : (score - farthest) / (nearest - farthest)))
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

/** `weight` scales all that is lent; 0 leaves every memory its own score. */
export function lend (own: Scores, timelines: Timeline[], weight: number): Scores {
  const scores: Scores = new Map([...own].map(([id, score]) => [id, alone(score, weight)]))
  for (const { memoryIds } of timelines) {
    const scoreAt = (place: number) => own.get(memoryIds[place] ?? '') ?? 0
    const best = memoryIds.reduce((most, _, place) => Math.max(most, scoreAt(place)), 0)
    for (const [place, id] of memoryIds.entries()) {
      const beside = fromNeighbours.reduce((sum, share, index) => sum + share * (scoreAt(place - index - 1) + scoreAt(place + index + 1)), 0)
      scores.set(id, scoreAt(place) + weight * (beside + fromSession * best))
    }
  }
  return scores
}

/** What borrows from nobody counts as a session of its own, so that it is not left behind by those that borrow. */
export function alone (own: number, weight: number): number {
  return own * (1 + weight * fromSession)
}
