/**
 * Whether only a part of the times, places or ways is over: "I no longer run after work" after "I run before work", "I
 * don't read the Guardian in print any more". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { isCorrected, isEnded } from './cues.ts'
import type { Matter } from './matter.ts'
import { joined } from './words/lists.ts'

/** When, where and how: what is said to be over is so only then, there and so. */
const bounds = new RegExp(
  joined(String.raw`
    \b(?:(?:in|during) (?:the |my )?(?:mornings?|afternoons?|evenings?|nights?|car|flat|house|
    kitchen|bedroom|bed|print|public|person)|at (?:night|home|work|school|lunch|parties|weekends|the weekend)|
    (?:before|after) (?:work|school|lunch|dinner|breakfast|meals|midnight|noon|bed|church|training|class)|
    on (?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:by|for) myself|on my own)(?![\p{L}\p{N}-])`),
  'giu'
)
const toWork = /\bto (?:work|school|uni|college|the office)(?![\p{L}-])/iu
/** Of these it is known how one gets to work. */
const commuting =
  /\bcommut|\b(?:to|into|by|on) (?:the )?(?:work|school|uni|college|office|bus|train|bike|car|foot|tram)\b/i
/** "I sold it on Monday" is over for good. */
const noMore = /\b(?:no longer|any ?more|any longer|(?:stop|stopped|quit|gave up|given up) \p{L}+ing)\b/iu
const small = new Set(terms('in during at before after on by for to the my own'))

/** What stands in the older statement too is no narrower than it. */
export function isOverInPart (clause: string, older: string): boolean {
  if (!noMore.test(clause)) return false
  const [held, known] = [new Set(terms(older)), older.toLowerCase()]
  return [...clause.toLowerCase().matchAll(bounds)].some(([bound]) =>
    /^(?:before|after) /.test(bound)
      ? !known.includes(bound)
      : terms(bound).some(term => !small.has(term) && !held.has(term))
  ) || (toWork.test(clause) && !commuting.test(older))
}

const isNot = /\b(?:is|are|['’](?:s|re)) not\b|\b(?:is|are)n['’]?t\b/iu

/** "My dentist isn't Dr. Lim" says nothing against "my dentist is Dr. Ray". */
export function deniesAnother (clause: string, { value }: Pick<Matter, 'value'>, older: Matter): boolean {
  const denied = terms(value ?? '').at(-1)
  return older.value !== null && denied !== undefined && isNot.test(clause) && !isEnded(clause) &&
    !isCorrected(clause) && !terms(older.text).includes(denied)
}
