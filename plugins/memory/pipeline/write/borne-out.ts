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
  isNotOver,
  isLimited,
  isUnderWay,
  likeOpposites,
  opensCorrection,
  tellsOfChange
} from '../../../_shared/wording/cues.ts'
import { isAnotherOfKind } from '../../../_shared/wording/another-of-kind.ts'
import { isCalledOff, isGivenUp } from '../../../_shared/wording/called-off.ts'
import { isOfTheDead } from '../../../_shared/wording/deaths.ts'
import { isDoneOtherwise } from '../../../_shared/wording/frame.ts'
import { isFulfilled } from '../../../_shared/wording/fulfilled.ts'
import { isOutcome } from '../../../_shared/wording/outcome.ts'
import { leavesStanding } from '../../../_shared/wording/parts-of.ts'
import { listedIn } from '../../../_shared/wording/listed.ts'
import { isOfOneMatter, matterOf, tellsHowMany, isOfTwo } from '../../../_shared/wording/matter.ts'
import { countedIn, isRaised, numbersOf } from '../../../_shared/wording/measures.ts'
import { deniesAnother, isOverInPart } from '../../../_shared/wording/narrower.ts'
import { mayBeResumed, mayBeUndone } from '../../../_shared/wording/undone.ts'
import { agreeOnOneValue, isRetold } from './ends.ts'
import { names, sameSubject, type Statement } from './statement.ts'
import { theUser } from './subject.ts'

/**
 * They do where an asserted clause of the same subject speaks of what the older statement speaks of, without saying it
 * over again, or gives another value of what there is one of.
 */
export function isBorneOut (newer: Statement, older: Statement, { memoryType }: Pick<Memory, 'memoryType'>): boolean {
  if (comesAbout(newer, older) || isOff(newer, older) || (memoryType === 'semantic' && hasDied(newer, older))) {
    return true
  }
  if (!concerns(newer, older) || !isHeld(older.predicate) || stays(newer, older)) return false
  // What has happened stays so; it may have been told wrong, or be undone.
  if (memoryType === 'episodic' && !isCorrected(newer.said) && !mayBeUndone(older, newer)) return false
  const asserted = clausesOf(newer.said).filter(clause =>
    !isConsidered(clause) && !isNotOver(clause) && !isNarrower(clause, older) && !deniesAnother(clause, newer, older) &&
    (!(isAnnounced(clause) || isUnderWay(clause)) || newer.validAt > newer.toldAt)
  )
  if (asserted.length === 0) return false
  return agreeOnOneValue(newer, older) ||
    asserted.some(clause => speaksOfIt(clause, newer, older) && namesWhatWas(clause, older))
}

/** It is said again word for word, another part is meant, both were said in one breath, or it goes on. */
const stays = (newer: Statement, older: Statement) =>
  newer.text.includes(older.text) || isOfTwo(older.text) ||
  (leavesStanding(newer.said, older) && !isCorrected(newer.said)) || namesAnotherPart(newer, older) ||
  namesSomeOf(listedIn(older.text), newer.said) ||
  (newer.breath !== '' && newer.breath === older.breath && !tellsOfChange(newer.said)) || isGoingOn(newer, older)

const day = 86_400_000

/** "We moved to Leith" after "I'm moving to Leith in June": what was planned is so, unless it was so before that. */
function comesAbout (newer: Statement, older: Statement): boolean {
  if (newer.dated && newer.validAt + day <= older.validAt) return false
  if (!newer.negated && isOutcome(older, newer)) return true
  return isHeld(newer.predicate) && !newer.negated && sameSubject(newer, older) &&
    clausesOf(newer.said).some(clause =>
      !isConsidered(clause) && !isDenied(clause) && !isAnnounced(clause) && !isUnderWay(clause) &&
      isFulfilled(older, { text: clause, subject: older.subject })
    )
}

/** "We had to put Rex down" after "my dog Rex is 13". */
const hasDied = (newer: Statement, older: Statement) => isHeld(older.predicate) && isOfTheDead(older, newer)

/** "We cancelled the trip to Oslo" after "we're going to Oslo in May". */
const isOff = (newer: Statement, older: Statement) =>
  sameSubject(newer, older) &&
  clausesOf(newer.said).map(text => ({ text, subject: older.subject })).some(clause =>
    isGivenUp(older, clause) ||
    ((isHeld(newer.predicate) || newer.negated) && !isConsidered(clause.text) &&
      (newer.negated || !isAnnounced(clause.text)) && isCalledOff(older, clause))
  )

/**
 * "I use Teams with one customer and Slack with everyone else", "I'm a nurse in Turin now": what was known is named,
 * and no word denies it, ends it or puts it right. "Now" and "new" do so where a part of it is not named.
 */
function isGoingOn (newer: Statement, older: Statement): boolean {
  const { said } = newer
  if (newer.done || isTurned(newer, older)) return false
  if (isEnded(said) || isDenied(said) || isGone(said) || opensCorrection(said) || changeIn(said) !== null) return false
  // Of an event with a date, or of a number, there is another.
  const numbers = numbersOf(said)
  if (numbersOf(older.text).some(number => !numbers.includes(number))) return false
  const spoken = new Set(terms(said))
  if (isRetold(newer, older)) return !tellsOfChange(said) || saysAllOf(older, spoken)
  return names(said, older) && (matterOf(older).every(term => spoken.has(term)) || !tellsOfChange(said))
}

