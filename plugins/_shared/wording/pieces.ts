/** A text in its sentences and, where each has a subject of its own, their clauses; and what is left without some. */

import { joined } from './words/lists.ts'

/** Not behind "Dr." or an initial, which "FreeRTOS." is not, and only where one begins with a capital or a number. */
const sentenceEnd = joined(String.raw`
  (?<=[.!?…]["”'’)]*)(?<!(?:(?<!\p{L})\p{Lu}|\b(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|vs|No|approx))\.)\s+
  (?=["“'‘(]?[\p{Lu}\d])`)
/** A name with its verb: "Ada writes", and not "Bergen in winter". */
const named = joined(String.raw`\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2}\s
  (?:is|was|has|had|does|did|will|can|(?!(?:always|sometimes|perhaps|as|this|its|his|across)\b)\p{Ll}+[^s\P{L}]s)`)
const clauseStart = joined(String.raw`,? (?:and|but|so),? (?=(?:(?:for|at|on|in|with|since|now|then|also|next to)\s
  (?:[\p{L}\d'’-]+ ){0,4}?)?
  (?:(?:I|I['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|he|she|they|the user) \p{Ll}|${named} ))|; `)
/** "And we use", "but for revision Ada writes": whoever is said to do it stands behind it. */
const boundary = new RegExp(`(${sentenceEnd}|${clauseStart})`, 'u')

export interface Piece {
  /** What stands between it and the one before. */
  glue: string
  words: string
}

export function piecesOf (text: string): Piece[] {
  const parts = text.split(boundary)
  return parts.flatMap((words, at) => at % 2 === 0 ? [{ glue: at === 0 ? '' : parts[at - 1]!, words }] : [])
}

/** Those at the places that are kept, in order, as sentences again. */
export function rejoined (pieces: Piece[], isKept: (place: number) => boolean): string {
  let text = ''
  // Whether a clause of the same sentence stands in front.
  let goesOn = false
  for (const [place, { glue, words }] of pieces.entries()) {
    if (/^\s*$/.test(glue)) {
      text = ended(text)
      goesOn = false
    }
    if (!isKept(place)) continue
    text += goesOn ? glue + words : (text === '' ? '' : ' ') + words.charAt(0).toUpperCase() + words.slice(1)
    goesOn = true
  }
  return ended(text)
}

const ended = (text: string) => text === '' || /[.!?…]["”'’)]*$/.test(text) ? text : `${text}.`
