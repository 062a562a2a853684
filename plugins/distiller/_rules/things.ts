/** A thing or a helper of one's own: what or who it is, where it is, and by which words it goes. */
import { judging, movable } from '../../../domain/text/succession.ts'
import { leavesNone } from './adjuncts.ts'
import * as words from './lexicon.ts'
import { kindAt, lower, wordAt } from './parts.ts'
import { isNominal, plainPhrase, temporal } from './phrases.ts'
import { valueOf, type Found, type Owner, type Reading } from './reading.ts'
import type { Token } from './tokens.ts'
import { spaced } from './voice.ts'

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
  /^(?:boss|manager|doctor|therapist|teacher|partner|girlfriend|boyfriend|roommate|flatmate|neighbou?r)$/.test(
    noun?.lower ?? ''
  )

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
  if (!isNamed(phrase, subject) || (preposition !== undefined && movable.test(key(subject)))) return null
  if (preposition !== 'from' && (verb === 'come' || (preposition !== undefined && !isDefinite(phrase)))) return null
  return {
    predicate: `${key(subject)}_is${suffixOf(preposition)}`,
    value: valueOf(phrase),
    functional: true,
    subject: self
  }
}

/** "My partner is a nurse" says not who it is. */
const isNamed = (phrase: Token[], subject: Token[]) =>
  (kindAt(phrase, 0) === 'PROPN' || !isRole(subject[plainPhrase(subject, 0) - 1])) &&
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

const moving = /^(?:move|relocate|shift|transfer|migrate)$/
const weekdays = /^\w+days(?: and \w+days)?$/

/** "The workshop moved to Elm Street", "I moved my notes to Obsidian", "we moved the choir to Sundays". */
export function movedThing (reading: Reading): Found {
  const { clause: { verb, rest }, owner } = reading
  const own = isSelf(owner) && /^(?:my|our|the)$/.test(wordAt(rest, 0))
  const end = own ? plainPhrase(rest, 0) : 0
  const what = own ? key(rest.slice(0, end)) : whoseOf(reading)
  const place = rest.slice(end + 1, plainPhrase(rest, end + 1))
  const whole = wordAt(rest, end) === 'to' && leavesNone(rest.slice(end + 1 + place.length))
  if (!moving.test(verb) || what === '' || !whole) return null
  if (weekdays.test(lower(place))) return ofSelf(reading, `${what}_when`, `on ${spaced(place)}`)
  const fixed = !temporal.test(lower(place)) && (!own || isKept(reading, what, place))
  return fixed ? ofSelf(reading, `${what}_is_at`, valueOf(place)) : null
}

const isSelf = ({ own, thing }: Owner) => own && thing.length === 0

const ofSelf = ({ self }: Reading, predicate: string, value: string): Found => {
  const found = one(predicate, value)
  return found && { ...found, subject: self }
}

/** "My notes live in Airtable", "I keep my notes in Notion": where what one has several of is kept, by its name. */
export function keptThing (reading: Reading): Found {
  const { clause: { verb, rest }, owner } = reading
  if (!owner.own || !(owner.thing.length > 0 ? staying : keeping).test(verb)) return null
  const end = owner.thing.length > 0 ? 0 : plainPhrase(rest, 0)
  const kept = owner.thing.length > 0 ? owner.thing : /^(?:my|our)$/.test(wordAt(rest, 0)) ? rest.slice(0, end) : []
  const place = rest.slice(end + 1, plainPhrase(rest, end + 1))
  return kept.length > 0 && /^(?:in|on)$/.test(wordAt(rest, end)) && isKept(reading, key(kept), place)
    ? ofSelf(reading, `${key(kept)}_is_at`, valueOf(place))
    : null
}

const staying = /^(?:be|live|sit)$/
const keeping = /^(?:keep|store|save|write|track|manage|organi[sz]e)$/

/** In something with a name that is no town and no day; what goes here and there itself is kept nowhere. */
const isKept = ({ grammar, isDate }: Reading, what: string, place: Token[]) =>
  kindAt(place, 0) === 'PROPN' && !movable.test(what) && !temporal.test(lower(place)) && !isDate(valueOf(place)) &&
  !place.some(({ lower }) => grammar.kinds(lower).some(kind => /City|Country|Region|Place|Name|Demonym/.test(kind)))
