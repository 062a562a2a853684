/** A text in its sentences and, where each has a subject of its own, their clauses; and what is left without some. */

/** Not behind "Dr." or an initial, and only where one begins with a capital or a number. */
const sentenceEnd = String
  .raw`(?<=[.!?…]["”'’)]*)(?<!(?:\p{Lu}|\b(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|vs|No|approx))\.)\s+(?=["“'‘(]?[\p{Lu}\d])`
/** "And we use", "but for revision Ada writes": whoever is said to do it stands behind it. */
const clauseStart = (speaker: string) =>
  String.raw`,? (?:and|but|so),? (?=(?:(?:for|at|on|in|with|since|now|then|also|next to) (?:[\p{L}\d'’-]+ ){0,4}?)?` +
  String.raw`(?:I|I['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|he|she|they${speaker}) \p{Ll})|; `

export interface Piece {
  /** What stands between it and the one before. */
  glue: string
  words: string
}

/** `speaker` is whose words they are, who may be named at the head of a clause. */
export function piecesOf (text: string, speaker: string): Piece[] {
  const name = speaker === '' ? '' : `|${speaker.replace(/[^\p{L}\p{N} ]/gu, '.').replace(/^The /i, '[Tt]he ')}`
  const parts = text.split(new RegExp(`(${sentenceEnd}|${clauseStart(name)})`, 'u'))
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
