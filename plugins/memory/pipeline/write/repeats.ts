/** What was said before, what is said in more words, and what was not said. */
import { terms } from '../../../../domain/text/analyse.ts'
import { clausesOf, isConsidered } from '../../../_shared/wording/cues.ts'
import { matterOf } from '../../../_shared/wording/matter.ts'
import { numbersOf } from '../../../_shared/wording/measures.ts'
import { type Statement, standsIn, sameSubject, isReordered } from './statement.ts'
import { isEvident, isHeard, subjectIsEvident } from './evident.ts'

/** The same fact in more words: the old value and all its numbers stand in what was said. */
export function retells (statement: Statement, older: Statement): boolean {
  if (
    statement.negated !== older.negated || !sameSubject(statement, older) || statement.validAt < older.validAt ||
    !subjectIsEvident(statement) || clausesOf(statement.said).some(isConsidered) || isReordered(statement, older) ||
    (statement.value !== null && !isEvident(statement))
  ) return false
  // All that was said then is said again, whatever it is called.
  if (statement.predicate !== older.predicate) return standsIn(terms(older.said), terms(statement.quoted))
  const numbers = numbersOf(statement.quoted)
  return standsIn(matterOf(older), terms(statement.quoted)) &&
    numbersOf(older.value ?? older.text).every(number => numbers.includes(number))
}

/** The new value stands in the old text, in its order, with the same numbers, said of the same subject. */
export function isStatedBefore (statement: Statement, older: Statement): boolean {
  if (statement.negated !== older.negated) return false
  const [newer, old] = [terms(statement.text), terms(older.text)]
  if (numbersOf(statement.text).sort().join(' ') !== numbersOf(older.text).sort().join(' ')) return false
  if (standsIn(newer, old)) return sameSubject(statement, older)
  if (statement.subject === null || older.subject === null || !sameSubject(statement, older)) return false
  if (isReordered(statement, older)) return false
  return statement.predicate !== null && statement.predicate === older.predicate && statement.value !== null &&
    terms(statement.value).length > 0 && standsIn(terms(statement.value), old)
}

/** Values of these are names and dates, which cannot be meant without being said. */
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
