/** A thing or a helper of one's own: what or who it is, where it is, and by which words it goes. */
import { judging, movable } from '../../../domain/text/succession.ts'
import * as words from './lexicon.ts'
import { kindAt, lower, wordAt } from './parts.ts'
import { isNominal, plainPhrase, temporal } from './phrases.ts'
import { valueOf, type Found, type Reading } from './reading.ts'
import type { Token } from './tokens.ts'

export const one = (predicate: string, value: string): Found =>
  value === '' ? null : { predicate: predicate.replace(/[^\p{L}\p{N}_]/gu, ''), value, functional: true }

/** The words of a phrase as part of a predicate. */
export const key = (tokens: Token[]) =>
  tokens.filter(token => isNominal(token) && !/^(?:new|current|old)$/.test(token.lower)).map(({ lower }) => lower)
    .join('_')

/** What of the speaker's is spoken of: "my choir", "the tasting room"; empty for themselves and for others. */
export function whoseOf ({ owner, clause: { subject } }: Reading): string {
  if (owner.own) return key(owner.thing)
  const common = /^(?:the|our|my)$/.test(wordAt(subject, 0)) && !subject.some(({ lower }) => words.kin.has(lower))
  return common ? key(subject) : ''
}

export const isDefinite = (tokens: Token[]) =>
  /^(?:the|my|our)$/.test(wordAt(tokens, 0)) || /PROPN|NUM/.test(kindAt(tokens, 0))

/** People of whom one has one at a time, among those that are spoken of by what they are to the speaker. */
export const isRole = (noun: Token | undefined) =>
  /^(?:boss|manager|doctor|therapist|teacher|partner|roommate|flatmate|neighbou?r)$/.test(noun?.lower ?? '')

/**
 * "My car is an old Volvo", "my apprentice is Ada", "our workshop is on Elm Street". Where a truck is and what it is
 * are two matters.
 */
export function thing (reading: Reading): Found {
  const { clause: { verb, rest, subject }, self } = reading
  if (!isOne(reading)) return null
  const said = rest.slice(rest.findIndex(({ pos, lower }) => pos !== 'ADV' && lower !== 'about'))
  const preposition = /^(?:in|on|at|from)$/.exec(wordAt(said, 0))?.[0]
  const place = said.slice(preposition === undefined ? 0 : 1)
  const phrase = place.slice(0, plainPhrase(place, 0))
  if (!isNamed(phrase) || (preposition !== undefined && movable.test(key(subject)))) return null
  if (preposition !== 'from' && (verb === 'come' || (preposition !== undefined && !isDefinite(phrase)))) return null
  return {
    predicate: `${key(subject)}_is${suffixOf(preposition)}`,
    value: valueOf(phrase),
    functional: true,
    subject: self
  }
}

const isNamed = (phrase: Token[]) =>
  /NOUN|PROPN/.test(kindAt(phrase, phrase.length - 1)) && !temporal.test(lower(phrase)) &&
  !judging.test(phrase.at(-1)!.lower)

const suffixOf = (preposition: string | undefined) =>
  preposition === undefined ? '' : preposition === 'from' ? '_from' : '_at'

/** One of one's own, and no plural. */
function isOne ({ owner, clause: { rest, subject } }: Reading): boolean {
  const noun = subject[plainPhrase(subject, 0) - 1]
  if (noun?.pos !== 'NOUN' || (noun.lower !== noun.lemma && /s$/.test(noun.lower))) return false
  const named = wordAt(subject, 0) === 'the' && !words.kin.has(noun.lower) && kindAt(rest, 0) === 'PROPN'
  return (owner.own && owner.thing.length > 0) || isRole(noun) || named
}

/** "The workshop moved to Elm Street": that is where it is. */
export function movedThing (reading: Reading): Found {
  const { clause: { verb, rest }, self } = reading
  const what = whoseOf(reading)
  const value = valueOf(rest.slice(1, plainPhrase(rest, 1)))
  if (!/^(?:move|relocate)$/.test(verb) || what === '' || wordAt(rest, 0) !== 'to') return null
  return value === '' || temporal.test(value.toLowerCase()) ? null : { ...one(`${what}_is_at`, value)!, subject: self }
}
