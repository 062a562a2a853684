/**
 * What rests on what: a commute on the home and the employer, a landlord on the home. Derived from words, or said by
 * the distiller (`rests_on`).
 */
import type { Memory } from '../../../../domain/nouns.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import { theUser } from './subject.ts'
import { folded } from '../../../_shared/wording/words/lists.ts'
import { bases, ofTopic, type Basis } from './words/rests.ts'

/** Attribute of a memory: what the distiller said it rests on. */
export const restsOnField = 'rests_on'

export function isBasis (predicate: string | null): predicate is Basis {
  return bases.some(basis => basis === predicate)
}

/** The predicates that a fact rests on; empty for most. */
export function basesOf (memory: Memory): Basis[] {
  if (isBasis(memory.predicate)) return []
  const { subject, predicate, text, quote, attributes } = memory
  const matter = folded(`${subject ?? ''} ${(predicate ?? '').replaceAll('_', ' ')}`)
  const said = folded(`${text}\n${quote ?? ''}`)
  const claimed = attributes[restsOnField]
  return bases.filter(basis =>
    (Array.isArray(claimed) && claimed.includes(basis)) || ofTopic[basis].any.test(matter) ||
    ofTopic[basis].own.test(said)
  )
}

/** Whose home or employer it rests on: "the user's commute" is the user's. */
export function ownerOf ({ subject }: Pick<Memory, 'subject'>): string | null {
  if (subject === null) return null
  const [owner, thing] = folded(subject).split(/'s\s+/, 2)
  const key = nameKey(thing === undefined ? subject : owner as string).replace(/^the /, '')
  const isThing = thing === undefined && bases.some(basis => ofTopic[basis].any.test(key))
  return isThing ? theUser : key
}
