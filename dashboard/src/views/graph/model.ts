/** What the service answers as a graph that can be drawn: entities, and memories that join them. */
import Graph from 'graphology'
import type { Schemas } from '../../api/client.ts'

export type Answer = Schemas['GraphPage']
export interface Look {
  entity: string
  memory: string
  past: string
  community: string
  edge: string
  faded: string
}

/** A place on a circle by the id, so that the same graph opens the same way. */
function placeOf (id: string): { x: number, y: number } {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  const angle = (hash >>> 0) / 4_294_967_296 * 2 * Math.PI
  const radius = 0.5 + ((hash >>> 8) % 1_000) / 2_000
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/** Adds what is not there yet; nodes keep the places that they were given. */
export function addTo (graph: Graph, { nodes, edges }: Answer, look: Look): void {
  addNodes(graph, nodes, look)
  addEdges(graph, edges, look)
  graph.forEachNode((id, { kind }) => {
    if (kind === 'entity') graph.setNodeAttribute(id, 'size', 5 + Math.min(12, Math.sqrt(graph.degree(id)) * 2))
  })
}

function addNodes (graph: Graph, nodes: Answer['nodes'], look: Look): void {
  for (const { id, kind, label, state } of nodes) {
    if (graph.hasNode(id)) continue
    const past = kind === 'memory' && state !== 'active'
    graph.addNode(id, {
      ...placeOf(id),
      kind,
      label: label.length > 60 ? `${label.slice(0, 59)}…` : label,
      color: past ? look.past : look[kind as 'entity' | 'memory' | 'community'],
      size: kind === 'memory' ? 3 : 6
    })
  }
}

function addEdges (graph: Graph, edges: Answer['edges'], look: Look): void {
  for (const { from, to, kind, predicate } of edges) {
    const key = `${from} ${kind} ${predicate === null ? '' : String(predicate)} ${to}`
    if (graph.hasEdge(key) || !graph.hasNode(from) || !graph.hasNode(to)) continue
    const past = graph.getNodeAttribute(from, 'color') === look.past
    graph.addEdgeWithKey(key, from, to, {
      label: predicate === null ? '' : String(predicate).replaceAll('_', ' '),
      color: past ? look.faded : look.edge,
      size: kind === 'SUPERSEDES' ? 2 : 1,
      type: kind === 'SUPERSEDES' || kind === 'RELATES' ? 'arrow' : 'line'
    })
  }
}
