/** What was told before, what is told in more words, and what nobody said. */
import { terms } from '../../../../domain/text/analyse.ts'
import { clausesOf, isConsidered } from './cues.ts'
import { type Statement, standsIn, numbersOf, sameSubject, matterOf } from './statement.ts'
import { isHeard, subjectIsEvident } from './evident.ts'

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
