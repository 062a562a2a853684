/**
 * What stands in a fact in front of its own words, so that they can be understood: `After "We moved.", the user said:
 * The garden is big.` It has facts of its own, so a change is looked for in what follows it.
 * `answered` and `following` of `english/third-person.ts` write it.
 */
import type { Comparison } from '../../../domain/capabilities/distiller.ts'

export const withoutLead = (text: string): string =>
  text.replace(/^(?:After "[^"]*", |(Asked "[^"]*") after "[^"]*"(?=,))/, '$1')

export const withoutLeads = (comparisons: Comparison[]): Comparison[] =>
  comparisons.map(({ candidate, neighbours }) => ({
    candidate: bare(candidate),
    neighbours: neighbours.map(neighbour => ({ ...neighbour, memory: bare(neighbour.memory) }))
  }))

const bare = <Stated extends { text: string }>(stated: Stated): Stated => ({
  ...stated,
  text: withoutLead(stated.text)
})
