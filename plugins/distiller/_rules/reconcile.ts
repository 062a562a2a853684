/**
 * What a new fact does to the old ones. Only what is asserted of the same subject ends anything, and only what it names, what
 * it denies, or what there can be but one of. In doubt both stay: a fact wrongly kept is found beside the new one, one wrongly ended is lost.
 */
import type { CandidateFact, Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { nameKey, normaliseText } from '../../../domain/text/identity.ts'
import * as words from './lexicon.ts'

/** Share of the words of a wish to forget that a memory must hold. */
const meant = 2 / 3

export function reconcile ({ candidate, neighbours }: Comparison): Verdict {
  const known = neighbours.map(({ memory }) => memory).filter(({ state }) => state === 'active')
  if (candidate.change.kind === 'forget') return forget(candidate, known)
  const same = known.find(memory => normaliseText(memory.text) === normaliseText(candidate.text))
  if (same) return { event: 'SKIP_DUPLICATE', targetIds: [same.id], reason: 'The same words are stored already.' }
  const own = known.filter(memory => memory.predicate !== null && sameSubject(candidate, memory))
  const replaced = own.filter(memory => isReplaced(candidate, memory))
  const ended = own.filter(memory => isEnded(candidate, memory))
  const denied = own.filter(memory => isDenied(candidate, memory))
  const targets = [...new Set([...(replaced.length > 1 && !sameValues(replaced) ? [] : replaced), ...ended, ...denied])]
  if (targets.length > 0) {
    const reason = replaced.length > 0
      ? `A new value of ${candidate.predicate}: there is one at a time.`
      : ended.length > 0
      ? `The words say that "${candidate.change.previous}" is over.`
      : 'It says the opposite of the same statement.'
    return { event: 'SUPERSEDE', targetIds: targets.map(({ id }) => id), reason }
  }
  const poorer = own.find(memory => isPoorer(memory, candidate))
  if (poorer) return { event: 'UPDATE', targetIds: [poorer.id], reason: 'The same fact with more detail.' }
  return { event: 'ADD', targetIds: [], reason: 'Nothing stored is replaced by it.' }
}

function forget ({ change: { previous } }: CandidateFact, known: Memory[]): Verdict {
  const wanted = [...new Set(terms(previous ?? ''))]
  const held = known.filter(({ text }) => {
    const own = new Set(terms(text))
    return wanted.length > 0 && wanted.filter(term => own.has(term)).length >= wanted.length * meant
  })
  return held.length > 0
    ? { event: 'INVALIDATE', targetIds: held.map(({ id }) => id), reason: `The user asked to forget: ${previous}` }
    : { event: 'NONE', targetIds: [], reason: `Nothing stored speaks of what should be forgotten: ${previous}` }
}

const sameSubject = (candidate: CandidateFact, { subject }: Memory) => key(candidate.subject) === key(subject)
const key = (subject: string | null) => nameKey((subject ?? '').replace(/^the /i, ''))
const isNegated = ({ attributes }: Memory) => attributes['negated'] === true

const sameValues = (memories: Memory[]) => new Set(memories.map(({ value }) => nameKey(value ?? ''))).size === 1

/** Another value of what there is one of. A title only gives way to a new one, and what is counted must be the same. */
function isReplaced (candidate: CandidateFact, memory: Memory): boolean {
  if (
    !candidate.functional || !memory.functional || candidate.negated || isNegated(memory) ||
    candidate.predicate !== memory.predicate
  ) return false
  if (candidate.value === null || memory.value === null || sameValue(candidate.value, memory.value)) return false
  if (
    candidate.predicate === 'job_title' && !words.nowWords.test(candidate.quote) && candidate.change.kind === 'none' &&
    !/\b(?:role|job|title|position)\b/i.test(candidate.quote)
  ) return false
  const owner = ownerOf(candidate.text)
  return !/^count_/.test(candidate.predicate ?? '') || owner === null || owner === ownerOf(memory.text)
}

const ownerOf = (text: string) =>
  /'s (\w+) (?:(?:now|just|already) )*(?:has|is|had|reached|hit|grew|got|dropped)\b/i.exec(text)?.[1]?.toLowerCase() ??
    null

/** "Berlin" and "Berlin, Germany", "SF" and "San Francisco" are one value. */
export function sameValue (one: string, other: string): boolean {
  const [first, second] = [nameKey(one), nameKey(other)]
  const initials = (name: string) => name.split(' ').map(word => word.charAt(0)).join('')
  return first === second || `${first} `.startsWith(`${second} `) || `${second} `.startsWith(`${first} `) ||
    (first.length > 1 && first === initials(second)) || (second.length > 1 && second === initials(first))
}

/** What the words name, in a predicate that they may end, and nothing beside it. */
function isEnded (candidate: CandidateFact, memory: Memory): boolean {
  const { change: { kind, previous }, predicate } = candidate
  if (kind === 'none' || previous === null || predicate === null || isNegated(memory)) return false
  const held = memory.predicate ?? ''
  const verb = predicate.replaceAll('_', ' ')
  const fits = kind === 'correction'
    ? mayGiveWay(candidate, held)
    : Object.hasOwn(words.endings, verb)
    ? words.endings[verb]!.test(held)
    : sameVerb(predicate, held)
  return fits && !/^(?:planned|wished|unsure|once|asked)_/.test(held) && names(memory, previous, candidate)
}

/** Going from one to another ends what may be left; a correction ends the same statement of another value. */
function mayGiveWay ({ predicate, functional }: CandidateFact, held: string): boolean {
  if (predicate === held || (/^(?:is|works_as|works_like)$/.test(predicate ?? '') && isState.test(held))) return true
  return /_to$/.test(predicate ?? '') && !functional &&
    /^(?:uses|works_at|works_on|works_for|job_title|studies|takes|diet|drinks|drives|owns|has|lives_in|plays|is_on|runs_on|count_|writes_in|rides|eats|favorite_)/
      .test(held)
}

/** What "no longer a nurse", "not vegan any more" deny. */
const isState = /^(?:is|job_title|diet|marital_status)(?:_|$)/

const sameVerb = (one: string, other: string) =>
  one === other || (/^(?:is|works_as|works_like)$/.test(one) && isState.test(other)) ||
  (/^(?:has|owns)$/.test(one) && /^(?:has|owns|drives|rides)$/.test(other)) || one.split('_')[0] === other.split('_')[0]

/** All words of what was named stand in the memory's value, and what else stands there is no other item. */
function names ({ value, text, predicate }: Memory, previous: string, { subject }: CandidateFact): boolean {
  const wanted = terms(previous)
  // "Tea with milk" is not over with the milk.
  const head = (value ?? text).split(
    / (?:[—–-]|for|with|in|at|on|because|since|to|as|when|while|where|which|that|from|about|near|without) /
  )[0]!
  const own = new Set([...terms(head), ...terms((predicate ?? '').replaceAll('_', ' '))])
  if (
    wanted.length === 0 || !wanted.every(term => own.has(term)) ||
    wanted.every(term => terms(subject ?? '').includes(term))
  ) return false
  const items = head.split(/,\s+|\s+(?:and|or|&)\s+/)
  return items.length === 1 || items.every(item => wanted.some(term => terms(item).includes(term)))
}

/** The same statement, denied. */
function isDenied (candidate: CandidateFact, memory: Memory): boolean {
  const [one, other] = [candidate.predicate ?? '', memory.predicate ?? '']
  const [said, held] = [terms(candidate.value ?? '').join(' '), terms(memory.value ?? '').join(' ')]
  if (said === '' || said !== held || /^(?:planned|wished|unsure|once)_/.test(one + other)) return false
  return one === other && candidate.negated !== isNegated(memory)
}

/** "I own a boat" before "I own a boat with two sails", word for word. */
function isPoorer ({ text, predicate, attributes }: Memory, candidate: CandidateFact): boolean {
  const told = text.replace(/[.!]+$/, '')
  return predicate === candidate.predicate && (attributes['negated'] === true) === candidate.negated &&
    /^(?:,| with | called | named )/.test(
      candidate.text.startsWith(told) ? candidate.text.slice(told.length) : ''
    )
}
