/**
 * What a new fact does to the old ones. Only what is asserted of the same subject ends anything, and only what it
 * names, what it denies, or what there can be but one of. In doubt both stay: a fact wrongly kept is found beside the
 * new one, one wrongly ended is lost.
 */
import type { CandidateFact, Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { nameKey, normaliseText } from '../../../domain/text/identity.ts'
import { isAbout, isHolding, isMeans, isMovedEvent, notHeld } from './held.ts'
import { isFrame, nowSaid } from './frames.ts'
import { speaksOfSame, succeeds } from '../../../domain/text/succession.ts'
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
  const moved = own.filter(memory => isMovedEvent(candidate, memory))
  const denied = own.filter(memory => isDenied(candidate, memory))
  const succeeded = known.filter(memory => isSucceeded(candidate, memory))
  const targets = [
    ...new Set([
      ...(sameValues(succeeded) ? succeeded : []),
      ...(replaced.length > 1 && !sameValues(replaced) ? [] : replaced),
      ...(moved.length === 1 ? moved : []),
      ...ended,
      ...denied
    ])
  ]
  if (targets.length > 0) {
    const reason = replaced.length > 0
      ? oneAtATime(candidate)
      : ended.length > 0
      ? `The words say that "${candidate.change.previous}" is over.`
      : succeeded.length > 0
      ? 'Another value of the same, as it is now.'
      : 'It says the opposite of the same statement.'
    return { event: 'SUPERSEDE', targetIds: targets.map(({ id }) => id), reason }
  }
  const poorer = own.find(memory => isPoorer(memory, candidate))
  if (poorer) return { event: 'UPDATE', targetIds: [poorer.id], reason: 'The same fact with more detail.' }
  return { event: 'ADD', targetIds: [], reason: 'Nothing stored is replaced by it.' }
}

const oneAtATime = ({ predicate }: CandidateFact) =>
  `A new value of “${(predicate ?? '').replaceAll('_', ' ')}”: there is one at a time.`

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

/** Another value of what there is one of; what is counted must be the same. */
function isReplaced (candidate: CandidateFact, memory: Memory): boolean {
  const { value } = candidate
  if (!candidate.functional || !memory.functional || candidate.predicate !== memory.predicate) return false
  if (candidate.negated || isNegated(memory) || value === null || memory.value === null) return false
  return !sameValue(value, memory.value) && !isPartOf(value, memory.value) && tellsOfNew(candidate) &&
    countsTheSame(candidate, memory)
}

/** "The Munich site of Siemens" is Siemens. */
const isPartOf = (part: string, whole: string) =>
  / (?:of|at|in|near|outside) (?:the )?/i.test(part) && nameKey(part).endsWith(` ${nameKey(whole)}`)

/** The same statement of another value, in other words, said to be so now. */
const isSucceeded = (candidate: CandidateFact, memory: Memory) =>
  candidate.change.kind === 'none' && !candidate.negated && candidate.memoryType === 'semantic' &&
  memory.memoryType === 'semantic' && !isNegated(memory) && !notHeld.test(memory.predicate ?? '') &&
  succeeds(candidate, memory)

/** People of whom one may have two, in two matters. */
const guides = /^(?:coach|instructor|mentor|trainer|tutor|therapist|dentist)$/
/** Words that tell of a new value, beside `nowWords`: of these predicates another value alone tells none. */
const signs: Array<[predicate: RegExp, sign: RegExp | null]> = [
  [/^job_title$/, /\b(?:role|job|title|position|promoted|made|appointed|named|elected)\b/i],
  // Another amount may be of another time or part.
  [/^level_of_/, /\b(?:fell|dropped|rose|climbed|jumped|up|down)\b/i],
  [/^(?!favorite).*(?:best|biggest|main|top|current|primary)_/, null]
]

/** A title or an event gives way only to what is stated as its successor: one is a nurse and a painter. */
function tellsOfNew ({ predicate: stated, change, quote }: CandidateFact): boolean {
  const predicate = stated ?? ''
  if (isFrame(predicate) || guides.test(predicate)) return saysNow(predicate, quote)
  if (words.nowWords.test(quote) || change.kind !== 'none') return true
  const sign = signs.find(([kind]) => kind.test(predicate))
  if (sign) return sign[1]?.test(quote) === true
  const [, event] = /^date_of_(.+)$/.exec(predicate) ?? []
  return event === undefined || event.includes('_') || words.uniqueOccasions.has(event) ||
    /\b(?:actually|sorry|correction|not)\b/i.test(quote)
}

const saysNow = (predicate: string, quote: string) =>
  nowSaid.test(quote) || (predicate.includes('_count_of_') && words.nowWords.test(quote))

/** "My first app passed 1,000 users" is of no other app. */
function countsTheSame ({ predicate, text }: CandidateFact, memory: Memory): boolean {
  const owner = ownerOf(text)
  return !/^count_(?!of_people)/.test(predicate ?? '') || owner === null || owner === ownerOf(memory.text)
}

const counting =
  /'s ((?:\w+ ){0,2}?\w+) (?:(?:now|just|already) )*(?:has|is|had|reached|hit|passed|grew|got|gets|dropped)\b/i
