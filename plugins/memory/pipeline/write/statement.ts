/**
 * A statement, stored or on its way in, and the words that count for it: the quote, and the previous value if it stands
 * in the same turn. The text that a model wrote, its value and its predicate are claims, held against those words in
 * `evident.ts`.
 */
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Candidate } from './candidate.ts'
import { clausesOf, withoutSpeech } from './cues.ts'

/** A statement, whether it is on its way in or stored. */
export interface Statement {
  id: string
  text: string
  subject: string | null
  /** Normalised names of the subject; null for that one name. */
  names: string[] | null
  predicate: string | null
  value: string | null
  functional: boolean
  negated: boolean
  validAt: number
  /** Turns that it was read from, so that two facts of one breath are known. */
  breath: string
  /** What its speaker said, without what they quote of others. */
  said: string
  /** The words around the quote that may name its subject. */
  context: string
  /** True when predicate and subject were read by our own rules, not by a model. */
  ownReading: boolean
  sessionId: string | null
}

export function statementOfCandidate ({ fact, draft, heard, names }: Candidate): Statement {
  return {
    id: draft.id,
    text: fact.text,
    subject: fact.subject,
    names,
    predicate: fact.predicate,
    value: fact.value,
    functional: fact.functional,
    negated: fact.negated,
    validAt: draft.validAt,
    breath: heard.breath,
    said: withoutSpeech([fact.quote, fact.change.previous ?? ''].join('\n')),
    context: heard.context,
    ownReading: fact.ownReading === true,
    sessionId: draft.sessionId
  }
}

export function statementOfMemory (memory: Memory): Statement {
  return {
    id: memory.id,
    text: memory.text,
    subject: memory.subject,
    names: null,
    predicate: memory.predicate,
    value: memory.value,
    functional: memory.functional,
    negated: memory.attributes['negated'] === true,
    validAt: memory.validAt,
    breath: '',
    said: withoutSpeech(memory.quote ?? memory.text),
    context: memory.quote ?? memory.text,
    ownReading: memory.attributes['own_reading'] === true,
    sessionId: memory.sessionId
  }
}

/** The terms stand in the text, in their order. */
export function standsIn (wanted: string[], text: string[]): boolean {
  let place = 0
  for (const term of text) if (term === wanted[place]) place++
  return place === wanted.length
}

export function numbersOf (text: string): string[] {
  return text.match(/\d+(?:[.,:]\d+)*/g) ?? []
}

type Subject = Pick<Statement, 'subject' | 'names'>

export function sameSubject (one: Subject, other: Subject): boolean {
  if (one.subject === null || other.subject === null) return true
  const names = subjectKeys(one)
  return subjectKeys(other).some(name => names.includes(name))
}

function subjectKeys ({ subject, names }: Subject): string[] {
  return names ?? [nameKey(subject ?? '')]
}

/** What the statement is about beside whose it is: its value, or all of its text when none was read. */
export function matterOf ({ value, text, subject }: Pick<Statement, 'value' | 'text' | 'subject'>): string[] {
  const own = new Set(terms(subject ?? '').concat('user'))
  const read = terms(value ?? '')
  return read.length > 0 ? read : terms(text).filter(term => !own.has(term))
}

/**
 * The clauses of what was said that name the matter of the other statement: half of its words, and every number of it.
 */
export function clausesNaming (
  said: string,
  target: Named
): string[] {
  return clausesOf(said).filter(clause => names(clause, target))
}

type Named = Pick<Statement, 'value' | 'text' | 'subject'> & Partial<Pick<Statement, 'predicate' | 'ownReading'>>

const doses = /^\d[\d.,]*\s?(?:mg|mcg|g|ml|iu|pills?|tablets?|drops?|puffs?|units?) of /i

/** What it goes by, where our own rules read it: "20 mg of sertraline" by the drug, "a cat named Pip" by either. */
function namesOf (target: Named): string[][] {
  if (target.ownReading !== true) return [matterOf(target)]
  const [, dosed] = /^dose_of_(.+)$/.exec(target.predicate ?? '') ?? []
  if (dosed !== undefined) return [terms(dosed.replaceAll('_', ' '))]
  const value = target.value?.replace(doses, '') ?? null
  const parts = value?.split(/ (?:named|called) /) ?? []
  return [matterOf({ ...target, value }), ...(parts.length === 2 ? parts.map(part => terms(part)) : [])]
}

export function names (said: string, target: Named): boolean {
  const spoken = new Set(terms(said))
  return namesOf(target).some(matter => isNamed(matter, spoken))
}

function isNamed (matter: string[], spoken: Set<string>): boolean {
  const shared = matter.filter(term => spoken.has(term))
  const digits = matter.filter(term => /\d/.test(term))
  return shared.length > 0 && shared.length >= matter.length / 2 && digits.every(term => spoken.has(term))
}
