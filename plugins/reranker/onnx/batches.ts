/** Which rows go through the model together: best documents first, rows of like length side by side. */
import type { Row } from './pairs.ts'

/** One run of the model: places in the caller's list. */
export type Batch = number[]

/** The budget may cut between waves; inside one, order gives way to length. */
const wave = 16
const batch = 8

export function batches (rows: Row[]): Batch[] {
  const planned: Batch[] = []
  for (let start = 0; start < rows.length; start += wave) {
    const places = rows.slice(start, start + wave).map((_, offset) => start + offset)
    places.sort((a, b) => lengthAt(rows, a) - lengthAt(rows, b))
    for (let from = 0; from < places.length; from += batch) planned.push(places.slice(from, from + batch))
  }
  return planned
}

/** Padded tokens of a batch: what its time is proportional to. */
export function sizeOf (rows: Row[], places: Batch): number {
  return places.length * Math.max(...places.map(place => lengthAt(rows, place)))
}

function lengthAt (rows: Row[], place: number): number {
  return rows[place]?.ids.length ?? 0
}
