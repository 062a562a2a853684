/** Finds a model's quote in a turn, letter by letter. A quote that is not there is no evidence. */
import type { Turn } from '../../../domain/capabilities/distiller.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { normaliseText } from '../../../domain/text/identity.ts'

/** Share of the quote's terms a sentence must hold to be what was meant. */
const meant = 0.6

/** The quote as the turn has it; null when nothing in the turn is it. */
export function verbatim (quote: string, content: string): string | null {
  const wanted = quote.trim()
  if (wanted === '') return null
  if (content.includes(wanted)) return wanted
  return insensitive(wanted, content) ?? sentenceMeant(wanted, content)
}

/** Models change quotation marks, line breaks and capitals; the words stay the same. */
function insensitive (wanted: string, content: string): string | null {
  const pieces = wanted.match(/[\p{L}\p{N}\p{M}]+/gu)
  if (pieces === null) return null
  const found = new RegExp(pieces.join('[^\\p{L}\\p{N}\\p{M}]+'), 'iu').exec(content)
  return found?.[0] ?? null
}

/** The sentence of the turn that shares most of the quote's words, when it shares enough of them. */
function sentenceMeant (wanted: string, content: string): string | null {
  const asked = new Set(terms(wanted))
  if (asked.size < 2) return null
  let best: string | null = null
  let most = 0
  for (const [sentence] of content.matchAll(/[^.!?。！？\n]+[.!?。！？]*/gu)) {
    const held = new Set(terms(sentence))
    const shared = [...asked].filter(term => held.has(term)).length / asked.size
    if (shared > most) [best, most] = [sentence.trim(), shared]
  }
  return most >= meant ? best : null
}

/** The words of a time, if the turn has them or at least the number of its year or day; else none. */
export function timeIn (time: string, turn: Turn): string {
  const [year, , day] = /^\s*(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(time)?.slice(1) ?? []
  const numbers = new Set((turn.content.match(/\d+/g) ?? []).map(Number))
  const isNamed = [year, day].some(number => number !== undefined && numbers.has(Number(number)))
  return isNamed || statedIn(time, turn) !== null ? time : ''
}

/** The previous value, if the same turn contains it; else null. */
export function statedIn (previous: string, { content }: Turn): string | null {
  const wanted = normaliseText(previous)
  if (wanted === '') return null
  const said = new Set(terms(content))
  const words = terms(previous)
  const found = normaliseText(content).includes(wanted) || (words.length > 0 && words.every(term => said.has(term)))
  return found ? previous.trim() : null
}
