/** Facts that say several things, of which one may end without the others: "Sam uses Vim. Sam is on a Mac." */
import type { Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import { inQuotes } from '../english/third-person.ts'
import { wordsOf } from './frame.ts'
import { asOver, asQuoted, isMarkedOver, leadOf, withLead } from './lead.ts'
import { piecesOf, rejoined, type Piece } from './pieces.ts'
import { joined } from './words/lists.ts'

/** Whose words they are. */
const speakers = /^(?:(?<speaker>[^:".!?]{1,60}?)(?: said)?: )?/
const ofFirstPerson = /\b(?:I|me|my|mine|we|us|our|ours)\b/i
/** It says something only with the sentence in front of it. */
const leaning =
  /^(?:it|its|he|she|they|his|her|their|him|them|this|that|these|those|there|so|but|and|because|which|who)\b/i
/** "I wheezed all night": it has happened, and does not end; not so "an embedded engineer", "we've got". */
const past = new RegExp(
  joined(String.raw`(?<!\b(?:is|am|are|be|been|an?|the|my|our|his|her|their|its|of|in|on|for|with)|['’](?:s|m|re))\s
    (?:had|was|were|did|(?<!['’](?:ve|s) |\bha(?:ve|s) )got|went|came|\p{L}{2,}[^e\P{L}]ed)(?!\p{L})`),
  'u'
)
const most = 6
/** From this probability on a fact is not understood without what is quoted in front of it. */
const unclear = 0.8

interface Split {
  asked: string | null
  /** "The user said: ", and who that is. */
  said: string
  speaker: string
  /** Sentences said before that are quoted in front. */
  quoted: string[]
  /** Its own sentences and clauses. */
  pieces: Piece[]
}

function split (text: string): Split {
  const { asked, quoted, rest } = leadOf(text)
  const { 0: said, groups } = speakers.exec(rest)!
  return { asked, said, speaker: groups?.['speaker'] ?? '', quoted, pieces: piecesOf(rest.slice(said.length)) }
}

/** As it stands without the others. */
function alone (words: string, { speaker }: Split): string {
  const said = speaker.charAt(0).toUpperCase() + speaker.slice(1)
  return speaker !== '' && ofFirstPerson.test(words) ? `${said}: ${words}` : words
}

/** One sentence or clause of a fact, with its place; before 0 are those that are quoted in front. */
export type Part<Fact> = Fact & {
  place: number
  /** Quoted in front, and the fact is not understood without it. */
  isNeeded: boolean
  /** What the fact says itself. */
  whole: string
}

/** Each piece of a fact, or sentence quoted in front of it, that may end, as a fact; none where it is one. */
export function partsIn<Fact extends Stated> (fact: Fact): Part<Fact>[] {
  const read = split(fact.text)
  const { quoted, pieces } = read
  if (quoted.length + pieces.length < 2 || pieces.length > most) return []
  const whole = alone(rejoined(pieces, () => true), read)
  const parts = [
    ...quoted.map((words, at) => ({ words, place: at - quoted.length })).filter(({ words }) => !isMarkedOver(words)),
    ...(pieces.length > 1 ? pieces : []).map(({ words }, place) => ({ words, place }))
  ]
  return parts.map(({ words, place }) => ({ text: alone(words, read), quote: words, place, whole, isNeeded: false }))
    .filter(({ text }) => !past.test(text)).map(part => ({ ...fact, ...part, value: null }))
}

interface Stated {
  text: string
  quote: string | null
  value: string | null
}

interface Quoting {
  quote: string | null
  subject: string | null
}

interface Pair<Candidate> {
  memory: Quoting | Part<Quoting>
  candidate: Candidate
}

/**
 * Of all `pairs`, those that are `over`, with what quotes one of them in front. It is needed where one does not
 * understand the fact alone: "The budget is 900", after "we plan a trip", is of that trip, whatever became of it.
 * `lacks` as in `models/statements/README.md`.
 */
export async function withQuoting<Candidate, One extends Pair<Candidate>> (
  over: One[],
  pairs: One[],
  lacks: (pairs: Array<[string, string]>) => Promise<number[]>
): Promise<One[]> {
  const quotesOver = (one: One) =>
    over.some(({ memory, candidate }) => candidate === one.candidate && says(one.memory, memory))
  const quoting = pairs.filter(one => wholeOf(one) !== null && quotesOver(one))
  const probabilities = await lacks(quoting.map(one => ['', wholeOf(one)!]))
  const marked = quoting.map((one, at) => ({
    ...one,
    memory: { ...one.memory, isNeeded: probabilities[at]! >= unclear }
  }))
  return [...over.filter(one => wholeOf(one) === null), ...marked]
}

/** Whoever is said to say it: "I live in Leeds, and I play the cello", "Ada lives in Leeds". */
function says (quoting: Quoting, over: Quoting): boolean {
  const [all, some] = [quoting, over].map(({ quote, subject }) => wordsOf({ text: quote ?? '', subject }).join(' '))
  return some !== '' && ` ${all} `.includes(` ${some} `)
}

/** What a fact says itself, where it is asked of what is quoted in front of it. */
const wholeOf = ({ memory }: Pair<unknown>) => 'place' in memory && memory.place < 0 ? memory.whole : null

/** With what still holds of the targets of which only some pieces are over. */
export function withRemaining (
  verdict: Verdict,
  { neighbours }: Comparison,
  over: Array<{ id: string, place?: number, isNeeded?: boolean }>
): Verdict {
  const left = neighbours.flatMap(({ memory: { id, text } }) => {
    const read = split(text)
    // Of what says one thing itself, the whole is asked about.
    const whole = read.pieces.length === 1 ? 0 : []
    const ended = over.filter(one => one.id === id)
    const places = ended.flatMap(({ place }) => place ?? whole)
    const needed = ended.flatMap(({ place, isNeeded }) => isNeeded === true ? place ?? [] : [])
    const rest = verdict.targetIds.includes(id) && places.length > 0 ? remainder(read, places, needed) : null
    return rest === null ? [] : [[id, rest] as const]
  })
  return left.length > 0 ? { ...verdict, remaining: Object.fromEntries(left) } : verdict
}

/** What is left without the pieces at these places and those that lean on them; null where nothing is. */
function remainder (read: Split, over: number[], needed: number[]): string | null {
  const { asked, said, quoted, pieces } = read
  const left = new Set<number>()
  let isOver = false
  for (const [at, words] of [...quoted, ...pieces.map(({ words }) => words)].entries()) {
    const place = at - quoted.length
    isOver = !needed.includes(place) && (over.includes(place) || (isOver && leaning.test(words)))
    if (!isOver) left.add(place)
  }
  const words = rejoined(pieces, place => left.has(place))
  if (words === '') return null
  const marked = quoted.map((words, at) => needed.includes(at - quoted.length) ? asOver(words) : words)
  const still = marked.filter((_, at) => left.has(at - quoted.length))
  // The question was for what is over, or nothing is quoted any more.
  const isBare = asked === null ? still.length === 0 && quoted.length > 0 : !left.has(0)
  return isBare ? alone(words, read) : withLead({ asked, quoted: still, rest: said + words })
}

/** Every sentence and clause, whatever stands in front of it, to compare. */
const wordsIn = (text: string): string[] => {
  const { quoted, pieces } = split(text)
  return [...quoted, ...pieces.map(({ words }) => words)]
}

const compared = (words: string) => words.replace(/[.;,]+$/, '').toLowerCase()

/** Whether what is left of a fact is of its own words. */
export const isLeftOf = (text: string, left: string): boolean =>
  wordsIn(left).every(words => text.toLowerCase().includes(compared(asQuoted(words))))

/** What of a fact is not among what is left of it. */
export function without (text: string, left: string): string {
  const { read, quoted, own } = overIn(text, left)
  return [...quoted, own].filter(words => words !== '').map(words => alone(words, read)).join(' ')
}

/** Where only sentences quoted in front are over, those; null where words of its own are. */
export function quotedOver (text: string, left: string): string[] | null {
  const { quoted, own } = overIn(text, left)
  return own === '' && quoted.length > 0 ? quoted : null
}

/** Whether a quoted sentence was said in one of the texts, or says one: "I'm a nurse, and I cycle", "I'm a nurse". */
export const isSaidIn = (sentence: string, texts: string[]): boolean =>
  texts.map(words => inQuotes(compared(words))).some(words =>
    words.includes(compared(sentence)) || (/ \S+ /.test(words) && ` ${compared(sentence)}`.includes(` ${words}`))
  )

function overIn (text: string, left: string) {
  const known = new Set(wordsIn(left).map(compared))
  const read = split(text)
  return {
    read,
    quoted: read.quoted.filter(words => !known.has(compared(words))),
    own: rejoined(read.pieces, place => !known.has(compared(read.pieces[place]!.words)))
  }
}
