/** Step 2: what stands beside that which was found: facts of named entities, and what was said before, after and in the same session. */
import type { RecallRequest } from '../../../../kernel/capabilities/memory.ts'
import type { Match, Store } from '../../../../kernel/capabilities/store.ts'
import type { Found, Scores } from './arms.ts'

export interface Widened {
  graph: Scores
  session: Scores
  degraded: string[]
  /** The memory told just before each memory of the sessions looked at. */
  previous: Map<string, string>
}

/** A memory borrows these shares of the scores of the ones told before and after it, and of its session's best. */
const fromNeighbour = 0.3
const fromSession = 0.2
/** How many sessions are worth looking into. */
const sessionsLookedAt = 40

export async function widen (store: Store, request: RecallRequest, { text, vector, named }: Found, depth: number): Promise<Widened> {
  const degraded: string[] = []
  const previous = new Map<string, string>()
  const [graph, session] = await Promise.all([
    request.rerank && named.length > 0 ? arm('graph', graphScores) : new Map(),
    request.rerank || request.sessionArm ? arm('session', sessionScores) : new Map()
  ])
  return { graph, session, degraded, previous }

  async function arm (name: string, ask: () => Promise<Scores>): Promise<Scores> {
    try {
      return await ask()
    } catch {
      degraded.push(name)
      return new Map()
    }
  }

  /** Facts that mention more of the named entities come first, then nearer ones, then newer ones. */
  async function graphScores (): Promise<Scores> {
    const neighbours = await store.neighbours(request.userId, named.map(({ id }) => id), request.filter, depth)
    const scores: Scores = new Map()
    for (const { memoryId, distance } of neighbours) scores.set(memoryId, (scores.get(memoryId) ?? 0) + (distance === 0 ? 1 : 0.3))
    return bestFirst(scores, depth)
  }

  async function sessionScores (): Promise<Scores> {
    const own = ownScores(text, vector)
    const sessionOf = new Map([...text, ...vector].flatMap(({ id, sessionId }) => sessionId === null ? [] : [[id, sessionId] as const]))
    const mass = new Map<string, number>()
    for (const [id, sessionId] of sessionOf) mass.set(sessionId, (mass.get(sessionId) ?? 0) + (own.get(id) ?? 0))
    const sessions = [...bestFirst(mass, sessionsLookedAt).keys()]
    if (sessions.length === 0) return new Map()
    const scores: Scores = new Map()
    for (const { memoryIds } of await store.timelines(request.userId, sessions, request.filter)) {
      const best = Math.max(...memoryIds.map(id => own.get(id) ?? 0))
      for (const [place, id] of memoryIds.entries()) {
        const [before, after] = [memoryIds[place - 1], memoryIds[place + 1]]
        if (before !== undefined) previous.set(id, before)
        const lent = (before === undefined ? 0 : own.get(before) ?? 0) + (after === undefined ? 0 : own.get(after) ?? 0)
        scores.set(id, (own.get(id) ?? 0) + fromNeighbour * lent + fromSession * best)
      }
    }
    return bestFirst(scores, depth)
  }
}

/** Text and vector scores on one scale: each arm's from 0 (its last candidate) to 1 (its best). */
function ownScores (...arms: Match[][]): Scores {
  const scores: Scores = new Map()
  for (const matches of arms) {
    const top = matches[0]?.score ?? 0
    const low = Math.min(matches.at(-1)?.score ?? 0, top)
    for (const { id, score } of matches) scores.set(id, (scores.get(id) ?? 0) + (top === low ? 1 : (score - low) / (top - low)))
  }
  return scores
}

function bestFirst (scores: Scores, limit: number): Scores {
  return new Map([...scores].sort(([, a], [, b]) => b - a).slice(0, limit))
}
