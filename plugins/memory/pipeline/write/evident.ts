/** What the words of a statement bear out of its value, its subject and its predicate. */
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import {
  clausesOf,
  isAnnounced,
  isConsidered,
  isCorrected,
  isDenied,
  isKnownPredicate,
  speaksOfAnother,
  speaksOfPredicate,
  tellsOfChange
} from '../../../_shared/wording/cues.ts'
import { theUser } from './subject.ts'
import { type Statement } from './statement.ts'

/** The word itself, or another ending of it: languages inflect their names. */
export function isHeard (term: string, spoken: Set<string>): boolean {
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
function isAsserted ({ value, said, negated, validAt, toldAt }: Statement): boolean {
  const wanted = new Set(terms(value ?? ''))
  const clauses = clausesOf(said).filter(clause => terms(clause).some(term => wanted.has(term)))
  return clauses.every(clause =>
    !isConsidered(clause) && (negated || !deniesBefore(clause, wanted)) &&
    (!isAnnounced(clause) || validAt > toldAt)
  )
}

/** "Not in Porto", "I do not live in Porto": a denial not far before the value. */
function deniesBefore (clause: string, value: Set<string>): boolean {
  const words = clause.split(/\s+/)
  const place = words.findIndex(word => terms(word).some(term => value.has(term)))
  return place > 0 && isDenied(words.slice(Math.max(0, place - 5), place).join(' ')) && !isCorrected(clause)
}

/** What the user has or is to another person: said in a sentence about the other. */
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
 * Said of the subject that is claimed: the user unless the words begin with another person, another only when they are
 * named.
 */
export function subjectIsEvident (statement: Statement): boolean {
  const { subject, said, context, value } = statement
  if (subject === null || ofRelations.has(statement.predicate ?? '')) return true
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
 * value that both statements share, or as a correction of what was said in the same conversation.
 */
export function predicateIsEvident (statement: Statement, other: Statement): boolean {
  const { predicate, said } = statement
  if (predicate === null) return false
  if (speaksOfPredicate(said, predicate) || frameShared(statement, other)) return true
  const spoken = new Set(terms(spelled(said)))
  if (
    terms(spelled(predicate.replaceAll('_', ' '))).some(term =>
      spoken.has(term) && !new Set(terms(statement.value ?? '')).has(term)
    )
  ) return true
  if (!isKnownPredicate(predicate) && tellsOfChange(said)) return true
  return isCorrected(said) &&
    (statement.breath === other.breath || (statement.sessionId !== null && statement.sessionId === other.sessionId))
}

/** Words beside value and subject that both statements were made in: "my meeting with Karl is on". */
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
