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
import { agreeOnOneValue, isRetold } from './ends.ts'
import { names, numbersOf, sameSubject, type Statement } from './statement.ts'
import { theUser } from './subject.ts'

/**
 * They do where an asserted clause of the same subject speaks of what the older statement speaks of, without saying it
 * over again, or gives another value of what there is one of.
 */
export function isBorneOut (newer: Statement, older: Statement, { memoryType }: Pick<Memory, 'memoryType'>): boolean {
  if (!concerns(newer, older) || !isHeld(older.predicate) || namesAnotherPart(newer, older)) return false
  // What has happened stays so; it may have been told wrong.
  if (memoryType === 'episodic' && !isCorrected(newer.said)) return false
  if (newer.breath !== '' && newer.breath === older.breath && !tellsOfChange(newer.said)) return false
  if (isGoingOn(newer, older)) return false
  const asserted = clausesOf(newer.said).filter(clause =>
    !isConsidered(clause) && !isNarrower(clause, older) &&
    (!(isAnnounced(clause) || isUnderWay(clause)) || newer.validAt > newer.toldAt)
  )
  return asserted.length > 0 && (agreeOnOneValue(newer, older) || asserted.some(clause => sharesWord(clause, older)))
}

/**
 * "I use Teams with one customer and Slack with everyone else", "I'm a nurse in Turin now": what was known is named,
 * and no word denies it, ends it or puts it right. "Now" and "new" do so where a part of it is not named.
 */
function isGoingOn (newer: Statement, older: Statement): boolean {
  const { said } = newer
  if (isEnded(said) || isDenied(said) || isGone(said) || opensCorrection(said) || changeIn(said) !== null) return false
  // Of an event with a date, or of a number, there is another.
  if (numbersOf(older.text).some(number => !said.includes(number))) return false
  if (isRetold(newer, older)) return true
  const spoken = new Set(terms(said))
  return names(said, older) && (matterOf(older).every(term => spoken.has(term)) || !tellsOfChange(said))
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
