/**
 * Groups of entities that occur together: Louvain (Blondel et al., 2008) over one user's relations and shared
 * mentions.
 */
import { UndirectedGraph } from 'graphology'
import louvainModule from 'graphology-communities-louvain'
import { v5 as uuidOfName } from 'uuid'
import type { Community, Entity, Memory, Relation } from '../../../../domain/nouns.ts'
import { smallestCommunity } from './bounds.ts'

// The package is CommonJS whose types describe an ES module: the function is the module itself.
const louvain = louvainModule as unknown as typeof louvainModule.default

/** A namespace of our own for ids that stay the same while the members do. */
const namespace = '6f1c9a1e-6a0f-4c3e-9a52-1f2f6f0f7a11'

export function findCommunities (
  userId: string,
  entities: Entity[],
  memories: Memory[],
  relations: Relation[],
  now: number
): Community[] {
  const graph = new UndirectedGraph()
  for (const { id } of entities) graph.mergeNode(id)
  for (const { fromEntityId, toEntityId } of relations) connect(fromEntityId, toEntityId)
  for (const { entityIds } of memories) {
    for (const [place, id] of entityIds.entries()) for (const other of entityIds.slice(place + 1)) connect(id, other)
  }
  if (graph.size === 0) return []
  const groups = new Map<number, string[]>()
  for (const [id, group] of Object.entries(louvain(graph, { rng: fixedOrder() }))) {
    if (graph.degree(id) > 0) groups.set(group, [...groups.get(group) ?? [], id])
  }
  const nameOf = new Map(entities.map(({ id, name }) => [id, name]))
  return [...groups.values()].filter(members => members.length >= smallestCommunity).map(members => {
    const central = members.toSorted((a, b) => graph.degree(b) - graph.degree(a) || (a < b ? -1 : 1))
    return {
      id: uuidOfName(`${userId} ${members.toSorted().join(' ')}`, namespace),
      userId,
      name: central.slice(0, 3).map(id => nameOf.get(id)).join(', '),
      summary: null,
      entityIds: central,
      updatedAt: now
    }
  })

  function connect (a: string, b: string): void {
    if (a !== b && graph.hasNode(a) && graph.hasNode(b)) {
      graph.updateEdgeAttribute(graph.mergeEdge(a, b)[0], 'weight', (weight: number | undefined) => (weight ?? 0) + 1)
    }
  }
}

/**
 * Louvain walks the nodes at random; the same graph should give the same communities (mulberry32 with a fixed seed).
 */
function fixedOrder (): () => number {
  let state = 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}
