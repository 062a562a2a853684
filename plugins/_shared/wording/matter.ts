/** What a statement is about. */
import { terms } from '../../../domain/text/analyse.ts'
import { folded } from './words/lists.ts'
import { howMany, matters } from './words/matters.ts'

export interface Matter {
  text: string
  subject: string | null
  value: string | null
}

/** What the statement is about beside whose it is: its value, or all of its text when none was read. */
export function matterOf ({ value, text, subject }: Matter): string[] {
  const own = new Set(terms(subject ?? '').concat('user'))
  const read = terms(value ?? '')
  return read.length > 0 ? read : terms(text).filter(term => !own.has(term))
}

/** "My dad smokes and so does my brother": what ends it for one leaves the other. English. */
export const isOfTwo = (text: string): boolean =>
  /\b(?:and|but) (?:so|neither|nor) (?:do|does|did|is|are|was|has|have|can|will|am) /i.test(text)

/** Whether both speak of one thing that a person has one of, or does one way, at a time: "I'm vegan", "I eat eggs". */
export function isOfOneMatter (later: string, earlier: string): boolean {
  const [newer, older] = [folded(later), folded(earlier)]
  return matters.some(({ before, since }) => before.test(older) && since.test(newer))
}

/** "We're five now", "up to 84". */
export const tellsHowMany = (text: string): boolean => howMany.test(folded(text))

/** A word in common, or one matter of the same person. */
export function isNear (
  later: { text: string, quote: string, subject: string | null },
  earlier: Matter & { predicate: string | null }
): boolean {
  if (isMoved(earlier)) return false
  if (later.subject === earlier.subject && isOfOneMatter(later.quote, earlier.text)) return true
  const said = new Set(terms(later.text))
  return matterOf({ ...earlier, value: null }).some(term => said.has(term))
}

/** "The fair was moved to 28 June because of the strike" stays when the strike is over. */
const isMoved = ({ text, predicate }: { text: string, predicate: string | null }) =>
  predicate?.startsWith('date_') === true &&
  /\b(?:moved|pushed|postponed|rescheduled|rebooked|delayed|brought|put|shifted|changed)\b/i.test(text)
