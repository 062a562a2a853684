/** The plate as rectangles: true in the world from left to right, known by us from below upwards. Milliseconds. */
import type { Interval } from '../../api/shapes.ts'
import { beliefsOf, type Belief, type Moment } from '../../time/model.ts'

export interface Rectangle extends Belief {
  interval: Interval
  index: number
}

export interface Extent {
  x: [number, number]
  y: [number, number]
}

const day = 86_400_000
const second = 1_000

/** Earlier facts first, so that a newer one is drawn over it where they overlap. */
export function rectanglesOf (intervals: Interval[]): Rectangle[] {
  return [...intervals].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
    .flatMap((interval, index) => beliefsOf(interval).map(belief => ({ ...belief, interval, index })))
}

export function extentOf (rectangles: Rectangle[], now: number): Extent {
  const xs = rectangles.flatMap(({ validFrom, validTo }) => [validFrom, validTo]).filter(Number.isFinite)
  const ys = rectangles.flatMap(({ from, to }) => [from, to]).filter(Number.isFinite)
  return { x: padded([...xs, now], [0.08, 0.08], 2 * day), y: padded([...ys, now], [0.2, 0.04], second) }
}

/** Nothing is known yet of what is to come: the axis of what was known ends a little above now. */
function padded (times: number[], [before, after]: [number, number], leastPad: number): [number, number] {
  const least = times.reduce((a, b) => Math.min(a, b))
  const most = times.reduce((a, b) => Math.max(a, b))
  const span = most - least
  return [least - Math.max(span * before, leastPad), most + Math.max(span * after, leastPad)]
}

/** All that was believed at one time of knowing, or ever about one time in the world. */
export function believedOn (rectangles: Rectangle[], knownAt: number): Rectangle[] {
  return rectangles.filter(({ from, to }) => from <= knownAt && knownAt < to).sort((a, b) => a.validFrom - b.validFrom)
}
export function believedAbout (rectangles: Rectangle[], asOf: number): Rectangle[] {
  return rectangles.filter(({ validFrom, validTo }) => validFrom <= asOf && asOf < validTo).sort((a, b) =>
    a.from - b.from
  )
}
export function holds ({ from, to, validFrom, validTo }: Belief, { asOf, knownAt }: Moment): boolean {
  return from <= knownAt && knownAt < to && validFrom <= asOf && asOf < validTo
}

/** The next edge of any rectangle on one axis; where there is none, the same time. */
export function nextEdge (rectangles: Rectangle[], axis: 'x' | 'y', time: number, direction: 1 | -1): number {
  const edges = rectangles.flatMap(({ from, to, validFrom, validTo }) =>
    axis === 'x' ? [validFrom, validTo] : [from, to]
  )
    .filter(edge => Number.isFinite(edge) && (direction === 1 ? edge > time : edge < time))
  if (edges.length === 0) return time
  return edges.reduce((a, b) => direction === 1 ? Math.min(a, b) : Math.max(a, b))
}
