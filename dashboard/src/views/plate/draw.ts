/** One frame of the plate. Reads nothing but its arguments, and writes nothing but the canvas. */
import type { ScaleTime } from 'd3-scale'
import type { Moment } from '../../time/model.ts'
import type { Inks } from './inks.ts'
import { offsetOf, type Layer, type LayerView } from './layer.ts'
import type { Bounds } from './visible.ts'

export type Scale = ScaleTime<number, number>

export interface PlateView {
  layer: Layer
  /** As it is to be seen now. */
  view: LayerView
  x: Scale
  y: Scale
  now: number
  /** Where the crosshair stands. */
  cross: Moment
}

export function draw (context: CanvasRenderingContext2D, { layer, view, x, y, now, cross }: PlateView): void {
  const { box, inks } = view
  const { left, top, right, bottom } = box
  context.clearRect(0, 0, right + 200, bottom + 200)
  context.save()
  context.beginPath()
  context.rect(left, top, right - left, bottom - top)
  context.clip()
  const { dx, dy } = offsetOf(layer, view)
  const whole = (pixels: number): number => Math.round(pixels * view.ratio) / view.ratio
  const { bounds, bitmap } = layer
  context.drawImage(
    bitmap,
    bounds.left + whole(dx),
    bounds.top + whole(dy),
    bitmap.width / view.ratio,
    bitmap.height / view.ratio
  )

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
  line(context, x(cross.asOf), top, x(cross.asOf), bottom)
  line(context, left, y(cross.knownAt), right, y(cross.knownAt))
  context.fillStyle = inks.rubric
  context.beginPath()
  context.arc(x(cross.asOf), y(cross.knownAt), 5, 0, 2 * Math.PI)
  context.fill()
  context.restore()
  axes(context, x, y, box, inks)
}

/** What is true has days of the calendar, which are stored in UTC; what is known has the reader's own. */
const world = formatsIn('UTC')
const here = formatsIn(undefined)

function formatsIn (timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(undefined, { ...options, timeZone })
    return format
  }
  const minute = { hour: '2-digit', minute: '2-digit' } as const
  return {
    clock: new Intl.DateTimeFormat('en', { ...minute, second: '2-digit', hourCycle: 'h23', timeZone }),
    year: format({ year: 'numeric' }),
    month: format({ month: 'short', year: 'numeric' }),
    day: format({ day: 'numeric', month: 'short' }),
    minute: format(minute),
    second: format({ ...minute, second: '2-digit' })
  }
}

const dayMs = 86_400_000

/** How far the canvas goes on at the right of what is drawn in. */
const edge = 8

/** As fine as what is seen is long, in the reader's own words for it. */
function formatOf (scale: Scale, formats: ReturnType<typeof formatsIn>): (tick: Date) => string {
  const [from, to] = scale.domain().map(Number) as [number, number]
  if (to - from > 3_000 * dayMs) return formats.year
  if (to - from > 300 * dayMs) return formats.month
  return tick =>
    formats.clock.format(tick) === '00:00:00'
      ? formats.day(tick)
      : (to - from > dayMs / 96 ? formats.minute : formats.second)(tick)
}

function axes (context: CanvasRenderingContext2D, x: Scale, y: Scale, box: Bounds, inks: Inks): void {
  const { left, top, right, bottom } = box
  context.fillStyle = inks.ink2
  context.strokeStyle = inks.rule
  context.lineWidth = 1
  context.font = '12px system-ui, sans-serif'
  context.textAlign = 'center'
  const across = formatOf(x, world)
  for (const tick of x.ticks(Math.max(2, (right - left) / 110))) {
    line(context, x(tick), bottom, x(tick), bottom + 5)
    const words = across(tick)
    // One that would be cut at the edge says nothing.
    if (x(tick) + context.measureText(words).width / 2 <= right + edge) context.fillText(words, x(tick), bottom + 19)
  }
  context.textAlign = 'right'
  const upwards = formatOf(y, here)
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
