/**
 * What stands in a fact in front of its own words, so that they can be understood: `After "We moved.", the user said:
 * The garden is big.` It has facts of its own, so a change is looked for in what follows it.
 * `askedAfter` and `following` of `english/third-person.ts` write it.
 */
import type { Comparison } from '../../../domain/capabilities/distiller.ts'
import { asSentence, inQuotes, omission } from '../english/third-person.ts'

const withoutLead = (text: string): string =>
  text.replace(/^(?:After "[^"]*", |(Asked "[^"]*") after "[^"]*"(?=,))/, '$1')

/** Without the sentence in front, and without who is meant: "Sam (the user's boyfriend)" (`english/introduced.ts`). */
export const withoutAdded = (text: string): string =>
  withoutLead(text).replace(/ \((?:the user|\p{Lu}[^()"]{0,60})['’]s [\p{Ll} -]{2,40}\)/gu, '')

/** What stands in front: one sentence, or two. */
function quoted (text: string): string[] {
  const [, lead] = /^(?:Asked "[^"]*" a|A)fter "([^"]*)", /.exec(text) ?? []
  return lead === undefined ? [] : [lead, ...lead.split(omission)]
}

/** Without the sentence in front, where that was taken back, corrected or is to be forgotten. */
export const notQuoting = <Stated extends { text: string }>(stated: Stated, sentences: string[]): Stated =>
  sentences.some(sentence => quoted(stated.text).includes(inQuotes(sentence)))
    ? { ...stated, text: asSentence(withoutLead(stated.text)) }
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