const ownerOf = (text: string) => counting.exec(text)?.[1]?.toLowerCase() ?? null

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
  return mayBeEnded(candidate, predicate, memory) && isAbout(predicate, memory) &&
    (names(memory, previous, candidate) || (isHolding(memory.predicate ?? '') && isMeans(memory, previous)))
}

function mayBeEnded (candidate: CandidateFact, predicate: string, memory: Memory): boolean {
  const held = memory.predicate ?? ''
  if (notHeld.test(held) || (predicate === 'gone' && isKin(memory))) return false
  return candidate.change.kind === 'correction'
    ? mayGiveWay(candidate, held) || (isHolding(held) && speaksOfSame(candidate, memory))
    : mayEnd(predicate, held)
}

/** Who retires or moves out is a brother still. */
const isKin = ({ text, value }: Memory) =>
  text.replace(value ?? '', '').toLowerCase().split(/\W+/).some(word =>
    words.kin.has(word) && !/^(?:flatmate|roommate|boss|manager|teacher|doctor|therapist|neighbou?r|user)$/.test(word)
  )

/** The having of a thing, and of a duty. */
const having =
  /^(?:owns|has|uses|drives|rides|wears|keeps|collects|chairs|leads|heads|hosts|coaches|manages|organi[sz]es)(?:_|$)|_(?:is|with)$/

function mayEnd (predicate: string, held: string): boolean {
  if (predicate === 'disposed') return having.test(held)
  const leaving = /^(?:left|gone|uses)$/.test(predicate)
  if (/^dose_of_/.test(held)) return leaving || predicate === 'takes'
  return words.endings[predicate.replaceAll('_', ' ')]?.test(held) ??
    (sameVerb(predicate, held) || (leaving && isHolding(held)))
}

const movable = new RegExp(
  '^(?:uses|works_(?:at|on|for)|job_title|studies|takes|diet|drinks|drives|owns|has|lives_in|plays|is_on|runs_on|' +
    'count_|writes_in|rides|eats|favorite_|reports_to|boss|coach|instructor|mentor|trainer|tutor|therapist|dentist)'
)

/** Going from one to another ends what may be left; a correction ends the same statement of another value. */
function mayGiveWay ({ predicate, functional }: CandidateFact, held: string): boolean {
  if (predicate === held || (isBeing.test(predicate ?? '') && isState.test(held))) return true
  return (/_to$/.test(predicate ?? '') && !functional && (movable.test(held) || isHolding(held))) ||
    (sameVerb(predicate ?? '', 'uses') && isHolding(held))
}

/** What "no longer a nurse", "not vegan any more" deny. */
const isState = /^(?:is|job_title|diet|marital_status)(?:_|$)/
const isBeing = /^(?:is|works_as|works_like)$/
const verbOf = (predicate: string) => terms(predicate.split('_')[0]!).join(' ')

const sameVerb = (one: string, other: string) =>
  one === other || (isBeing.test(one) && isState.test(other)) ||
  (/^(?:has|owns)$/.test(one) && /^(?:has|owns|drives|rides)$/.test(other)) ||
  (verbOf(one) !== '' && verbOf(one) === verbOf(other))

const restricting =
  / (?:[—–-]|for|with|in|at|on|because|since|to|as|when|while|where|which|that|from|about|near|without) /

/** All words of what was named stand in the memory's value, and what else stands there is no other item. */
function names ({ value, text, predicate }: Memory, previous: string, { subject }: CandidateFact): boolean {
  const wanted = terms(previous)
  // "Tea with milk" is not over with the milk; who left the school left all that was studied there.
  const head = /^studies/.test(predicate ?? '') ? value ?? text : (value ?? text).split(restricting)[0]!
  const own = new Set([...terms(head), ...terms((predicate ?? '').replaceAll('_', ' '))])
  const subjects = terms(subject ?? '')
  if (wanted.length === 0 || !wanted.every(term => own.has(term)) || wanted.every(term => subjects.includes(term))) {
    return false
  }
  const items = head.split(/,\s+|\s+(?:and|or|&)\s+/)
  return items.length === 1 || items.every(item => wanted.some(term => terms(item).includes(term)))
}

/** The same statement, denied; "I eat fish on Fridays" does not take back that no fish is eaten. */
function isDenied (candidate: CandidateFact, memory: Memory): boolean {
  const [one, other] = [candidate.predicate ?? '', memory.predicate ?? '']
  const [said, held] = [terms(candidate.value ?? '').join(' '), terms(memory.value ?? '').join(' ')]
  if (one !== other || candidate.negated === isNegated(memory) || said === '' || said !== held) return false
  if (notHeld.test(one)) return false
  return candidate.negated ||
    candidate.text.replace(/(?: again| now| after all|[.!])+$/, '').endsWith(candidate.value ?? '')
}

/** "I own a boat" before "I own a boat with two sails", word for word. */
function isPoorer (memory: Memory, { text, predicate, negated }: CandidateFact): boolean {
  const known = memory.text.replace(/[.!]+$/, '')
  return memory.predicate === predicate && isNegated(memory) === negated &&
    /^(?:,| with | called | named )/.test(text.startsWith(known) ? text.slice(known.length) : '')
}
