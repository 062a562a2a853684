/**
 * The first uses of a date library's patterns compile them, a tenth of a second for English alone; here that is done in
 * slices, before the first text is read.
 */
import { createRequire } from 'node:module'
import type { Chrono } from 'chrono-node'
import { timeSlices } from '../time-slice.ts'

/** chrono-node is large, so it is loaded with the first question or conversation, and only what reads English. */
const load = createRequire(import.meta.url)
let english: Promise<Chrono> | undefined

export function englishDates (): Chrono {
  return (load('chrono-node/en') as typeof import('chrono-node/en')).casual
}

export function germanDates (): Chrono {
  return (load('chrono-node/de') as typeof import('chrono-node/de')).casual
}

/** English, once its patterns are compiled. */
export function englishCompiled (): Promise<Chrono> {
  english ??= (async () => {
    const { casual, Chrono } = load('chrono-node/en') as typeof import('chrono-node/en')
    await compiled(Chrono, [casual], ['then'])
    return casual
  })()
  return english
}

/** `texts` hold no date, one for each width of characters that is read: patterns are compiled for each by itself. */
export async function compiled (Reader: typeof Chrono, readers: Chrono[], texts: string[]): Promise<void> {
  const pause = timeSlices()
  // The engine interprets a pattern the first time and compiles it the second.
  for (const text of texts.flatMap(text => [text, text])) {
    for (const parser of readers.flatMap(({ parsers }) => parsers)) {
      await pause()
      new Reader({ parsers: [parser], refiners: [] }).parse(text)
    }
  }
}
