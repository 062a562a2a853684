/** The curves of `bench -- size` as a PNG: latency and memory against the memories of one user, on logarithmic axes. */
import { savePicture } from '../test/torture/plot.ts'
import type { Latencies } from './load.ts'
import type { Mode } from './subject.ts'

export const modes: Mode[] = ['text', 'vector', 'hybrid']

/** Milliseconds, MiB, and bytes a memory. */
export interface AtSize {
  size: number
  /** Null when it was filled before. */
  fillASecond: number | null
  diskBytes: number
  memoryBytes: number
  residentMb: number
  firstMs: number
  served: Record<Mode, Latencies>
  bare: Record<Mode, Latencies>
}

interface Curve {
  name: string
  colour: string
  dashed?: boolean
  value: (at: AtSize) => number
}

const width = 900
const panelHeight = 320
const [left, right] = [80, 230]
const colours = { text: '#b5651d', vector: '#1f5f8b', hybrid: '#3d7a3d' }

const latency: Curve[] = [
  ...modes.flatMap(mode => [
    { name: `${mode} p50`, colour: colours[mode], value: ({ served }: AtSize) => served[mode].p50 },
    { name: `${mode} p50, bare`, colour: colours[mode], dashed: true, value: ({ bare }: AtSize) => bare[mode].p50 }
  ]),
  { name: 'hybrid p99', colour: '#8fbf8f', value: ({ served }) => served.hybrid.p99 },
  { name: 'first after a restart', colour: '#888', value: ({ firstMs }) => firstMs }
]
const memory: Curve[] = [
  { name: 'resident MiB', colour: '#1f5f8b', value: ({ residentMb }) => residentMb },
  { name: 'disk MiB', colour: '#b5651d', value: ({ diskBytes, size }) => diskBytes * size / 2 ** 20 }
]

export async function plotSizes (file: string, measured: AtSize[]): Promise<void> {
  const panels = [panel('milliseconds', latency, measured, 0), panel('MiB', memory, measured, panelHeight)]
  const height = panels.length * panelHeight + 30
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" ` +
    `font-size="12"><rect width="100%" height="100%" fill="white"/>${panels.join('')}` +
    `<text x="${left}" y="${height - 12}">memories of one user</text></svg>`
  await savePicture(file, svg, { width, height })
}

function panel (title: string, curves: Curve[], measured: AtSize[], top: number): string {
  const values = curves.flatMap(({ value }) => measured.map(value))
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))]
  const sizes = measured.map(({ size }) => size)
  const [least, most] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))]
  const floor = top + panelHeight - 30
  const x = (size: number): number => left + (Math.log10(size) - least) / (most - least || 1) * (width - left - right)
  const y = (value: number): number => floor - (Math.log10(value) - low) / (high - low || 1) * (panelHeight - 70)
  const powers = Array.from({ length: high - low + 1 }, (_, place) => 10 ** (low + place))
  const lines = powers.map(value =>
    `<path d="M${left} ${y(value)}H${width - right}" stroke="#ddd"/>` +
    `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end">${value}</text>`
  )
  const marks = sizes.map(size =>
    `<text x="${x(size)}" y="${floor + 16}" text-anchor="middle">${size.toLocaleString('en')}</text>`
  )
  const drawn = curves.map(({ name, colour, dashed, value }, place) => {
    const points = measured.map(at => `${x(at.size).toFixed(1)},${y(value(at)).toFixed(1)}`).join(' ')
    const stroke = `fill="none" stroke="${colour}" stroke-width="1.8"${dashed ? ' stroke-dasharray="5 4"' : ''}`
    const legend = top + 40 + place * 18
    return `<polyline points="${points}" ${stroke}/>` +
      `<path d="M${width - right + 16} ${legend - 4}h24" ${stroke}/>` +
      `<text x="${width - right + 46}" y="${legend}">${name}</text>`
  })
  return `<text x="${left}" y="${top + 22}" font-size="14">${title}</text>${lines.join('')}${marks.join('')}${
    drawn.join('')
  }`
}
