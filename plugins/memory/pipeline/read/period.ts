/** "When I lived in Oslo": the time for which a fact held, over or not, is a time that the query names. */
import type { Filter, Store } from '../../../../domain/capabilities/store.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { span, type Nearness } from './time.ts'

const clause =
  /\b(?:when|while|as long as)\s+((?:I|we|you|he|she|they|(?:my|his|her) \p{L}+|\p{Lu}[\p{L}'-]+)\s+(?:still\s+)?(?:lived|worked|studied|was|were|had|dated|rented|owned|stayed|played|led|ran|drove|taught)\b[^,.;?!]{2,80})/u
/** Facts that the clause may mean. */
const looked = 5

/** Null when the query names no such time, or nothing that is known of it. */
export async function periodNamed (
  store: Store,
  userId: string,
  query: string,
  filter: Filter
): Promise<Nearness | null> {
  const said = clause.exec(query)?.[1]
  if (said === undefined) return null
  const found = await store.matchText(userId, said, { ...filter, includeSuperseded: true }, looked)
  const memories = await store.get(userId, found.map(({ id }) => id))
  const wanted = terms(said)
  const held = memories.find(memory => isMeant(memory, wanted))
  return held === undefined ? null : span(held.validAt, held.invalidAt ?? Date.now())
}

/** Of a turn kept word for word is known when it was said, and not for how long it held. */
function isMeant ({ text, source, invalidAt }: Memory, wanted: string[]): boolean {
  const stated = new Set(terms(text))
  return (source !== 'verbatim' || invalidAt !== null) && wanted.every(term => stated.has(term))
}
