/** Step 1: text, vector and graph searches in parallel. A failing arm is named in `degraded` and the others answer. */
import type { Guard } from '../../../../domain/capabilities/guard.ts'
import type { RecallRequest } from '../../../../domain/capabilities/memory.ts'
import type { Match, Store } from '../../../../domain/capabilities/store.ts'
import { EmbeddingNotConfigured } from '../../../../domain/errors.ts'
import type { Entity } from '../../../../domain/nouns.ts'
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

export async function askArms (
  store: Store,
  vectorOf: VectorOf,
  guard: Guard | undefined,
  request: RecallRequest,
  depth: number
): Promise<Found> {
  const { userId, query, mode, filter } = request
  const degraded: string[] = []
  const failures: unknown[] = []
  const named = request.rerank || request.expandQuery
    ? arm('graph', namedEntities(store, userId, query))
    : Promise.resolve([])
  const [text, vector, entities] = await Promise.all([
    mode === 'vector'
      ? []
      : arm(
        'text',
        request.expandQuery
          ? named.then(found => store.matchText(userId, withAliases(query, found), filter, depth))
          : store.matchText(userId, query, filter, depth)
      ),
    mode === 'text' ? [] : arm('vector', nearest()),
    named
  ])
  const needed = mode === 'hybrid' ? 2 : 1
  if (failures.length >= needed) throw failures[0]
  return { text, vector, named: entities, degraded }

  async function nearest (): Promise<Match[]> {
    const vector = await vectorOf(query, request.signal)
    // Vectors of two models cannot be compared.
    guard?.requireMatch()
    return await store.nearest(userId, vector, filter, depth)
  }

  async function arm<T> (name: ArmName, asked: Promise<T[]>): Promise<T[]> {
    try {
      return await asked
    } catch (error) {
      // A missing embedder is a mistake in the settings, so it is an error and no degraded answer.
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
  const { items } = await store.entities(userId, { keys: [...names.exact, ...names.near.keys()] })
  return namedAmong(items, names)
}

/** The query with the other names of the entities it names. */
function withAliases (query: string, named: Entity[]): string {
  return [query, ...named.flatMap(({ name, aliases }) => [name, ...aliases])].join(' ')
}
