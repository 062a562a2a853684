/** Whether the words of a later statement say themselves that an older one is over. */
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { clausesOf, endsEmployment, isAdded, isCorrected, isEnded, isSo, likeOpposites } from './cues.ts'
import { isDoneOtherwise, sinceNow, withoutFurther } from './frame.ts'
import { isNear, isOfOneMatter, matterOf } from './matter.ts'
import { isCountedAnew, isGrown, isOfAnotherThing } from './measures.ts'
import { namesAnother, namesAsOver, namesNameAsOver } from './named-over.ts'
import { isLeft } from './successor.ts'
import { isBeginning, mayBeResumed } from './undone.ts'
import { isAbout } from './withdrawn.ts'
import { folded } from './words/lists.ts'

type Older = Pick<Memory, 'text' | 'quote' | 'subject' | 'predicate' | 'value'>
type Newer = Pick<CandidateFact, 'text' | 'subject' | 'predicate' | 'functional' | 'quote'>

/** "I quit Google" after "I work at Google". */
export const hasQuit = ({ predicate, subject, value }: Older, newer: Newer): boolean =>
  predicate === 'works_at' && subject === newer.subject && value !== null && endsEmployment(newer.quote, value)

/** "We switched from Jira to Linear" after "we use Jira"; who loves coffee may drink tea. */
export const hasSwapped = ({ predicate, subject, value }: Older, newer: Newer): boolean =>
  subject === newer.subject && value !== null && !attitude.test(predicate ?? '') &&
  clausesOf(newer.quote).some(clause => swapped.test(folded(clause)) && isLeft(terms(value), clause))
const swapped =
  /\b(?:switched|migrated|converted|transitioned|pivoted|swapped)(?: (?:over|away|completely|fully))* from /
const attitude = /^(?:is$|is_from|comes?|love|like|enjoy|hate|adore|prefer|know|speak|miss|recommend|admire|remember)/

/** How probable an end has to be, by both texts, or by one and the other, where it is so by the words. */
export const least = {
  counted: [0.2, 1, 0.2],
  name: [0.6, 0.65, 0.3],
  named: [0.6, 0.9, 0.4],
  said: [0.6, 1, 0.6],
  now: [0.8, 1, 0.8],
  begun: [0.8, 0.95, 0.6],
  implied: [0.9, 0.95, 0.6]
} as const

/** Whether the words name an older statement as over, say so beside it or of what began, or may only imply it. */
export function howOver (older: Older, newer: Newer): keyof typeof least {
  const clauses = clausesOf(newer.quote).filter(isSo)
  if (newer.subject === older.subject && clauses.some(clause => isGrown(clause, older.text))) return 'counted'
  if (isBeginning(older)) return 'begun'
  if (clauses.some(clause => namesNameAsOver(clause, older.text))) return 'name'
  if (clauses.some(clause => namesAsOver(clause, older.text)) || isSaidAnew(older, newer)) return 'named'
  if (isSaidOver(older, newer) || mayBeResumed(older, newer.quote)) return 'said'
  return !atTimes.test(newer.quote) && clauses.some(clause => isOtherNow(clause, older)) ? 'now' : 'implied'
}

const atTimes = /\bnow and (?:then|again)\b/i

/** "I use the monthly lenses now" after "I wear contact lenses, daily ones": of the same, beyond the verb in front. */
function isOtherNow (clause: string, older: Older): boolean {
  if (!sinceNow.test(clause) || isAdded(clause) || isOfAnotherThing(clause, older.text)) return false
  const said = new Set(terms(clause))
  return isOfOneMatter(clause, older.text) ||
    matterOf(older).slice(older.value === null ? 1 : 0).some(term => said.has(term))
}

/** As it was said; where a name in it is over, also without what follows: "Everything goes through RabbitMQ". */
export function asSaid ({ text, quote }: Older, how: keyof typeof least): string[] {
  const said = quote ?? text
  return how === 'name' ? [said, withoutFurther(said)] : [said]
}

/** A word that ends, and what it ends: "I sold my Volvo". */
function isSaidOver (older: Older, { quote, subject }: Newer): boolean {
  const [said, matter] = [new Set(terms(quote)), matterOf(older)]
  return (isEnded(quote) || isCorrected(quote) || likeOpposites(quote, older.text)) &&
    ((subject === older.subject && isOfOneMatter(quote, older.text)) ||
      // "Flop has a new home" after "I have a rabbit called Flop".
      (subject !== older.subject && isAbout(older.text, subject ?? '', 1)) ||
      (matter.length > 0 && matter.filter(term => said.has(term)).length >= matter.length / 2))
}

/** Of one matter, and not of another thing: "I bought an electric kiln instead of a gas one" and the kiln one hires. */
export const maySpeakOf = (older: Older, newer: Newer): boolean => isNear(newer, older) && !isOfAnother(older, newer)

function isOfAnother (older: Older, newer: Newer): boolean {
  const known = new Set(terms(older.text))
  const alike = clausesOf(newer.quote).filter(clause => isSo(clause) && terms(clause).some(term => known.has(term)))
  return alike.length > 0 && !isSaidAnew(older, newer) && alike.every(clause => namesAnother(clause, older.text))
}

/** Another value of what there is one of, another count of the same, or done otherwise. */
const isSaidAnew = (older: Older, newer: Newer) =>
  (newer.functional && isOfSame(older, newer)) || isDoneOtherwise(newer, older) ||
  (newer.subject === older.subject && clausesOf(newer.quote).some(clause => isCountedAnew(clause, older.text)))

export const isOfSame = (older: Older, { subject, predicate }: Newer): boolean =>
  older.predicate === predicate && older.subject === subject