/** Promoted, the opposite, done otherwise, or taken up again. */
const isTurned = (newer: Statement, older: Statement) =>
  isPromoted(newer, older) || isOpposite(newer, older) || isOtherwise(newer, older) || mayBeResumed(older, newer.said)

const isOtherwise = (newer: Statement, older: Statement) =>
  isDoneOtherwise({ ...newer, quote: newer.said }, { ...older, quote: older.quoted })

/** "By hand" is missing from "I take notes on a tablet now". */
const saysAllOf = (older: Statement, spoken: Set<string>) =>
  matterOf({ ...older, value: null }).every(term => spoken.has(term))

/** "I've started drinking coffee" after "I don't drink coffee", "I like mushrooms now" after "I hate mushrooms". */
const isOpposite = (newer: Statement, older: Statement) =>
  (older.negated && !newer.negated && !isDenied(newer.said)) || likeOpposites(newer.said, older.text)

/** "I was promoted to head nurse" after "I'm a nurse". */
const isPromoted = ({ predicate, said }: Statement, older: Statement) =>
  predicate === 'job_title' && older.predicate === predicate && /\bpromoted\b/i.test(said)

/** "For today", "on weekends": at other times it goes on, unless it was said of such times; and so does another one. */
const isNarrower = (clause: string, { text }: Statement) =>
  (isLimited(clause) && !isLimited(text)) || isOverInPart(clause, text) || isAnotherOfKind(clause, text)

/** Of the same subject, or the one names whom or what the other is about ("Helga has retired"), or measures it anew. */
const concerns = (newer: Statement, older: Statement) =>
  sameSubject(newer, older) || isNamedIn(terms(newer.subject ?? ''), older.text) ||
  isNamedIn(terms(older.subject ?? ''), newer.said) || isRaised(newer.said, older.text)

/**
 * "I do not speak French any more" leaves German, where both were told as one list; "we dropped Android and do iOS"
 * leaves iOS.
 */
function namesAnotherPart ({ said }: Statement, { text, quoted, value }: Statement): boolean {
  const own = new Set(terms(text))
  const others = terms(quoted).filter(term => !own.has(term) && !everyday.has(term))
  const over = clausesOf(said).filter(clause => isEnded(clause) || isDenied(clause))
  return (over.length > 0 ? over : [said]).every(clause => {
    const spoken = new Set(terms(clause))
    return others.some(term => spoken.has(term)) && !terms(value ?? text).some(term => spoken.has(term))
  })
}

/** "The pollen allergy is gone" leaves "allergic to nuts and pollen": the nuts stay. */
function namesSomeOf (items: string[], said: string): boolean {
  const spoken = new Set(terms(said))
  const named = items.filter(item => terms(item).some(term => spoken.has(term)))
  return named.length > 0 && named.length < items.length
}

function isNamedIn (name: string[], text: string): boolean {
  const words = new Set(terms(text))
  return name.some(word => word !== theUser && words.has(word))
}

/** "I moved my blog from WordPress to Ghost" ends what says WordPress, and not that there is a blog. */
function namesWhatWas (clause: string, { text }: Statement): boolean {
  const before = terms(changeIn(clause)?.before ?? '')
  const own = new Set(terms(text))
  return before.length === 0 || before.some(term => own.has(term))
}

/** By a word, or by its matter: "I eat eggs again" after "I'm vegan". "I don't eat meat" says nothing against it. */
const speaksOfIt = (clause: string, newer: Statement, older: Statement) =>
  sharesWord(clause, older) ||
  (sameSubject(newer, older) && (older.negated || !isDenied(clause)) && isOfOneMatter(clause, older.text))

/** A word beside the names of whose it is. */
function sharesWord (clause: string, { text, subject }: Statement): boolean {
  const over = isEnded(clause) || isDenied(clause) || isCorrected(clause)
  const recounted = countDiffers(clause, text)
  const own = new Set([...terms(subject ?? ''), 'user', ...(over ? [] : countedFirst(clause, text))])
  const said = new Set(terms(clause))
  return terms(text).some(term =>
    said.has(term) && !own.has(term) &&
    (over || !(everyday.has(term) || units.has(term)) || (recounted && !units.has(term)))
  )
}

/** "So four languages now", "we're five in the bakery now", where none were counted: nothing of it was said before. */
const countedFirst = (clause: string, text: string) =>
  numbersOf(text).length > 0 ? [] : terms(tellsHowMany(clause) ? clause : countedIn(clause).join(' '))

/** "The team is now 7" after "our team is 5 people". */
function countDiffers (clause: string, text: string): boolean {
  const [newer, older] = [numbersOf(clause), numbersOf(text)]
  return newer.length > 0 && older.length > 0 && !older.some(number => newer.includes(number))
}

/** Of these words alone it is not known that the same is spoken of, unless others end, deny or count it anew. */
const everyday = new Set(terms(`
  work job go get make use need want like take have start thing lot way time day week month year morning evening night
  today now currently new old first last people someone team help try`))

/** Of these it is never known by another number. */
const units = new Set(terms('second minute hour percent ms km kg'))
