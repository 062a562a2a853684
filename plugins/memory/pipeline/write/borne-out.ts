/** Whether the words bear out what our own classifier takes for the end of an older statement. */
import type { Memory } from '../../../../domain/nouns.ts'
import { isHeld } from '../../../../domain/predicates.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import {
  changeIn,
  clausesOf,
  isAnnounced,
  isConsidered,
  isCorrected,
  isDenied,
  isEnded,
  isGone,
  isLimited,
  isUnderWay,
  opensCorrection,
  tellsOfChange
} from '../../../_shared/wording/cues.ts'
import { matterOf } from '../../../_shared/wording/matter.ts'
import { isRetold } from './ends.ts'
import { names, numbersOf, sameSubject, type Statement } from './statement.ts'
import { theUser } from './subject.ts'

/**
 * They do where something is asserted of the same subject that does not say the older statement over again. How the
 * two go together is the classifier's to tell: "I'm single" and "my boyfriend and I" have not a word in common.
 */
export function isBorneOut (newer: Statement, older: Statement, { memoryType }: Pick<Memory, 'memoryType'>): boolean {
  if (!concerns(newer, older) || !isHeld(older.predicate) || namesAnotherPart(newer, older)) return false
  if (isGoingOn(newer, older)) return false
  // What has happened stays so; it may have been told wrong.
  if (memoryType === 'episodic' && !isCorrected(newer.said)) return false
  if (newer.breath !== '' && newer.breath === older.breath && !tellsOfChange(newer.said)) return false
  const clauses = clausesOf(newer.said)
  const about = clauses.filter(clause => sharesWord(clause, older))
  // "I might quit IBM. It rains." is no more than a thought.
  return (about.length > 0 ? about : clauses).some(clause =>
    !isConsidered(clause) && !isNarrower(clause, older) &&
    (!(isAnnounced(clause) || isUnderWay(clause)) || newer.validAt > newer.toldAt)
  )
}

/**
 * "I use Teams with one customer and Slack with everyone else", "I'm a nurse in Turin now": what was known is named,
 * and no word denies it, ends it or puts it right. "Now" and "new" do so where a part of it is not named.
 */
function isGoingOn (newer: Statement, older: Statement): boolean {
  const { said } = newer
  // Of an event with a date, or of a number, there is another.
  if (isEnded(said) || isDenied(said) || numbersOf(older.text).some(number => !said.includes(number))) return false
  if (isRetold(newer, older)) return true
  const spoken = new Set(terms(said))
  const whole = matterOf(older).every(term => spoken.has(term))
  return names(said, older) && !isGone(said) && !opensCorrection(said) && changeIn(said) === null &&
    (whole || !tellsOfChange(said))
}

/** "For today", "on weekends": at other times it goes on, unless it was said of such times. */
const isNarrower = (clause: string, { text }: Statement) => isLimited(clause) && !isLimited(text)

/** Of the same subject, or the one names whom or what the other is about: "Helga has retired". */
const concerns = (newer: Statement, older: Statement) =>
  sameSubject(newer, older) || isNamedIn(terms(newer.subject ?? ''), older.text) ||
  isNamedIn(terms(older.subject ?? ''), newer.said)

/** "I do not speak French any more" leaves German, where both were told as one list. */
function namesAnotherPart ({ said }: Statement, { text, quoted, value }: Statement): boolean {
  const [own, spoken] = [new Set(terms(text)), new Set(terms(said))]
  return terms(quoted).some(term => !own.has(term) && spoken.has(term)) &&
    !terms(value ?? text).some(term => spoken.has(term))
}

function isNamedIn (name: string[], text: string): boolean {
  const words = new Set(terms(text))
  return name.some(word => word !== theUser && words.has(word))
}

/** A word beside the names of whose it is. */
function sharesWord (clause: string, { text, subject }: Statement): boolean {
  const own = new Set([...terms(subject ?? ''), 'user'])
  const said = new Set(terms(clause))
  return terms(text).some(term => !own.has(term) && said.has(term))
}
