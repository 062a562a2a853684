/**
 * Step 2: expands what the arms found by facts of the entities that the query names, and by the turns before, after
 * and in the same session.
 */
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Store, Timeline } from '../../../../domain/capabilities/store.ts'
import type { Found, Scores } from './arms.ts'
import { armOf, fuse } from './fuse.ts'
import { propagate, sessionsByScore } from './propagate.ts'
import type { Recipe } from './recipes.ts'

export interface Expanded {
  graph: Scores
  /** Text, vector and graph in one score, propagated; empty unless the session arm was asked. */
  session: Scores
  degraded: string[]
  /** Text, vector and graph in one score, before propagation. */
  own: Scores
  /** The id of the turn just before each turn of the sessions looked into. */
  previous: Map<string, string>
  /** The place of each turn of these sessions in its own, from 0; few searches ask for them. */
  places(): Map<string, number>
  /** The turns next to these in their sessions, nearest to the first first. */
  beside(ids: string[]): string[]
  /** Other scores of the memories' own, propagated over the same sessions. */
  propagated(own: Scores): Scores
}

/** How much of the score that is propagated is by rank. */
const byRank = 0.3
/** Times as many candidates as another arm brings: what the cross-encoder finds may raise the last of them. */
const sessionDepth = 3
/** Sessions looked into, best first. */
const sessionsExpanded = 40

export async function expand (
  store: Store,
  request: RecallRequest,
  { text, vector, named }: Found,
  { weights, depth }: Recipe
): Promise<Expanded> {
  if (!request.rerank && !request.sessionArm) {
    return {
      graph: new Map(),
      session: new Map(),
      degraded: [],
      own: new Map(),
      previous: new Map(),
      places: () => new Map(),
      beside: () => [],
      propagated: scores => scores
    }
  }
  const degraded: string[] = []
  const found: Scores = new Map(
    fuse([armOf('text', weights.text, text), armOf('vector', weights.vector, vector)], byRank).map(
      ({ id, rrfScore }) => [id, rrfScore]
    )
  )
  const [graph, timelines] = await Promise.all([
    request.rerank && named.length > 0
      ? arm('graph', graphScores(), new Map<string, number>())
      : new Map<string, number>(),
    arm('session', timelinesFound(), null)
  ])
  const own = addShares(found, graph, weights.graph)
  const previous = new Map(
    (timelines ?? []).flatMap(({ memoryIds }) =>
      memoryIds.slice(1).map((id, place) => [id, memoryIds[place] as string] as const)
    )
  )
  return {
    graph,
    session: timelines === null ? new Map() : bestFirst(propagated(own), sessionDepth * depth),
    degraded,
    own,
    previous,
    places: () =>
      new Map((timelines ?? []).flatMap(({ memoryIds }) => memoryIds.map((id, place) => [id, place] as const))),
    beside: ids => turnsBeside(ids, timelines ?? []),
    propagated
  }

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
    for (const { memoryId, distance } of neighbours) {
      scores.set(memoryId, (scores.get(memoryId) ?? 0) + (distance === 0 ? 1 : 0.3))
    }
    return bestFirst(scores, depth)
  }

  async function timelinesFound (): Promise<Timeline[]> {
    if (weights.session === 0) return []
    const sessions = sessionsByScore(found, text, vector).slice(0, sessionsExpanded)
    return sessions.length === 0 ? [] : await store.timelines(request.userId, sessions, request.filter)
  }

  function propagated (scores: Scores): Scores {
    return propagate(scores, timelines ?? [], weights.session)
  }
}

/** Adds each score of `more` to those of `scores`, as a share of the best of `more` times `weight`. */
function addShares (scores: Scores, more: Scores, weight: number): Scores {
  const most = Math.max(...more.values())
  return new Map([
    ...scores,
    ...[...more].map(([id, score]) => [id, (scores.get(id) ?? 0) + weight * score / most] as const)
  ])
}

function bestFirst (scores: Scores, limit: number): Scores {
  return new Map([...scores].filter(([, score]) => score > 0).sort(([, a], [, b]) => b - a).slice(0, limit))
}

/** So far from a turn are those that count as next to it. */
const asFar = [-1, 1, -2, 2]

function turnsBeside (ids: string[], timelines: Timeline[]): string[] {
  const found = new Map(timelines.flatMap(({ memoryIds }) => memoryIds.map((id, place) => [id, { memoryIds, place }])))
  const given = new Set(ids)
  const beside = ids.flatMap(id => {
    const at = found.get(id)
    return at === undefined ? [] : asFar.flatMap(far => at.memoryIds[at.place + far] ?? [])
  })
  return [...new Set(beside)].filter(id => !given.has(id))
}
