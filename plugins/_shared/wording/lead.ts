/**
 * What stands in a fact in front of its own words, so that they can be understood: `After "We moved.", the user said:
 * The garden is big.` It has facts of its own, so a change is looked for in what follows it.
 * `askedAfter` and `following` of `english/third-person.ts` write it.
 */
import type { Comparison } from '../../../domain/capabilities/distiller.ts'
import { asSentence, inQuotes, omission } from '../english/third-person.ts'

interface Lead {
  /** `Asked "…"`, where the fact answers a question. */
  asked: string | null
  /** Sentences said before that are quoted, oldest first. */
  quoted: string[]
  /** The fact's own words, with whose they are: "the user said: The garden is big." */
  rest: string
}

export function leadOf (text: string): Lead {
  const { 0: lead, groups } = /^(?:(?=A)(?<asked>Asked "[^"]*")?(?: ?[Aa]fter "(?<said>[^"]*)")?, )?/.exec(text)!
  const { asked = null, said } = groups ?? {}
  return { asked, quoted: said?.split(omission) ?? [], rest: text.slice(lead.length) }
}

/** With these in front, as far as there are any. */
export function withLead ({ asked, quoted, rest }: Lead): string {
  const after = quoted.length > 0 ? `after "${quoted.join(omission)}"` : ''
  const front = asked === null ? after.replace('a', 'A') : `${asked} ${after}`.trimEnd()
  return front === '' ? rest : `${front}, ${rest}`
}

/** Behind a quoted sentence that is over by now, but without which the fact would not be understood. */
const noLonger = ' [no longer so]'
export const asOver = (sentence: string): string => sentence + noLonger
export const isMarkedOver = (sentence: string): boolean => sentence.endsWith(noLonger)
/** Without that mark. */
export const asQuoted = (sentence: string): string =>
  isMarkedOver(sentence) ? sentence.slice(0, -noLonger.length) : sentence

const withoutQuoted = (text: string): string => withLead({ ...leadOf(text), quoted: [] })

/** Without the sentence in front, and without who is meant: "Sam (the user's boyfriend)" (`english/introduced.ts`). */
export const withoutAdded = (text: string): string =>
  withoutQuoted(text).replace(/ \((?:the user|\p{Lu}[^()"]{0,60})['’]s [\p{Ll} -]{2,40}\)/gu, '')

/** A sentence may itself hold the mark between two. */
const quotes = (text: string, sentence: string): boolean =>
  `${omission}${leadOf(text).quoted.map(asQuoted).join(omission)}${omission}`.includes(omission + sentence + omission)

/** Without the sentence in front, where that was taken back, corrected or is to be forgotten. */
export const notQuoting = <Stated extends { text: string }>(stated: Stated, sentences: string[]): Stated =>
  sentences.some(sentence => quotes(stated.text, inQuotes(sentence)))
    ? { ...stated, text: asSentence(withoutQuoted(stated.text)) }
    : stated

export const withoutLeads = (comparisons: Comparison[]): Comparison[] =>
  comparisons.map(({ candidate, neighbours }) => ({
    candidate: bare(candidate),
    neighbours: neighbours.map(neighbour => ({ ...neighbour, memory: bare(neighbour.memory) }))
  }))

const bare = <Stated extends { text: string }>(stated: Stated): Stated => ({
  ...stated,
  text: withoutAdded(stated.text)
})
