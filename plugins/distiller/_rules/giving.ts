/** Another amount or value given to an attribute: a rent that rose, a major that was changed. */
import { kindAt, lower, wordAt } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import * as words from './lexicon.ts'
import { type Found, type Reading, valueOf } from './reading.ts'
import type { Token } from './tokens.ts'

export const given = (reading: Reading): Found => changedByOther(reading) ?? paid(reading) ?? exchanged(reading)

/** "My rent went up to 1,050 euros." */
export function grown (known: string, verb: string, rest: Token[]): Found {
  const to = rest.findIndex(({ lower }) => lower === 'to')
  const number = to >= 0 && to < 3 && kindAt(rest, to + 1) === 'NUM'
  if (!number || !/^(?:go|rise|increase|drop|fall|raise|lower|grow)$/.test(verb)) return null
  return { predicate: known, value: valueOf(rest.slice(to + 1, plainPhrase(rest, to + 1))), functional: true }
}

/** "I changed my major to physics." */
function exchanged ({ clause: { verb, rest, tense }, owner, self }: Reading): Found {
  const end = plainPhrase(rest, 0)
  const known = /^my\b/.test(lower(rest)) ? words.attributes[lower(rest.slice(1, end))] : undefined
  const changed = /^(?:change|switch)$/.test(verb) && /past|perfect/.test(tense) &&
    owner.own && owner.thing.length === 0
  const value = valueOf(rest.slice(end + 1, plainPhrase(rest, end + 1)))
  return changed && known !== undefined && wordAt(rest, end) === 'to' && value !== ''
    ? { subject: self, predicate: known, value, functional: true }
    : null
}

const isLandlord = (subject: Token[]) => /^(?:the|my|our) land(?:lord|lady)$/.test(lower(subject))

/** "The landlord raised my rent to 870 euros." */
function changedByOther ({ clause: { verb, rest, tense, subject }, self }: Reading): Found {
  const end = plainPhrase(rest, 0)
  const own = /^(?:my|our)$/.test(wordAt(rest, 0)) || (lower(rest.slice(0, end)) === 'the rent' && isLandlord(subject))
  const known = own ? words.attributes[lower(rest.slice(1, end))] : undefined
  if (known === undefined || !/past|perfect/.test(tense) || !/^(?:raise|increase|lower|reduce|cut)$/.test(verb)) {
    return null
  }
  const found = grown(known, 'raise', rest.slice(end))
  return found && { ...found, subject: self }
}

const sum = '(?:[$€£] ?)?\\d[\\d.,]*(?: (?:euros?|dollars?|pounds?|francs?|€|\\$|£))?'
const month = '(?: (?:a|per) month)?(?: now| these days)*\\W*$'
const paying = new RegExp(`^(?:(?:now|only|about) )*(${sum}) (?:of|in|for) (?:the |my |our )?rent${month}`)
const costing = new RegExp(`^(?:to |(?:now|only|about) )*(${sum})${month}`)

/** "I pay 940 euros of rent", "the rent is 700 euros a month". */
function paid ({ clause: { verb, rest, subject, tense }, self, owner }: Reading): Found {
  const own = verb === 'pay' && owner.own && owner.thing.length === 0 && tense !== 'past'
  const way = own ? paying : /^(?:the|my|our) rent$/.test(lower(subject)) && rentIs(verb, tense) ? costing : null
  const value = way?.exec(lower(rest))?.[1]
  return value === undefined ? null : { subject: self, predicate: 'rent', value, functional: true }
}

const rentIs = (verb: string, tense: string) =>
  /^(?:go|rise|increase|drop|fall)$/.test(verb) ? tense !== 'future' : verb === 'be' && tense === 'present'
