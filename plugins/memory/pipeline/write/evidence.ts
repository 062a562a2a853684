/**
 * What the words of a statement bear out. Only words that were found in a turn count: the quote, and the previous value
 * if it stands in the same
 * turn. The text that a model wrote, its value and its predicate are claims, held against those words here.
 */
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import type { Candidate } from './candidate.ts'
import {
  clausesOf,
  isAdded,
  isAnnounced,
  isConsidered,
  isCorrected,
  isDenied,
  isEnded,
  speaksOfAnother,
  speaksOfPredicate,
  tellsOfChange,
  withoutSpeech
} from './cues.ts'
import { theUser } from './subject.ts'

/** A statement, whether it is on its way in or stored. */
export interface Statement {
  id: string
  text: string
  subject: string | null
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

/** What a value is when a predicate holds one at a time whatever a model says. */
const single = new Set([
  'name',
  'age',
  'birthday',
  'lives_in',
  'comes_from',
  'works_at',
  'job_title',
  'marital_status',
  'scheduled_for'
])

export function statementOfCandidate ({ fact, draft, heard }: Candidate): Statement {
  return {
    id: draft.id,
    text: fact.text,
    subject: fact.subject,
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

export function sameSubject (one: Pick<Statement, 'subject'>, other: Pick<Statement, 'subject'>): boolean {
  return one.subject === null || other.subject === null || nameKey(one.subject) === nameKey(other.subject)
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
export function clausesNaming (said: string, target: Pick<Statement, 'value' | 'text' | 'subject'>): string[] {
  return clausesOf(said).filter(clause => names(clause, target))
}

export function names (said: string, target: Pick<Statement, 'value' | 'text' | 'subject'>): boolean {
  const matter = matterOf(target)
  const spoken = new Set(terms(said))
  const shared = matter.filter(term => spoken.has(term))
  const digits = matter.filter(term => /\d/.test(term))
  return shared.length > 0 && shared.length >= matter.length / 2 && digits.every(term => spoken.has(term))
}

/** The word itself, or another ending of it: languages inflect their names. */
function isHeard (term: string, spoken: Set<string>): boolean {
  if (spoken.has(term)) return true
  if (term.length < 4 || /\d/.test(term)) return false
  return [...spoken].some(other => {
    const shorter = Math.min(term.length, other.length)
    const shared = term.slice(0, shorter) === other.slice(0, shorter) ? shorter : shorter - 1
    return shorter >= 4 && term.slice(0, shared) === other.slice(0, shared) && (shared === shorter || shorter > 4) &&
      Math.abs(term.length - other.length) <= 3
  })
}

/** The value stands in what was said, not denied, and in a clause that asserts it. */
export function isEvident (statement: Statement): boolean {
  const value = terms(statement.value ?? '')
  if (value.length === 0) return false
  const spoken = new Set(terms(statement.said))
  return value.every(term => isHeard(term, spoken)) && isAsserted(statement)
}

/** The clause of the value neither denies it nor only considers it; what is announced has to lie ahead. */
function isAsserted ({ value, said, negated, validAt }: Statement): boolean {
  const wanted = new Set(terms(value ?? ''))
  const clauses = clausesOf(said).filter(clause => terms(clause).some(term => wanted.has(term)))
  return clauses.every(clause =>
    !isConsidered(clause) && (negated || !deniesBefore(clause, wanted)) &&
    (!isAnnounced(clause) || validAt > Date.now())
  )
}

/** "Not in Porto", "I do not live in Porto": a denial not far before the value. */
function deniesBefore (clause: string, value: Set<string>): boolean {
  const words = clause.split(/\s+/)
  const place = words.findIndex(word => terms(word).some(term => value.has(term)))
  return place > 0 && isDenied(words.slice(Math.max(0, place - 5), place).join(' ')) && !isCorrected(clause)
}

/** What the user has or is to somebody: told in a sentence about the other. */
const ofRelations = new Set([
  'has_pet',
  'child',
  'sibling',
  'friend',
  'partner',
  'parent',
  'relative',
  'colleague',
  'owns'
])

/**
 * Said of the subject that is claimed: the user unless the words begin with somebody else, another only when they are
 * named.
 */
export function subjectIsEvident (statement: Statement): boolean {
  const { subject, said, context, value, ownReading } = statement
  if (ownReading || subject === null || ofRelations.has(statement.predicate ?? '')) return true
  if (nameKey(subject) !== theUser) {
    const named = new Set(terms(context))
    return terms(subject).some(term => named.has(term))
  }
  const wanted = new Set(terms(value ?? ''))
  const clauses = clausesOf(said)
  const own = clauses.filter(clause => terms(clause).some(term => wanted.has(term)))
  return (own.length > 0 ? own : clauses).every(clause => !speaksOfAnother(clause))
}

/**
 * The words speak of the predicate that is claimed: by words that we know for it, by its own name, by words around the
 * value that both
 * statements share, or as a correction of what was said in the same conversation.
 */
export function predicateIsEvident (statement: Statement, other: Statement): boolean {
  const { predicate, said, ownReading } = statement
  if (ownReading) return true
  if (predicate === null) return false
  if (speaksOfPredicate(said, predicate) || frameShared(statement, other)) return true
  const spoken = new Set(terms(spelled(said)))
  if (
    terms(spelled(predicate.replaceAll('_', ' '))).some(term =>
      spoken.has(term) && !new Set(terms(statement.value ?? '')).has(term)
    )
  ) return true
  return isCorrected(said) &&
    (statement.breath === other.breath || (statement.sessionId !== null && statement.sessionId === other.sessionId))
}

/** Words beside value and subject that both statements were told in: "my meeting with Karl is on". */
export function frameShared (one: Statement, other: Statement): boolean {
  const values = new Set([
    ...terms(one.value ?? ''),
    ...terms(other.value ?? ''),
    ...terms(one.subject ?? ''),
    ...terms(other.subject ?? ''),
    'user'
  ])
  const frame = new Set(
    terms(spelled(`${other.said} ${(other.predicate ?? '').replaceAll('_', ' ')}`)).filter(term => !values.has(term))
  )
  return terms(spelled(one.said)).some(term => frame.has(term))
}

function spelled (text: string): string {
  return text.replace(/our(?=\b|s\b|ite)/gi, 'or')
}

/** A predicate that holds one value at a time: by our list, or because both statements were read so. */
export function agreeOnOneValue (one: Statement, other: Statement): boolean {
  if (one.predicate === null || one.predicate !== other.predicate || one.negated || other.negated) return false
  return one.functional && (other.functional || single.has(one.predicate))
}

/** A new value of what holds one value at a time takes the place of the older one. */
export function replaces (newer: Statement, older: Statement): boolean {
  if (
    newer.subject === null || older.subject === null || !sameSubject(newer, older) || !agreeOnOneValue(newer, older)
  ) return false
  if (sameMatter(newer, older) || !isEvident(newer) || !subjectIsEvident(newer)) return false
  // Two values in one breath stand beside each other, unless the words tell of a change.
  if (newer.breath !== '' && newer.breath === older.breath && !tellsOfChange(newer.said)) return false
  if (!newer.ownReading && isAdded(newer.said)) return false
  return predicateIsEvident(newer, older)
}

export function sameMatter (one: Statement, other: Statement): boolean {
  return matterOf(one).join(' ') === matterOf(other).join(' ')
}

/**
 * The words name the older statement's value as what is over or was wrong: in one clause with a word that ends it, or
 * corrected. Both must
 * speak of the same thing: the same predicate, or words around the value that they share, or an older statement that is
 * nothing but its value.
 */
export function endsByName (statement: Statement, older: Statement): boolean {
  if (!sameSubject(statement, older) || !subjectIsEvident(statement)) return false
  if (isRetold(statement, older) || isNarrower(statement, older)) return false
  if (
    !statement.ownReading && !(statement.predicate !== null && statement.predicate === older.predicate) &&
    !frameShared(statement, older) &&
    !isBare(older) && !speaksOfPredicate(statement.said, older.predicate ?? '')
  ) return false
  const clauses = clausesNaming(statement.said, older).filter(clause =>
    !isConsidered(clause) && (!isAnnounced(clause) || statement.validAt > Date.now())
  )
  return clauses.length > 0 &&
    (statement.ownReading || clauses.some(clause => isEnded(clause) || isDenied(clause) || isCorrected(statement.said)))
}

/** The same value again: a retelling ends nothing. */
function isRetold (statement: Statement, older: Statement): boolean {
  const [told, old] = [terms(statement.value ?? ''), terms(older.value ?? '')]
  return statement.negated === older.negated && old.length > 0 && !isEnded(statement.said) && standsIn(old, told)
}

/** "No green olives" and "no more tennis on Sundays" leave olives and tennis. */
function isNarrower (statement: Statement, older: Statement): boolean {
  const [told, old] = [terms(statement.value ?? ''), terms(older.value ?? '')]
  const denying = statement.negated || (isEnded(statement.said) && !isCorrected(statement.said))
  return denying && old.length > 0 && told.length > old.length && standsIn(old, told)
}

/** "The user smokes": nothing stands around the value. */
function isBare (statement: Statement): boolean {
  const known = new Set([...matterOf(statement), ...terms(statement.subject ?? ''), 'user', 'name', 'own', 'habit'])
  return terms(statement.text).every(term => known.has(term))
}

/**
 * "Does not eat meat" after "eats meat": the same statement of the same subject, once denied in so many words and once
 * not.
 */
export function denies (statement: Statement, older: Statement): boolean {
  if (
    statement.negated === older.negated || statement.subject === null || older.subject === null ||
    !sameSubject(statement, older)
  ) return false
  if (statement.predicate === null || statement.predicate !== older.predicate || !subjectIsEvident(statement)) {
    return false
  }
  const [said, old] = [terms(statement.value ?? ''), terms(older.value ?? '')]
  const clauses = clausesNaming(statement.said, older).filter(clause => !isConsidered(clause))
  return old.length > 0 && said.join(' ') === old.join(' ') &&
    clauses.some(clause => isDenied(clause) === statement.negated || isEnded(clause) === statement.negated)
}

/** The same fact in more words: the old value and all its numbers stand in what was said. */
export function retells (statement: Statement, older: Statement): boolean {
  if (
    statement.negated !== older.negated || !sameSubject(statement, older) || statement.validAt < older.validAt ||
    !subjectIsEvident(statement) || clausesOf(statement.said).some(isConsidered)
  ) return false
  // All that was said then is said again, whatever it is called.
  if (statement.predicate !== older.predicate) return standsIn(terms(older.said), terms(statement.said))
  const numbers = numbersOf(statement.said)
  return standsIn(matterOf(older), terms(statement.said)) &&
    numbersOf(older.value ?? older.text).every(number => numbers.includes(number))
}

/** The new value stands in the old text, in its order, with the same numbers, said of the same subject. */
export function isToldBefore (statement: Statement, older: Statement): boolean {
  if (statement.negated !== older.negated) return false
  const [told, old] = [terms(statement.text), terms(older.text)]
  if (numbersOf(statement.text).sort().join(' ') !== numbersOf(older.text).sort().join(' ')) return false
  if (standsIn(told, old)) return sameSubject(statement, older)
  if (statement.subject === null || older.subject === null || !sameSubject(statement, older)) return false
  return statement.predicate !== null && statement.predicate === older.predicate && statement.value !== null &&
    terms(statement.value).length > 0 && standsIn(terms(statement.value), old)
}

/** Values of these are names and dates, which nobody can mean without saying them. */
function isName (predicate: string | null): boolean {
  return predicate !== null && (/^favorite_/.test(predicate) ||
    ['name', 'lives_in', 'comes_from', 'works_at', 'studies_at', 'birthday', 'scheduled_for'].includes(predicate))
}

/** Something of the fact was said in the conversation; what shares no word with it was made up. */
export function isSaid (statement: Statement): boolean {
  const heard = new Set(terms(statement.context))
  if (isName(statement.predicate) && statement.value !== null) {
    return terms(statement.value).some(term => isHeard(term, heard))
  }
  const own = new Set([...terms(statement.subject ?? ''), 'user', 'assist', 'name', 'call'])
  const claimed = [...terms(statement.text), ...terms(statement.value ?? '')].filter(term => !own.has(term))
  return claimed.length === 0 || claimed.some(term => heard.has(term))
}
