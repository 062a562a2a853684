/** One frame of the plate. Reads nothing but its arguments, and writes nothing but the canvas. */
import type { ScaleTime } from 'd3-scale'
import type { Moment } from '../../time/model.ts'
import { holds, type Rectangle } from './rectangles.ts'

export type Scale = ScaleTime<number, number>
export interface Inks {
  ink: string
  ink2: string
  ink3: string
  rule: string
  sheet: string
  wash: string
  ghost: string
  rubric: string
}
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Labels beyond this many would be a blur, and cost more than everything else. */
const mostLabels = 150

export interface PlateView {
  rectangles: Rectangle[]
  x: Scale
  y: Scale
  box: Box
  moment: Moment
  now: number
  inks: Inks
  font: string
}

export function draw (context: CanvasRenderingContext2D, view: PlateView): void {
  const { x, y, box, moment, now, inks } = view
  const { left, top, right, bottom } = box
  context.clearRect(0, 0, right + 200, bottom + 200)
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  context.fillStyle = inks.sheet
  context.fillRect(left, top, right - left, bottom - top)

  drawRectangles(context, view)

  // What begins left of it was learned after it had become true.
  context.setLineDash([5, 5])
  context.strokeStyle = inks.ink3
  context.lineWidth = 1
  const least = Math.max(x.domain()[0]!.getTime(), y.domain()[0]!.getTime())
  const most = Math.min(x.domain()[1]!.getTime(), y.domain()[1]!.getTime())
  line(context, x(least), y(least), x(most), y(most))
  context.setLineDash([2, 4])
  line(context, x(now), top, x(now), bottom)
  line(context, left, y(now), right, y(now))
  context.setLineDash([])

  context.strokeStyle = inks.rubric
  context.lineWidth = 1.5
  line(context, x(moment.asOf), top, x(moment.asOf), bottom)
  line(context, left, y(moment.knownAt), right, y(moment.knownAt))
  context.fillStyle = inks.rubric
  context.beginPath()
  context.arc(x(moment.asOf), y(moment.knownAt), 5, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  axes(context, x, y, box, inks)
}

function label (context: CanvasRenderingContext2D, text: string, x: number, y: number, width: number): void {
  const room = Math.floor(width / 6.6)
  if (room < 6) return
  context.fillText(text.length > room ? `${text.slice(0, room - 1)}…` : text, x, y, width)
}

function axes (context: CanvasRenderingContext2D, x: Scale, y: Scale, box: Box, inks: Inks): void {
  const { left, top, right, bottom } = box
  context.fillStyle = inks.ink2
  context.strokeStyle = inks.rule
  context.lineWidth = 1
  context.font = '12px system-ui, sans-serif'
  context.textAlign = 'center'
  const across = x.tickFormat()
  for (const tick of x.ticks(Math.max(2, (right - left) / 110))) {
    line(context, x(tick), bottom, x(tick), bottom + 5)
    context.fillText(across(tick), x(tick), bottom + 19)
  }
  context.textAlign = 'right'
  const upwards = y.tickFormat()
  for (const tick of y.ticks(Math.max(2, (bottom - top) / 70))) {
    line(context, left - 5, y(tick), left, y(tick))
    context.fillText(upwards(tick), left - 9, y(tick) + 4)
  }
  context.textAlign = 'left'
  context.strokeStyle = inks.ink3
  context.strokeRect(left + 0.5, top + 0.5, right - left - 1, bottom - top - 1)
}

function line (context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
}

function drawRectangles (context: CanvasRenderingContext2D, view: PlateView): void {
  const { box: { left, top, right, bottom }, moment, inks, font } = view
  let labels = 0
  for (const rectangle of view.rectangles) {
    const { x0, x1, y0, y1 } = cornersOf(rectangle, view)
    if (x1 < left || x0 > right || y1 < top || y0 > bottom) continue
    const chosen = holds(rectangle, moment)
    const [width, height] = [Math.max(1, x1 - x0), Math.max(1, y1 - y0)]
    context.globalAlpha = chosen ? 1 : 0.72
    context.fillStyle = chosen ? inks.ghost : inks.wash
    context.fillRect(x0, y0, width, height)
    context.globalAlpha = 1
    context.lineWidth = chosen ? 2 : 1
    context.strokeStyle = chosen ? inks.ink : inks.ink3
    context.strokeRect(x0 + 0.5, y0 + 0.5, width, height)
    if (labels >= mostLabels || x1 - x0 <= 60 || y1 - y0 <= 22) continue
    labels += 1
    context.fillStyle = chosen ? inks.ink : inks.ink2
    context.font = `${chosen ? 500 : 400} 15px ${font}`
    const from = Math.max(x0, left)
    label(context, rectangle.interval.memory, from + 9, Math.max(y0, top) + 20, x1 - from - 16)
  }
}

/** In pixels; what has no end reaches past the box. */
function cornersOf ({ validFrom, validTo, from, to }: Rectangle, { x, y, box }: PlateView) {
  return {
    x0: Math.max(box.left - 2, x(validFrom)),
    x1: Number.isFinite(validTo) ? Math.min(box.right + 2, x(validTo)) : box.right + 2,
    y0: Number.isFinite(to) ? Math.max(box.top - 2, y(to)) : box.top - 2,
    y1: Math.min(box.bottom + 2, y(from))
  }
}
