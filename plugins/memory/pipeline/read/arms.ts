/** Step 1: text, vector and graph, asked at once. A failing arm is named and the others answer. */
import type { Guard } from '../../../../kernel/capabilities/guard.ts'
import type { RecallRequest } from '../../../../kernel/capabilities/memory.ts'
import type { Match, Store } from '../../../../kernel/capabilities/store.ts'
import { EmbeddingNotConfigured } from '../../../../kernel/errors.ts'
import type { Entity } from '../../../../kernel/nouns.ts'
import { namedAmong, namesIn } from './names.ts'
import type { VectorOf } from './question-vectors.ts'

export type ArmName = 'text' | 'vector' | 'graph' | 'session'

/** Scores by memory id, best first. */
export type Scores = Map<string, number>

export interface Found {
  text: Match[]
  vector: Match[]
  /** Entities that the query names. */
  named: Entity[]
  degraded: string[]
}

export async function askArms (store: Store, vectorOf: VectorOf, guard: Guard | undefined, request: RecallRequest, depth: number): Promise<Found> {
  const { userId, query, mode, filter } = request
  const degraded: string[] = []
  const failures: unknown[] = []
  const named = request.rerank || request.expandQuery ? arm('graph', namedEntities(store, userId, query)) : Promise.resolve([])
  const [text, vector, entities] = await Promise.all([
    mode === 'vector' ? [] : arm('text', request.expandQuery ? named.then(found => store.matchText(userId, expanded(query, found), filter, depth)) : store.matchText(userId, query, filter, depth)),
    mode === 'text' ? [] : arm('vector', nearest()),
    named
  ])
  const needed = mode === 'hybrid' ? 2 : 1
  if (failures.length >= needed) throw failures[0]
  return { text, vector, named: entities, degraded }

  async function nearest (): Promise<Match[]> {
    const vector = await vectorOf(query, request.signal)
    // Numbers of another model would be compared and mean nothing.
    guard?.requireMatch()
    return await store.nearest(userId, vector, filter, depth)
  }

  async function arm<T> (name: ArmName, asked: Promise<T[]>): Promise<T[]> {
    try {
      return await asked
    } catch (error) {
      // That no embedder was ever chosen is the operator's to mend, not something to answer around.
      if (error instanceof EmbeddingNotConfigured) throw error
      degraded.push(name)
      if (name !== 'graph') failures.push(error)
      return []
    }
  }
}

/** The user's entities that the query names, or nearly names. */
async function namedEntities (store: Store, userId: string, query: string): Promise<Entity[]> {
  const names = namesIn(query)
  const { items } = await store.entities(userId, { keys: [...names.said, ...names.near.keys()] })
  return namedAmong(items, names)
}

function expanded (query: string, named: Entity[]): string {
  return [query, ...named.flatMap(({ name, aliases }) => [name, ...aliases])].join(' ')
}
