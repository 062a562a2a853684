/** Which words put a new value of what there is one of in the place of an older one. */
import { terms } from '../../../domain/text/analyse.ts'
import { changeIn } from './cues.ts'

const plainly: Record<string, RegExp> = {
  lives_in: /\b(?:lives?|living|based|resides?|moved|wohne|lebe|gezogen|umgezogen)\b/,
  works_at: /\b(?:works?|working|employed|arbeite)\b/,
  job_title: /\bpromoted\b/,
  marital_status: /(?:\b(?:am|is|are)|['’](?:m|s|re)) (?:single|married|engaged|divorced|widowed|separated)\b/
}

/** "I live in Lisbon". */
export const isPlain = ({ predicate, text }: { predicate: string | null, text: string }): boolean =>
  plainly[predicate ?? '']?.test(text) === true

/** "I moved from Lisbon to Rome", of what there is one of. */
export function isLeft (older: string[], quote: string): boolean {
  const before = terms(changeIn(quote)?.before ?? '')
  return older.length > 0 && older.every(term => before.includes(term))
}

/** "I own a boat" before "I own a boat with two sails", word for word. */
export function isPoorer (older: string, newer: string): boolean {
  const known = older.replace(/[.!]+$/, '')
  return /^(?:,| with | called | named )/.test(newer.startsWith(known) ? newer.slice(known.length) : '')
}
