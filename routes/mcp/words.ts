/** Words of an answer: bounded, and on one line, because what is remembered was written by others. */

import { oneLine as onOneLine } from '../../domain/text/excerpt.ts'

export { clipped, start } from '../../domain/text/excerpt.ts'

/** Per answer, unless the caller asks for another. In tokens. */
export const defaultBudget = 4_000

/** A break is shown, because it can matter to what was said. */
export function oneLine (text: string): string {
  return onOneLine(text, ' ⏎ ')
}

/** Two digits: more say nothing that a model could use. */
export function rounded (score: number | null): number | null {
  return score === null ? null : Math.round(score * 100) / 100
}

/** `1–20 of 120` */
export function span (first: number, count: number, total: number): string {
  return `${first}–${first + count - 1} of ${total}`
}

const halfSigns = /\p{Surrogate}/gu

/**
 * The same with U+FFFD for every half of a surrogate pair, which clients in other languages take for no JSON at all:
 * metadata is kept as it was sent, and some answers repeat what was asked.
 */
export function wellFormed<T> (value: T): T {
  return walk(value) as T
}

function walk (value: unknown): unknown {
  if (typeof value === 'string') return value.replace(halfSigns, '\uFFFD')
  if (Array.isArray(value)) return value.map(walk)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [walk(key), walk(field)]))
}
