/** Lays the graph out away from the page, a few steps at a time, until it hardly moves or is stopped. */
import Graph from 'graphology'
import forceAtlas2 from 'graphology-layout-forceatlas2'

export interface LayoutRequest {
  nodes: Array<{ id: string, x: number, y: number }>
  edges: Array<[string, string]>
}
export type Positions = Array<[id: string, x: number, y: number]>

const stepsAtOnce = 10
const mostSteps = 400

self.onmessage = ({ data: { nodes, edges } }: MessageEvent<LayoutRequest>) => {
  const graph = new Graph({ multi: true, type: 'undirected' })
  for (const { id, x, y } of nodes) graph.addNode(id, { x, y })
  for (const [from, to] of edges) graph.addEdge(from, to)
  const settings = { ...forceAtlas2.inferSettings(graph), barnesHutOptimize: nodes.length > 500, gravity: 1.5 }
  let steps = 0
  // In parts, so that a message to stop is heard between them.
  const step = (): void => {
    forceAtlas2.assign(graph, { iterations: stepsAtOnce, settings })
    steps += stepsAtOnce
    const positions: Positions = graph.mapNodes((id, { x, y }) => [id, Number(x), Number(y)])
    self.postMessage({ positions, done: steps >= mostSteps })
    if (steps < mostSteps) setTimeout(step, 0)
  }
  step()
}
