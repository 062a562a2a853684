/** Whether the words of a later statement say themselves that an older one is over. */
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { clausesOf, endsEmployment, isCorrected, isEnded, isSo, likeOpposites } from './cues.ts'
import { isDoneOtherwise } from './frame.ts'
import { isOfOneMatter, matterOf } from './matter.ts'
import { isCountedAnew } from './measures.ts'
import { namesAsOver } from './named-over.ts'
import { isLeft } from './successor.ts'
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

/** Another value of what there is one of, done otherwise, or a word that ends and what it ends: "I sold my Volvo". */
export function saysSo (older: Older, newer: Newer): boolean {
  const { quote, subject } = newer
  if (isSaidAnew(older, newer) || clausesOf(quote).some(clause => isSo(clause) && namesAsOver(clause, older.text))) {
    return true
  }
  const [said, matter] = [new Set(terms(quote)), matterOf(older)]
  return (isEnded(quote) || isCorrected(quote) || likeOpposites(quote, older.text)) &&
    ((subject === older.subject && isOfOneMatter(quote, older.text)) ||
      // "Flop has a new home" after "I have a rabbit called Flop".
      (subject !== older.subject && isAbout(older.text, subject ?? '', 1)) ||
      (matter.length > 0 && matter.filter(term => said.has(term)).length >= matter.length / 2))
}

/** Another value of what there is one of, another count of the same, or done otherwise. */
const isSaidAnew = (older: Older, newer: Newer) =>
  (newer.functional && isOfSame(older, newer)) || isDoneOtherwise(newer, older) ||
  (newer.subject === older.subject && clausesOf(newer.quote).some(clause => isCountedAnew(clause, older.text)))

export const isOfSame = (older: Older, { subject, predicate }: Newer): boolean =>
  older.predicate === predicate && older.subject === subject
