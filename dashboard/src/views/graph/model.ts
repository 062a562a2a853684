/** What the service answers as a graph that can be drawn: entities, and memories that join them. */
import Graph from 'graphology'
import type { Answer, Part } from './answer.ts'
import { colourOf, labelOf, type Look, type Marks } from './marks.ts'

/** A place on a circle by the id, so that the same graph opens the same way. */
function placeOf (id: string): { x: number, y: number } {
  let hash = 2_166_136_261
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619)
  const angle = (hash >>> 0) / 4_294_967_296 * 2 * Math.PI
  const radius = 0.5 + ((hash >>> 8) % 1_000) / 2_000
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/** Makes the graph this part; nodes that stay keep their places, and what does not hold at the time looked at fades. */
export function draw (graph: Graph, { nodes, edges }: Part, look: Look, marks: Marks): void {
  const shown = new Set(nodes.map(({ id }) => id))
  for (const id of graph.nodes()) if (!shown.has(id)) graph.dropNode(id)
  addNodes(graph, nodes, look, marks)
  addEdges(graph, edges, look, marks)
  graph.forEachNode((id, { kind }) => {
    if (kind === 'entity') graph.setNodeAttribute(id, 'size', 5 + Math.min(12, Math.sqrt(graph.degree(id)) * 2))
  })
}

function addNodes (graph: Graph, nodes: Answer['nodes'], look: Look, marks: Marks): void {
  for (const node of nodes) {
    const { id, kind } = node
    const place = graph.hasNode(id) ? {} : placeOf(id)
    graph.mergeNode(id, {
      ...place,
      kind,
      label: labelOf(node, marks),
      color: colourOf(node, look, marks),
      // Said in the picture whatever the zoom.
      forceLabel: marks.inQuestion.has(id),
      size: kind === 'memory' ? 3 : 6
    })
  }
}

function addEdges (graph: Graph, edges: Answer['edges'], look: Look, { isPast }: Marks): void {
  for (const { from, to, kind, predicate, memory_id: stated } of edges) {
    const key = `${from} ${kind} ${predicate === null ? '' : String(predicate)} ${to}`
    const past = isPast(stated === null ? from : String(stated))
    graph.mergeEdgeWithKey(key, from, to, {
      label: predicate === null ? '' : String(predicate).replaceAll('_', ' '),
      color: past ? look.faded : look.edge,
      size: kind === 'SUPERSEDES' ? 2 : 1,
      type: kind === 'SUPERSEDES' || kind === 'RELATES' ? 'arrow' : 'line'
    })
  }
}
