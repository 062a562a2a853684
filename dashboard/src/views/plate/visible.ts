/**
 * Which rectangles of the plate are worth drawing. Fills are see-through, so that what lies under several others shows
 * no more: of thousands that lie over each other only the topmost few leave a mark.
 */
import type { Moment } from '../../time/model.ts'
import { holds, type Rectangle } from './rectangles.ts'

/** A time of `t` milliseconds stands at `at0 + t * perMs`. */
export interface Axis {
  at0: number
  perMs: number
}
export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}
export interface Shape {
  rectangle: Rectangle
  /** Holds at the moment looked at. */
  chosen: boolean
  x0: number
  x1: number
  y0: number
  y1: number
}

/** So many are all drawn. */
const mostExact = 1_500
/** Pixels of a cell in which layers are counted, at its centre; beginnings differ more finely upwards. */
const wide = 16
const high = 3
/** Under so many fills of 0.72 less than one part in two hundred is left. */
const layers = 4
const bits = 32

/** In the order in which they are drawn. What has no end reaches past the bounds. */
export function visibleOf (rectangles: Rectangle[], x: Axis, y: Axis, bounds: Bounds, moment: Moment): Shape[] {
  const within = rectangles.flatMap(rectangle => {
    const corners = cornersOf(rectangle, x, y, bounds)
    return corners === null ? [] : [{ ...corners, rectangle, chosen: holds(rectangle, moment) }]
  })
  return within.length > mostExact ? withoutHidden(within, bounds) : within
}

function withoutHidden (shapes: Shape[], bounds: Bounds): Shape[] {
  const cover = coverOf(bounds)
  const seen: Shape[] = []
  for (let place = shapes.length - 1; place >= 0; place--) {
    const shape = shapes[place] as Shape
    if (cover.hides(shape)) continue
    cover.add(shape, shape.chosen)
    seen.push(shape)
  }
  return seen.reverse()
}

type Corners = Pick<Shape, 'x0' | 'x1' | 'y0' | 'y1'>

function cornersOf ({ validFrom, validTo, from, to }: Rectangle, x: Axis, y: Axis, bounds: Bounds): Corners | null {
  const { left, right, top, bottom } = bounds
  const x0 = Math.max(left - 2, x.at0 + validFrom * x.perMs)
  const x1 = Math.min(right + 2, x.at0 + validTo * x.perMs)
  // Upwards is later.
  const y0 = Math.max(top - 2, y.at0 + to * y.perMs)
  const y1 = Math.min(bottom + 2, y.at0 + from * y.perMs)
  return x1 < left || x0 > right || y1 < top || y0 > bottom ? null : { x0, x1, y0, y1 }
}

/** How often the centre of each cell is covered, up to `layers`, in planes of bits; what holds hides at once. */
function coverOf ({ left, top, right, bottom }: Bounds) {
  const columns = Math.max(1, Math.ceil((right - left) / wide))
  const rows = Math.max(1, Math.ceil((bottom - top) / high))
  const words = Math.ceil(columns / bits)
  const planes = Array.from({ length: layers }, () => new Uint32Array(rows * words))
  const hidden = planes[layers - 1] as Uint32Array
  const masks = new Uint32Array(words)

  /** Cells with their centre within, one at least; of their columns the masks are set. */
  function cellsOf ({ x0, x1, y0, y1 }: Corners): { from: number, to: number, first: number, last: number } {
    const [first, end] = span((x0 - left) / wide, (x1 - left) / wide, columns)
    const [from, to] = span((y0 - top) / high, (y1 - top) / high, rows)
    for (let word = 0; word < words; word++) masks[word] = maskOf(first - word * bits, end - word * bits)
    return { from, to, first: Math.floor(first / bits), last: Math.floor((end - 1) / bits) }
  }

  return {
    hides (corners: Corners): boolean {
      const { from, to, first, last } = cellsOf(corners)
      for (let row = from; row < to; row++) {
        for (let word = first; word <= last; word++) {
          if ((~hidden[row * words + word]! & masks[word]!) !== 0) return false
        }
      }
      return true
    },
    add (corners: Corners, opaque: boolean): void {
      const { from, to, first, last } = cellsOf(corners)
      for (let row = from; row < to; row++) {
        for (let word = first; word <= last; word++) {
          const at = row * words + word
          let carry = masks[word]!
          for (const plane of planes) {
            const before = plane[at]!
            plane[at] = before | carry
            if (!opaque) carry &= before
          }
        }
      }
    }
  }
}

function span (from: number, to: number, most: number): [from: number, to: number] {
  const first = Math.min(most - 1, Math.max(0, Math.ceil(from - 0.5)))
  return [first, Math.min(most, Math.max(first + 1, Math.ceil(to - 0.5)))]
}

/** The bits from `first` to before `end`. */
function maskOf (first: number, end: number): number {
  const [from, to] = [Math.min(bits, Math.max(0, first)), Math.min(bits, Math.max(0, end))]
  return from >= to ? 0 : 2 ** to - 2 ** from
}
