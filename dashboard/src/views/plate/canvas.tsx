/** The plate itself: pan and zoom on both axes, and a crosshair that is both times. */
import { scaleTime, scaleUtc } from 'd3-scale'
import { select } from 'd3-selection'
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Moment } from '../../time/model.ts'
import { draw, type Box, type Inks } from './draw.ts'
import { extentOf, nextEdge, type Rectangle } from './rectangles.ts'

const height = 460
const grip = 9

export function PlateCanvas ({ rectangles, moment, onMoment, about }: {
  rectangles: Rectangle[], moment: Moment, onMoment: (moment: Partial<Moment>) => void, about: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, setWidth] = useState(0)
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const [dragged, setDragged] = useState<Moment | null>(null)
  const shown = dragged ?? moment
  const extent = useMemo(() => extentOf(rectangles, Date.now()), [rectangles])
  const box: Box = useMemo(() => ({ left: width < 500 ? 62 : 86, top: 8, right: width - 8, bottom: height - 34 }), [width])
  const { x, y } = useMemo(() => ({
    x: transform.rescaleX(scaleUtc().domain(extent.x).range([box.left, box.right])),
    y: transform.rescaleY(scaleTime().domain(extent.y).range([box.bottom, box.top]))
  }), [transform, extent, box])
  const scales = useRef({ x, y, shown })
  scales.current = { x, y, shown }

  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    const zooming = zoom<HTMLCanvasElement, unknown>()
      .scaleExtent([0.5, 20_000])
      .filter((event: MouseEvent) => event.button === 0 && !near(event))
      .on('zoom', ({ transform }: { transform: ZoomTransform }) => setTransform(transform))
    function near (event: MouseEvent): boolean {
      if (event.type === 'wheel' || event.type === 'dblclick') return false
      const { x, y, shown } = scales.current
      return Math.abs(event.offsetX - x(shown.asOf)) < grip || Math.abs(event.offsetY - y(shown.knownAt)) < grip
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
    const frame = requestAnimationFrame(() => {
      const ratio = window.devicePixelRatio
      element.width = width * ratio
      element.height = height * ratio
      const context = element.getContext('2d') as CanvasRenderingContext2D
      context.scale(ratio, ratio)
      draw(context, { rectangles, x, y, box, moment: shown, now: Date.now(), inks: inksOf(element), font: getComputedStyle(element).fontFamily })
    })
    return () => cancelAnimationFrame(frame)
  }, [rectangles, x, y, box, shown, width])

  function at (event: PointerEvent): Moment {
    const { offsetX, offsetY } = event.nativeEvent
    return { asOf: x.invert(offsetX).getTime(), knownAt: y.invert(offsetY).getTime() }
  }
  function onPointerDown (event: PointerEvent<HTMLCanvasElement>): void {
    const { offsetX, offsetY } = event.nativeEvent
    if (Math.abs(offsetX - x(shown.asOf)) >= grip && Math.abs(offsetY - y(shown.knownAt)) >= grip) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(shown)
  }
  function onPointerUp (): void {
    if (dragged !== null) onMoment(dragged)
    setDragged(null)
  }
  function onKey (event: KeyboardEvent): void {
    const step = ({ ArrowLeft: ['x', -1], ArrowRight: ['x', 1], ArrowDown: ['y', -1], ArrowUp: ['y', 1] } as const)[event.key as 'ArrowLeft']
    if (step === undefined) return
    event.preventDefault()
    const [axis, direction] = step
    if (axis === 'x') onMoment({ asOf: nextEdge(rectangles, 'x', moment.asOf, direction) })
    else onMoment({ knownAt: nextEdge(rectangles, 'y', moment.knownAt, direction) })
  }

  return (
    <canvas ref={canvas} className="plate-canvas" tabIndex={0} role="application" style={{ height }}
      aria-label={`The plate of ${about}. Arrow keys step to the next edge: left and right in the world, up and down in what was known. The table below says the same.`}
      onPointerDown={onPointerDown} onPointerMove={event => { if (dragged !== null) setDragged(at(event)) }} onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)} onDoubleClick={event => event.preventDefault()}
      onClick={event => { if (event.detail === 1 && dragged === null) onMoment(at(event as unknown as PointerEvent)) }}
      onKeyDown={onKey} />
  )
}

function inksOf (element: HTMLElement): Inks {
  const probe = document.createElement('span')
  element.parentElement?.append(probe)
  // A custom property keeps its light-dark() as written; a colour is resolved.
  const resolved = (name: string): string => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const inks = {
    ink: resolved('--ink'), ink2: resolved('--ink-2'), ink3: resolved('--ink-3'), rule: resolved('--rule'),
    sheet: resolved('--sheet'), wash: resolved('--wash'), ghost: resolved('--ghost'), rubric: resolved('--rubric')
  }
  probe.remove()
  return inks
}
