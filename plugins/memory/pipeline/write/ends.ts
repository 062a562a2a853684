/** Which words end an older statement: by a new value, by naming it as over or wrong, or by denying it. */
import { singleValued } from '../../../../domain/predicates.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import {
  changeIn,
  isAdded,
  isAnnounced,
  isConsidered,
  isCorrected,
  isDenied,
  isEnded,
  speaksOfPredicate,
  tellsOfChange
} from '../../../_shared/wording/cues.ts'
import { mayBothHold } from '../../../_shared/wording/both-hold.ts'
import { matterOf } from '../../../_shared/wording/matter.ts'
import { type Statement, standsIn, sameSubject, clausesNaming, isReordered, names } from './statement.ts'
import { isEvident, subjectIsEvident, predicateIsEvident, frameShared } from './evident.ts'

/** A predicate that holds one value at a time: by our list, or because both statements were read so. */
export function agreeOnOneValue (one: Statement, other: Statement): boolean {
  if (one.predicate === null || one.predicate !== other.predicate || one.negated || other.negated) return false
  return one.functional && (other.functional || singleValued.has(one.predicate))
}

/** A new value of what holds one value at a time takes the place of the older one. */
export function replaces (newer: Statement, older: Statement): boolean {
  if (
    newer.subject === null || older.subject === null || !sameSubject(newer, older) || !agreeOnOneValue(newer, older)
  ) return false
  if (
    mayBothHold(older, newer, newer.said) || sameMatter(newer, older) || !isEvident(newer) || !subjectIsEvident(newer)
  ) return false
  // Two values in one breath stand beside each other, unless the words tell of a change.
  if (newer.breath !== '' && newer.breath === older.breath && !tellsOfChange(newer.said)) return false
  if (isAdded(newer.said)) return false
  if (isReordered(newer, older) && !tellsOfChange(newer.said)) return false
  return predicateIsEvident(newer, older)
}

export function sameMatter (one: Statement, other: Statement): boolean {
  return matterOf(one).join(' ') === matterOf(other).join(' ')
}

/**
 * The words name the older statement's value as what is over or was wrong: in one clause with a word that ends it, or
 * corrected. Both must speak of the same thing: the same predicate, or words around the value that they share, or an
 * older statement that is nothing but its value.
 */
export function endsByName (statement: Statement, older: Statement): boolean {
  if (!sameSubject(statement, older) || !subjectIsEvident(statement)) return false
  if (isRetold(statement, older) || isNarrower(statement, older)) return false
  if (
    !(statement.predicate !== null && statement.predicate === older.predicate) &&
    !frameShared(statement, older) &&
    !isBare(older) && !speaksOfPredicate(statement.said, older.predicate ?? '')
  ) return false
  const clauses = clausesNaming(statement.said, older).filter(clause =>
    !isConsidered(clause) && (!isAnnounced(clause) || statement.validAt > statement.toldAt)
  )
  return clauses.length > 0 && (isCorrected(statement.said) ||
    clauses.some(clause => isEnded(clause) || isDenied(clause) || isBetween(clause, statement, older)))
}

/** "I changed my subject from geology to archaeology": the old value before, the new one since. */
function isBetween (clause: string, statement: Statement, older: Statement): boolean {
  const change = agreeOnOneValue(statement, older) ? changeIn(clause) : null
  return change !== null && names(change.before, older) && !names(change.since, older) &&
    isEvident({ ...statement, said: change.since })
}

/** The same value again: a retelling ends nothing. */
export function isRetold (statement: Statement, older: Statement): boolean {
  const [newer, old] = [terms(statement.value ?? ''), terms(older.value ?? '')]
  return statement.negated === older.negated && old.length > 0 && !isEnded(statement.said) && standsIn(old, newer)
}

/** "No green olives" and "no more tennis on Sundays" leave olives and tennis. */
function isNarrower (statement: Statement, older: Statement): boolean {
  const [newer, old] = [terms(statement.value ?? ''), terms(older.value ?? '')]
  const denying = statement.negated || (isEnded(statement.said) && !isCorrected(statement.said))
  return denying && old.length > 0 && newer.length > old.length && standsIn(old, newer)
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
