/** The plate itself: pan and zoom on both axes, and a crosshair that is both times. */
import { scaleTime, scaleUtc } from 'd3-scale'
import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Moment } from '../../time/model.ts'
import { draw, type Scale } from './draw.ts'
import { inksOf, onThemeChange } from './inks.ts'
import { layerOf, type Layer } from './layer.ts'
import { extentOf, nextEdge, type Rectangle } from './rectangles.ts'
import type { Axis, Bounds } from './visible.ts'

const howToMove = 'Arrow keys step to the next edge: left and right in the world, up and down in what was known. ' +
  'The table below says the same.'
const height = 460
const grip = 9

export function PlateCanvas ({ rectangles, moment, cross, onMoment, about }: {
  rectangles: Rectangle[]
  moment: Moment
  /** Where the crosshair stands: an unset time is now. */
  cross: Moment
  onMoment: (moment: Partial<Moment>) => void
  about: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const [dragged, setDragged] = useState<Moment | null>(null)
  const shown = dragged ?? moment
  const at0 = dragged ?? cross
  const now = useMemo(() => Date.now(), [rectangles])
  const extent = useMemo(() => extentOf(rectangles, now), [rectangles, now])
  const box: Bounds = useMemo(() => ({ left: width < 500 ? 62 : 86, top: 8, right: width - 8, bottom: height - 34 }), [
    width
  ])
  const { x, y } = useMemo(() => ({
    x: transform.rescaleX(scaleUtc().domain(extent.x).range([box.left, box.right])),
    y: transform.rescaleY(scaleTime().domain(extent.y).range([box.bottom, box.top]))
  }), [transform, extent, box])
  const layer = useRef<Layer | null>(null)
  const fontOf = useRef<string>(undefined)
  const [moving, setMoving] = useState(false)
  const [theme, setTheme] = useState(0)
  useEffect(() => onThemeChange(() => setTheme(count => count + 1)), [])
  const scales = useRef({ x, y, at0 })
  scales.current = { x, y, at0 }

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([0.5, 20_000])
      .filter((event: MouseEvent) => event.button === 0 && !near(event))
      .on('start', () => setMoving(true))
      .on('end', () => setMoving(false))
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => setTransform(transform))
    function near (event: MouseEvent): boolean {
      if (event.type === 'wheel' || event.type === 'dblclick') return false
      const { x, y, at0 } = scales.current
      return Math.abs(event.offsetX - x(at0.asOf)) < grip || Math.abs(event.offsetY - y(at0.knownAt)) < grip
    }
    select(element).call(zooming)
    return () => {
      observer.disconnect()
      select(element).on('.zoom', null)
    }
  }, [])

  useEffect(() => {
    const element = canvas.current
    if (element === null || width === 0) return
    const paint = (exact: boolean): void => {
      const ratio = window.devicePixelRatio
      sizeTo(element, width * ratio, height * ratio)
      const context = element.getContext('2d') as CanvasRenderingContext2D
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      const font = (fontOf.current ??= getComputedStyle(element).fontFamily)
      const inks = inksOf(element)
      const view = { rectangles, x: axisOf(x), y: axisOf(y), box, moment: shown, now, inks, font, ratio }
      const before = layer.current
      layer.current = layerOf(view, before, exact)
      if (layer.current !== before) element.dataset['drawn'] = String(layer.current.drawn)
      element.dataset['layers'] = String(Number(element.dataset['layers'] ?? 0) + Number(layer.current !== before))
      draw(context, { layer: layer.current, view, x, y, now, cross: at0 })
    }
    // Labels stand where they can be read once nothing moves.
    const frame = requestAnimationFrame(() => paint(!moving))
    return () => cancelAnimationFrame(frame)
  }, [rectangles, x, y, box, shown, at0, now, width, theme, moving])

  function at (event: PointerEvent): Moment {
    const { offsetX, offsetY } = event.nativeEvent
    return { asOf: x.invert(offsetX).getTime(), knownAt: y.invert(offsetY).getTime() }
  }
  function onPointerDown (event: PointerEvent<HTMLCanvasElement>): void {
    const { offsetX, offsetY } = event.nativeEvent
    if (Math.abs(offsetX - x(at0.asOf)) >= grip && Math.abs(offsetY - y(at0.knownAt)) >= grip) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(at0)
  }
  function onPointerUp (): void {
    if (dragged !== null) onMoment(dragged)
    setDragged(null)
  }
  function onKey (event: KeyboardEvent): void {
    const step = ({ ArrowLeft: ['x', -1], ArrowRight: ['x', 1], ArrowDown: ['y', -1], ArrowUp: ['y', 1] } as const)[
      event.key as 'ArrowLeft'
    ]
    if (step === undefined) return
    event.preventDefault()
    const [axis, direction] = step
    if (axis === 'x') onMoment({ asOf: nextEdge(rectangles, 'x', moment.asOf, direction) })
    else onMoment({ knownAt: nextEdge(rectangles, 'y', moment.knownAt, direction) })
  }

  return (
    <canvas
      ref={canvas}
      className="plate-canvas"
      tabIndex={0}
      role="application"
      style={{ height }}
      aria-label={`The plate of ${about}. ${howToMove}`}
      onPointerDown={onPointerDown}
      onPointerMove={event => {
        if (dragged !== null) setDragged(at(event))
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)}
      onDoubleClick={event => event.preventDefault()}
      onClick={event => {
        if (event.detail === 1 && dragged === null) onMoment(at(event as unknown as PointerEvent))
      }}
      onKeyDown={onKey}
    />
  )
}

/** Setting its size empties a canvas, whether it changed or not. */
function sizeTo (element: HTMLCanvasElement, width: number, height: number): void {
  const [wide, high] = [Math.floor(width), Math.floor(height)]
  if (element.width !== wide) element.width = wide
  if (element.height !== high) element.height = high
}

/** A scale as the line that it is. */
function axisOf (scale: Scale): Axis {
  const [from, to] = scale.domain().map(Number) as [number, number]
  const [start, end] = scale.range() as [number, number]
  const perMs = (end - start) / (to - from)
  return { at0: start - from * perMs, perMs }
}
