/** Step 2: what stands beside that which was found: facts of named entities, and what was said before, after and in the same session. */
import type { RecallRequest } from '../../../../kernel/capabilities/memory.ts'
import type { Store, Timeline } from '../../../../kernel/capabilities/store.ts'
import type { Found, Scores } from './arms.ts'
import { lend, ownScores, sessionsByScore } from './lend.ts'
import type { Recipe } from './recipes.ts'

export interface Widened {
  graph: Scores
  /** Words, meaning, graph and what neighbours lend, in one score; empty unless the session arm was asked. */
  session: Scores
  degraded: string[]
  /** Words, meaning and graph together, before anything is lent. */
  own: Scores
  /** The memory told just before each memory of the sessions looked at. */
  previous: Map<string, string>
  /** The session arm's score for other scores of the memories' own. */
  lent (own: Scores): Scores
}

/** How many sessions are worth looking into. */
const sessionsLookedAt = 40

export async function widen (store: Store, request: RecallRequest, { text, vector, named }: Found, { weights, depth }: Recipe): Promise<Widened> {
  if (!request.rerank && !request.sessionArm) return { graph: new Map(), session: new Map(), degraded: [], own: new Map(), previous: new Map(), lent: scores => scores }
  const degraded: string[] = []
  const found = ownScores(text, vector, weights)
  const [graph, timelines] = await Promise.all([
    request.rerank && named.length > 0 ? arm('graph', graphScores(), new Map<string, number>()) : new Map<string, number>(),
    arm('session', timelinesFound(), null)
  ])
  const own = addShares(found, graph, weights.graph)
  const previous = new Map((timelines ?? []).flatMap(({ memoryIds }) => memoryIds.slice(1).map((id, place) => [id, memoryIds[place] as string] as const)))
  return { graph, session: timelines === null ? new Map() : bestFirst(lent(own), depth), degraded, own, previous, lent }

  async function arm<T> (name: string, asked: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await asked
    } catch {
      degraded.push(name)
      return otherwise
    }
  }

  /** Facts that mention more of the named entities come first, then nearer ones, then newer ones. */
  async function graphScores (): Promise<Scores> {
    const neighbours = await store.neighbours(request.userId, named.map(({ id }) => id), request.filter, depth)
    const scores: Scores = new Map()
    for (const { memoryId, distance } of neighbours) scores.set(memoryId, (scores.get(memoryId) ?? 0) + (distance === 0 ? 1 : 0.3))
    return bestFirst(scores, depth)
  }

  async function timelinesFound (): Promise<Timeline[]> {
    if (weights.session === 0) return []
    const sessions = sessionsByScore(found, text, vector).slice(0, sessionsLookedAt)
    return sessions.length === 0 ? [] : await store.timelines(request.userId, sessions, request.filter)
  }

  function lent (scores: Scores): Scores {
    return lend(scores, timelines ?? [], weights.session)
  }
}

/** `more` as shares of its best, by weight, on top of the scores. */
function addShares (scores: Scores, more: Scores, weight: number): Scores {
  const most = Math.max(...more.values())
  return new Map([...scores, ...[...more].map(([id, score]) => [id, (scores.get(id) ?? 0) + weight * score / most] as const)])
}

function bestFirst (scores: Scores, limit: number): Scores {
  return new Map([...scores].filter(([, score]) => score > 0).sort(([, a], [, b]) => b - a).slice(0, limit))
}
