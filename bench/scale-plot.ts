/** Bars of `bench -- scale`: adds and searches a second of every layout, as a PNG. */
import { savePicture } from '../test/torture/plot.ts'

export interface Measured {
  layout: string
  filledASecond: number
  addsASecond: number
  addP50: number
  addP99: number
  searchesASecond: number
  searchP50: number
  searchP99: number
  kilobytesAMemory: number
  /** Of a cluster: operations a second of each node. */
  byNode?: string
}

const width = 860
/** Pixels for the names, and the gap before the bars. */
const names = 340
const gap = 10
const barHeight = 22

export async function plotScale (file: string, measured: Measured[]): Promise<void> {
  const rows = measured.flatMap(({ layout, addsASecond, searchesASecond }) => [
    { name: `${layout}: adds a second`, value: addsASecond, colour: '#1f5f8b' },
    { name: `${layout}: searches a second`, value: searchesASecond, colour: '#b5651d' }
  ])
  const most = Math.max(1, ...rows.map(({ value }) => value))
  const bars = rows.map(({ name, value, colour }, place) => {
    const y = 20 + place * (barHeight + 8)
    const length = value / most * (width - names - 130)
    return `<text x="${names}" y="${y + 15}" text-anchor="end">${name}</text>` +
      `<rect x="${names + gap}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" fill="${colour}"/>` +
      `<text x="${(names + gap + 6 + length).toFixed(1)}" y="${y + 15}">${value}</text>`
  })
  const height = 40 + rows.length * (barHeight + 8)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" ` +
    `font-size="12"><rect width="100%" height="100%" fill="white"/>${bars.join('')}</svg>`
  await savePicture(file, svg, { width, height })
}
