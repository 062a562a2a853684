/** The seconds of a load run as a PNG: four panels over one time axis, drawn as SVG and photographed by Chromium. */
import { pathToFileURL } from 'node:url'
import { rm, writeFile } from 'node:fs/promises'
import { browserMissing, startBrowser } from '../services/browser.ts'
import type { Second } from './load.ts'

const width = 900
const panelHeight = 150
const left = 70
const top = 46

const panels: Array<[title: string, value: (second: Second) => number]> = [
  ['answers a second', ({ answered }) => answered],
  ['p99, ms', ({ p99Ms }) => p99Ms],
  ['resident memory, MiB', ({ residentMb }) => residentMb],
  ['open handles', ({ handles }) => handles]
]

export function drawing (title: string, seen: Second[]): string {
  const last = seen.at(-1)?.second ?? 1
  const x = (second: number): number => left + second / last * (width - left - 20)
  const crowd = seen.filter(({ phase }) => phase === 'crowd').map(({ second }) => second)
  const height = top + panels.length * panelHeight + 30
  const parts = panels.map(([name, value], place) => {
    const most = Math.max(1, ...seen.map(value)) * 1.1
    const floor = top + (place + 1) * panelHeight - 24
    const y = (at: number): number => floor - at / most * (panelHeight - 50)
    const points = seen.map(second => `${x(second.second).toFixed(1)},${y(value(second)).toFixed(1)}`).join(' ')
    const shade = crowd.length === 0
      ? ''
      : `<rect x="${x(crowd[0]!)}" y="${y(most)}" width="${x(crowd.at(-1)!) - x(crowd[0]!)}" height="${
        panelHeight - 50
      }" fill="#f3e3d0"/>`
    return `${shade}<text x="${left}" y="${y(most) - 6}">${name}</text>` +
      `<path d="M${left} ${y(most)}V${floor}H${width - 20}" fill="none" stroke="#888"/>` +
      `<text x="${left - 6}" y="${floor}" text-anchor="end">0</text>` +
      `<text x="${left - 6}" y="${y(most) + 10}" text-anchor="end">${Math.round(most)}</text>` +
      `<polyline points="${points}" fill="none" stroke="#1f5f8b" stroke-width="1.5"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" ` +
    `font-size="12"><rect width="100%" height="100%" fill="white"/><text x="${left}" y="22" font-size="15">${title}` +
    `</text>${parts.join('')}<text x="${width - 20}" y="${height - 12}" text-anchor="end">${last} seconds; shaded: a ` +
    'crowd of 256 connections</text></svg>'
}

export async function plot (
  t: { teardown: (undo: () => Promise<void>) => void },
  file: string,
  title: string,
  seen: Second[]
): Promise<void> {
  await photograph(t, file, drawing(title, seen), { width, height: top + panels.length * panelHeight + 30 })
}

/** Without a browser here the drawing stays an SVG. */
export async function photograph (
  t: { teardown: (undo: () => Promise<void>) => void },
  file: string,
  picture: string,
  size: { width: number, height: number }
): Promise<void> {
  const svg = file.replace(/\.png$/, '') + '.svg'
  await writeFile(svg, picture)
  const reason = browserMissing()
  if (reason !== null) return console.log(`${svg} is not made a PNG: ${reason}`)
  const browser = await startBrowser(t)
  const page = await (await browser.newContext()).newPage()
  await page.setViewportSize(size)
  await page.goto(pathToFileURL(svg).href)
  await page.screenshot({ path: file })
  await rm(svg)
}

/** The same outside a test: the browser is closed when the picture is made. */
export async function savePicture (
  file: string,
  picture: string,
  size: { width: number, height: number }
): Promise<void> {
  const undo: Array<() => Promise<void>> = []
  const teardown = (work: () => Promise<void>): void => {
    undo.push(work)
  }
  await photograph({ teardown }, file, picture, size)
  for (const work of undo.reverse()) await work()
}
