/** The rectangles as a bitmap that is larger than what is seen, so that panning only moves it. */
import type { Moment } from '../../time/model.ts'
import type { Inks } from './inks.ts'
import type { Rectangle } from './rectangles.ts'
import { visibleOf, type Axis, type Bounds, type Shape } from './visible.ts'

/** Labels beyond this many would be a blur, and cost more than everything else. */
const mostLabels = 150
/** Beside each edge, as a share of what is seen. */
const margin = 0.5

export interface LayerView {
  rectangles: Rectangle[]
  x: Axis
  y: Axis
  box: Bounds
  moment: Moment
  /** Above it nothing is known. */
  now: number
  inks: Inks
  font: string
  ratio: number
}

export interface Layer {
  view: LayerView
  bounds: Bounds
  bitmap: HTMLCanvasElement
  /** Rectangles that were drawn. */
  drawn: number
}

/** The same layer while it has all that is to be seen; `exact` asks for one that was drawn for this very place. */
export function layerOf (view: LayerView, before: Layer | null, exact: boolean): Layer {
  return before !== null && serves(before, view, exact) ? before : render(view)
}

export function offsetOf ({ view: { x, y } }: Layer, view: LayerView): { dx: number, dy: number } {
  return { dx: view.x.at0 - x.at0, dy: view.y.at0 - y.at0 }
}

function serves (layer: Layer, view: LayerView, exact: boolean): boolean {
  const { view: drawn, bounds } = layer
  const { dx, dy } = offsetOf(layer, view)
  const { box } = view
  return drawn.rectangles === view.rectangles && drawn.inks === view.inks && drawn.font === view.font &&
    drawn.ratio === view.ratio && drawn.box === box &&
    drawn.moment.asOf === view.moment.asOf && drawn.moment.knownAt === view.moment.knownAt &&
    alike(drawn.x.perMs, view.x.perMs) && alike(drawn.y.perMs, view.y.perMs) &&
    (exact
      ? Math.abs(dx) < 0.01 && Math.abs(dy) < 0.01
      : bounds.left + dx <= box.left && bounds.right + dx >= box.right && bounds.top + dy <= box.top &&
        bounds.bottom + dy >= box.bottom)
}

const alike = (one: number, other: number): boolean => Math.abs(one - other) <= Math.abs(one) * 1e-9

function render (view: LayerView): Layer {
  const { box, ratio } = view
  const [across, upwards] = [(box.right - box.left) * margin, (box.bottom - box.top) * margin]
  const bounds = {
    left: box.left - across,
    right: box.right + across,
    top: box.top - upwards,
    bottom: box.bottom + upwards
  }
  const bitmap = document.createElement('canvas')
  bitmap.width = Math.ceil((bounds.right - bounds.left) * ratio)
  bitmap.height = Math.ceil((bounds.bottom - bounds.top) * ratio)
  const context = bitmap.getContext('2d', { alpha: false }) as CanvasRenderingContext2D
  context.scale(ratio, ratio)
  context.translate(-bounds.left, -bounds.top)
  context.fillStyle = view.inks.sheet
  context.fillRect(bounds.left, bounds.top, bounds.right - bounds.left, bounds.bottom - bounds.top)
  const top = Math.min(bounds.bottom, Math.max(bounds.top, view.y.at0 + view.now * view.y.perMs))
  const shapes = visibleOf(view.rectangles, view.x, view.y, { ...bounds, top }, view.moment)
  const room = { left: mostLabels }
  for (const shape of shapes) {
    drawShape(context, shape, view.inks)
    drawLabel(context, shape, view, room)
  }
  return { view, bounds, bitmap, drawn: shapes.length }
}

function drawShape (context: CanvasRenderingContext2D, { chosen, x0, x1, y0, y1 }: Shape, inks: Inks): void {
  const [width, height] = [Math.max(1, x1 - x0), Math.max(1, y1 - y0)]
  if (width < 3 || height < 3) {
    // Nothing but edge.
    context.fillStyle = chosen ? inks.ink : inks.ink3
    context.fillRect(x0, y0, width, height)
    return
  }
  context.globalAlpha = chosen ? 1 : 0.72
  context.fillStyle = chosen ? inks.ghost : inks.wash
  context.fillRect(x0, y0, width, height)
  context.globalAlpha = 1
  context.lineWidth = chosen ? 2 : 1
  context.strokeStyle = chosen ? inks.ink : inks.ink3
  context.strokeRect(x0 + 0.5, y0 + 0.5, width, height)
}

/** Where its rectangle begins to be seen. */
function drawLabel (
  context: CanvasRenderingContext2D,
  { rectangle, chosen, x0, x1, y0, y1 }: Shape,
  { box, inks, font }: LayerView,
  room: { left: number }
): void {
  if (room.left === 0 || x1 - x0 <= 60 || y1 - y0 <= 22) return
  const from = x1 > box.left + 60 ? Math.max(x0, box.left) : x0
  const top = y1 > box.top + 22 ? Math.max(y0, box.top) : y0
  const width = x1 - from - 16
  const most = Math.floor(width / 6.6)
  if (most < 6) return
  room.left--
  const text = rectangle.interval.memory
  context.fillStyle = chosen ? inks.ink : inks.ink2
  context.font = `${chosen ? 500 : 400} 15px ${font}`
  context.fillText(text.length > most ? `${text.slice(0, most - 1)}…` : text, from + 9, top + 20, width)
}
