/** All that was read of a graph, and the part of it that is shown: what is most connected, or what was searched for. */
import type { Answer } from './answer.ts'

export interface Whole {
  nodes: Map<string, Answer['nodes'][number]>
  edges: Answer['edges']
  neighbours: Map<string, Set<string>>
}

export function wholeOf (pages: Answer[]): Whole {
  const nodes = new Map(pages.flatMap(page => page.nodes).map(node => [node.id, node]))
  const edges = [
    ...new Map(
      pages.flatMap(page => page.edges).map(edge => [
        JSON.stringify([edge.from, edge.kind, edge.predicate, edge.to, edge.memory_id]),
        edge
      ])
    ).values()
  ].filter(({ from, to }) => nodes.has(from) && nodes.has(to))
  const neighbours = new Map<string, Set<string>>()
  const join = (one: string, other: string): void => {
    const known = neighbours.get(one)
    if (known === undefined) neighbours.set(one, new Set([other]))
    else known.add(other)
  }
  for (const { from, to } of edges) {
    join(from, to)
    join(to, from)
  }
  return { nodes, edges, neighbours }
}

/** The most connected first; of equally connected ones the first read. */
export function mostConnected ({ nodes, neighbours }: Whole, count: number): string[] {
  const degree = (id: string): number => neighbours.get(id)?.size ?? 0
  return [...nodes.keys()].sort((a, b) => degree(b) - degree(a)).slice(0, count)
}

/** What holds the words, and what is joined to it. */
export function found ({ nodes, neighbours }: Whole, words: string, count: number): string[] {
  const wanted = words.toLocaleLowerCase()
  const hits = [...nodes.values()].filter(({ label }) => label.toLocaleLowerCase().includes(wanted)).map(({ id }) => id)
  return [...new Set([...hits, ...hits.flatMap(id => [...neighbours.get(id) ?? []])])].slice(0, count)
}

export function partOf ({ nodes, edges }: Whole, ids: ReadonlySet<string>): Pick<Answer, 'nodes' | 'edges'> {
  return {
    nodes: [...ids].flatMap(id => nodes.get(id) ?? []),
    edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  }
}
