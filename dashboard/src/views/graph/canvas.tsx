/** Sigma's canvas on a graph, laid out by a worker that stops. */
import Graph from 'graphology'
import { useEffect, useMemo, useRef } from 'react'
import Sigma from 'sigma'
import type { Part } from './answer.ts'
import type { LayoutRequest, Positions } from './layout.worker.ts'
import type { Look, Marks } from './marks.ts'
import { draw } from './model.ts'

/** As many as the style sheet has. */
export const coloursOfCommunities = 6

/** Software rendering is enough; none at all is not. */
const canDraw = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

interface Drawing {
  part: Part
  marks: Marks
  onNode: (id: string, kind: string) => void
}

export function GraphCanvas (props: Drawing) {
  const drawable = useMemo(canDraw, [])
  return drawable
    ? <Drawn {...props} />
    : <p className="quiet">This browser cannot draw the graph; the list says the same.</p>
}

function Drawn ({ part, marks, onNode }: Drawing) {
  const box = useRef<HTMLDivElement>(null)
  const graph = useRef<Graph>(new Graph({ multi: true }))
  const act = useRef(onNode)
  act.current = onNode

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const { look, ink } = looks(element)
    const sigma = new Sigma(graph.current, element, {
      allowInvalidContainer: true,
      // A label stands at the right of its node.
      stagePadding: Math.min(120, element.clientWidth / 5),
      hideLabelsOnMove: true,
      hideEdgesOnMove: true,
      labelColor: { color: ink },
      labelFont: getComputedStyle(element).fontFamily,
      labelSize: 14,
      labelRenderedSizeThreshold: 5,
      defaultEdgeColor: look.edge
    })
    sigma.on('clickNode', ({ node }) => act.current(node, String(graph.current.getNodeAttribute(node, 'kind'))))
    return () => sigma.kill()
  }, [])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    draw(graph.current, part, looks(element).look, marks)
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data: { positions, done } }: MessageEvent<{ positions: Positions, done: boolean }>) => {
      const places = new Map(positions.map(([id, x, y]) => [id, { x, y }]))
      graph.current.updateEachNodeAttributes((id, attributes) => ({ ...attributes, ...places.get(id) }))
      if (done) worker.terminate()
    }
    worker.postMessage(
      {
        nodes: graph.current.mapNodes((id, { x, y }) => ({ id, x: Number(x), y: Number(y) })),
        edges: graph.current.mapEdges((_key, _attributes, from, to) => [from, to])
      } satisfies LayoutRequest
    )
    return () => worker.terminate()
  }, [part, marks])

  return <div ref={box} className="graph-canvas" role="img" aria-label="The graph; the list beside it says the same." />
}

/** Colours as the page has them now: custom properties keep their light-dark(), colours are resolved. */
function looks (element: HTMLElement): { look: Look, ink: string } {
  const probe = document.createElement('span')
  element.parentElement?.append(probe)
  const resolved = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const look = {
    entity: resolved('--ink'),
    memory: resolved('--verdigris'),
    past: resolved('--ghost'),
    edge: resolved('--ink-3'),
    faded: resolved('--rule'),
    communities: Array.from({ length: coloursOfCommunities }, (_, place) => resolved(`--community-${place}`))
  }
  const ink = resolved('--ink')
  probe.remove()
  return { look, ink }
}
