/** Facts of several sentences, of which one may end without the others: "Sam uses Vim. Sam is on a Mac." */
import type { Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'

/** What stands in front of the sentences: the one before, the question, or whose words they are. */
const leads = /^(?:(?:After|Asked) "[^"]*"(?: after "[^"]*")?, )?(?:(?<speaker>[^:".!?]{1,60}?)(?: said)?: )?/
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

interface Split {
  lead: string
  speaker: string
  sentences: string[]
}

function split (text: string): Split {
  const { 0: lead, groups } = leads.exec(text)!
  return { lead, speaker: groups?.['speaker'] ?? '', sentences: text.slice(lead.length).split(between) }
}

/** As it stands without the others. */
function alone (words: string, { speaker }: Split): string {
  const said = speaker.charAt(0).toUpperCase() + speaker.slice(1)
  return speaker !== '' && ofFirstPerson.test(words) ? `${said}: ${words}` : words
}

/** One sentence of a fact, with its place. */
export type Part<Fact> = Fact & { place: number }

/** Each sentence of a fact that may end, as a fact of its own; none where there is but one. */
export function sentencesIn<Fact extends { text: string, quote: string | null, value: string | null }> (
  fact: Fact
): Part<Fact>[] {
  const read = split(fact.text)
  const { sentences } = read
  if (sentences.length < 2 || sentences.length > most) return []
  return sentences.map((words, place) => ({ ...fact, text: alone(words, read), quote: words, value: null, place }))
    .filter(({ text }) => !past.test(text))
}

/** With what still holds of the targets of which only some sentences are over. */
export function withRemaining (
  verdict: Verdict,
  { neighbours }: Comparison,
  over: Array<{ id: string, place?: number }>
): Verdict {
  const left = neighbours.flatMap(({ memory: { id, text } }) => {
    const places = over.flatMap(one => one.id === id && one.place !== undefined ? [one.place] : [])
    const rest = verdict.targetIds.includes(id) && places.length > 0 ? remainder(text, places) : null
    return rest === null ? [] : [[id, rest] as const]
  })
  return left.length > 0 ? { ...verdict, remaining: Object.fromEntries(left) } : verdict
}

/** What is left without the sentences at these places and those that lean on them; null where nothing is. */
function remainder (text: string, over: number[]): string | null {
  const read = split(text)
  const { lead, sentences } = read
  const left: number[] = []
  let isOver = false
  for (const [place, words] of sentences.entries()) {
    isOver = over.includes(place) || (isOver && leaning.test(words))
    if (!isOver) left.push(place)
  }
  const words = left.map(place => sentences[place]).join(' ')
  if (words === '') return null
  // The question was for what is over.
  return lead.startsWith('Asked') && left[0] !== 0 ? alone(words, read) : lead + words
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
