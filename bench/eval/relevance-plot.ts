/** The reliability diagram of `eval relevance`: the relevance said against the share that answered, a line a set. */
import { savePicture } from '../../test/torture/plot.ts'

/** Hits whose relevance is alike: its mean, and the share that answered. */
export interface Bin {
  from: number
  hits: number
  mean: number
  share: number
}

const side = 420
const [left, top] = [60, 40]
const size = { width: left + side + 180, height: top + side + 60 }
const colours = ['#1f5f8b', '#b5651d', '#2e7d4f', '#7b3f8f', '#8a1f2d', '#555555']

/** Points grow with the number of hits behind them; on the dashed line what is said is what is so. */
export function reliabilityDrawing (sets: Array<[string, Bin[]]>): string {
  const x = (share: number): string => (left + share * side).toFixed(1)
  const y = (share: number): string => (top + (1 - share) * side).toFixed(1)
  const lines = sets.map(([name, bins], place) => {
    const colour = colours[place % colours.length]
    const points = bins.map(({ mean, share }) => `${x(mean)},${y(share)}`).join(' ')
    const radius = (hits: number): string => Math.min(9, 1 + Math.sqrt(hits) / 5).toFixed(1)
    const dots = bins.map(({ mean, share, hits }) =>
      `<circle cx="${x(mean)}" cy="${y(share)}" r="${radius(hits)}" fill="${colour}"/>`
    )
    return `<polyline points="${points}" fill="none" stroke="${colour}"/>${dots.join('')}` +
      `<text x="${left + side + 14}" y="${top + 20 + place * 20}" fill="${colour}">${name}</text>`
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(at =>
    `<text x="${x(at)}" y="${top + side + 18}" text-anchor="middle">${at}</text>` +
    `<text x="${left - 8}" y="${Number(y(at)) + 4}" text-anchor="end">${at}</text>`
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" ` +
    'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>' +
    `<text x="${left}" y="24" font-size="15">relevance, and what answered</text>` +
    `<rect x="${left}" y="${top}" width="${side}" height="${side}" fill="none" stroke="#888"/>` +
    `<path d="M${left} ${top + side}L${left + side} ${top}" stroke="#888" stroke-dasharray="5 4"/>` +
    `${ticks.join('')}${lines.join('')}` +
    `<text x="${left + side / 2}" y="${top + side + 42}" text-anchor="middle">relevance that was said</text></svg>`
}

export async function plotReliability (file: string, sets: Array<[string, Bin[]]>): Promise<void> {
  await savePicture(file, reliabilityDrawing(sets), size)
}
