/**
 * Spreads an order over time: a turn says less of a matter's course when one of the turns around it is placed already.
 */
import type { Scores } from './arms.ts'
import type { ScoredMemory } from './rerank.ts'

/** What is left of a turn's score for each turn near it that is placed before it; 0.8 to 0.9 measure alike. */
const leftBeside = 0.9
/** So far apart in their session are turns that are near each other: two exchanges. */
const near = 4

/** `places` are those of the turns in their sessions; a memory without one is near to nothing. */
export function spreadOverTime (memories: ScoredMemory[], scores: Scores, places: Map<string, number>): ScoredMemory[] {
  const waiting = memories.map(one => ({ one, score: scores.get(one.id) ?? 0 }))
  const placed: ScoredMemory[] = []
  while (waiting.length > 0) {
    const best = waiting.reduce((most, { score }, index) => score > (waiting[most]?.score ?? 0) ? index : most, 0)
    const [next] = waiting.splice(best, 1) as [(typeof waiting)[number]]
    placed.push(next.one)
    for (const other of waiting) if (areNear(next.one, other.one)) other.score *= leftBeside
  }
  return placed

  function areNear ({ id, memory: { sessionId } }: ScoredMemory, other: ScoredMemory): boolean {
    const [place, otherPlace] = [places.get(id), places.get(other.id)]
    return sessionId !== null && sessionId === other.memory.sessionId &&
      place !== undefined && otherPlace !== undefined && Math.abs(place - otherPlace) <= near
  }
}
