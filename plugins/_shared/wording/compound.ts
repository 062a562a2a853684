/** Facts of several sentences, of which one may end without the others: "Sam uses Vim. Sam is on a Mac." */
import type { Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import { leadOf, withLead } from './lead.ts'

/** Whose words they are. */
const speakers = /^(?:(?<speaker>[^:".!?]{1,60}?)(?: said)?: )?/
/** Not behind "Dr." or an initial, and only where one begins with a capital or a number. */
const between =
  /(?<=[.!?…]["”'’)]*)(?<!(?:\p{Lu}|\b(?:Dr|Mr|Mrs|Ms|St|Prof|Jr|Sr|vs|No|approx))\.)\s+(?=["“'‘(]?[\p{Lu}\d])/u
const ofFirstPerson = /\b(?:I|me|my|mine|we|us|our|ours)\b/i
/** It says something only with the sentence in front of it. */
const leaning =
  /^(?:it|its|he|she|they|his|her|their|him|them|this|that|these|those|there|so|but|and|because|which|who)\b/i
/** "I wheezed all night": it has happened, and does not end. */
const past =
  /(?<!\b(?:is|am|are|be|been)|['’](?:s|m|re)) (?:had|was|were|did|got|went|came|\p{L}{2,}[^e\P{L}]ed)(?!\p{L})/u
const most = 6
/** From this probability on a fact is not understood without what is quoted in front of it. */
const unclear = 0.8

interface Split {
  asked: string | null
  /** "The user said: ", and who that is. */
  said: string
  speaker: string
  /** Those said before that are quoted in front, and its own. */
  sentences: string[]
  /** The place of the first of its own. */
  own: number
}

function split (text: string): Split {
  const { asked, quoted, rest } = leadOf(text)
  const { 0: said, groups } = speakers.exec(rest)!
  const sentences = [...quoted, ...rest.slice(said.length).split(between)]
  return { asked, said, speaker: groups?.['speaker'] ?? '', sentences, own: quoted.length }
}

/** As it stands without the others. */
function alone (words: string, { speaker }: Split): string {
  const said = speaker.charAt(0).toUpperCase() + speaker.slice(1)
  return speaker !== '' && ofFirstPerson.test(words) ? `${said}: ${words}` : words
}

/** One sentence of a fact, with its place; before 0 are those that are quoted in front. */
export type Part<Fact> = Fact & {
  place: number
  /** What the fact says itself. */
  whole: string
}

/** Each sentence of a fact, or quoted in front of it, that may end, as a fact of its own; none where there is one. */
export function sentencesIn<Fact extends { text: string, quote: string | null, value: string | null }> (
  fact: Fact
): Part<Fact>[] {
  const read = split(fact.text)
  const { sentences, own } = read
  if (sentences.length < 2 || sentences.length > most + own) return []
  const whole = alone(sentences.slice(own).join(' '), read)
  const parts = sentences.map((words, place) => ({ text: alone(words, read), quote: words, place: place - own, whole }))
  return parts.filter(({ place, text }) => !past.test(text) && !(place === 0 && isOnly(read)))
    .map(part => ({ ...fact, ...part, value: null }))
}

interface Pair<Candidate> {
  memory: { quote: string | null } | Part<{ quote: string | null }>
  candidate: Candidate
}

/**
 * Of the pairs `asked` of, those that are `over`, with what quotes one of them in front. Not so where one does not
 * understand the fact alone: "The budget is 900", after "we plan a trip", is of that trip, whatever became of it.
 * `lacks` as in `models/statements/README.md`.
 */
export async function withQuoting<Candidate, One extends Pair<Candidate>> (
  over: One[],
  asked: One[],
  lacks: (pairs: Array<[string, string]>) => Promise<number[]>
): Promise<One[]> {
  const quotesOver = (one: One) =>
    over.some(({ memory: { quote }, candidate }) => candidate === one.candidate && quote === one.memory.quote)
  const quoting = asked.filter(one => wholeOf(one) !== null && quotesOver(one))
  const probabilities = await lacks(quoting.map(one => ['', wholeOf(one)!]))
  const clear = quoting.filter((_, at) => probabilities[at]! < unclear)
  return [...over.filter(one => wholeOf(one) === null), ...clear]
}

/** What a fact says itself, where it is asked of what is quoted in front of it. */
const wholeOf = ({ memory }: Pair<unknown>) => 'place' in memory && memory.place < 0 ? memory.whole : null

/** Of what says one thing itself, the whole is asked about. */
const isOnly = ({ sentences, own }: Split) => sentences.length === own + 1

/** With what still holds of the targets of which only some sentences are over. */
export function withRemaining (
  verdict: Verdict,
  { neighbours }: Comparison,
  over: Array<{ id: string, place?: number }>
): Verdict {
  const left = neighbours.flatMap(({ memory: { id, text } }) => {
    const whole = isOnly(split(text)) ? 0 : []
    const places = over.flatMap(one => one.id === id ? one.place ?? whole : [])
    const rest = verdict.targetIds.includes(id) && places.length > 0 ? remainder(text, places) : null
    return rest === null ? [] : [[id, rest] as const]
  })
  return left.length > 0 ? { ...verdict, remaining: Object.fromEntries(left) } : verdict
}

/** What is left without the sentences at these places and those that lean on them; null where nothing is. */
function remainder (text: string, over: number[]): string | null {
  const read = split(text)
  const { asked, said, sentences, own } = read
  const left: number[] = []
  let isOver = false
  for (const [place, words] of sentences.entries()) {
    isOver = over.includes(place - own) || (isOver && leaning.test(words))
    if (!isOver) left.push(place)
  }
  const at = (isIn: (place: number) => boolean) => left.filter(isIn).map(place => sentences[place]!)
  const [quoted, words] = [at(place => place < own), at(place => place >= own).join(' ')]
  if (words === '') return null
  // The question was for what is over, or nothing is quoted any more.
  const isBare = asked === null ? quoted.length === 0 && own > 0 : !left.includes(own)
  return isBare ? alone(words, read) : withLead({ asked, quoted, rest: said + words })
}

/** Whether what is left of a fact is of its own words. */
export const isLeftOf = (text: string, left: string): boolean =>
  split(left).sentences.every(words => text.includes(words))

/** The sentences of a fact that are not among what is left of it. */
export function without (text: string, left: string): string {
  const read = split(text)
  const { sentences } = split(left)
  return read.sentences.filter(words => !sentences.includes(words)).map(words => alone(words, read)).join(' ')
}
