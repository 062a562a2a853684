/** Questions that were put to the speaker, and what an answer to them states. */
import { joined } from '../wording/words/lists.ts'
import { spelt } from '../wording/chat.ts'

/** "Would you like me to suggest recipes?": what is said to that stands by itself. */
const offer = new RegExp(
  joined(String.raw`
    ^(?:(?:would|do) you (?:like|want) (?:me|some|any|help|to (?:hear|see|know|try))|(?:shall|should|can|may|
    could) i|want (?:me|some|help)|need (?:me|some|any|help))\b`),
  'i'
)

/** The last sentence of a turn that ends by asking; null when it does not, asks at length, or offers something. */
export function questionIn (content: string): string | null {
  const last = content.trim().slice(-400)
  const [question = ''] = /[^.?!。？！\n]+[?？]$/u.exec(last) ?? []
  const asked = spelt(question.trim().replace(/^(?:and|oh no|oh|so|but),? /i, '')).text
  return asked === '' || asked.length > 160 || offer.test(asked) ? null : asked.charAt(0).toUpperCase() + asked.slice(1)
}

/** What an answer to the question states, where that is one of what there is one of. */
export function predicateAsked (question: string): string | null {
  if (/\bwhere (?:do|are) you (?:currently |now )?(?:live|living|based)\b/i.test(question)) return 'lives_in'
  if (/\bwhere do you (?:currently |now )?work\b|\bwho do you work for\b/i.test(question)) return 'works_at'
  if (/\bhow old are you\b/i.test(question)) return 'age'
  const [, favourite, of] = /\bwhat(?:'s| is) your (favou?rite )?([a-z ]+)\?/i.exec(question) ?? []
  return of === undefined
    ? null
    : `${favourite ? 'favorite_' : ''}${of.replace('colour', 'color').replaceAll(' ', '_')}`
}

/** "How did it happen?"; "anything that helps" points to nothing. */
export const pointsBack = (question: string): boolean =>
  /\b(?:it|they|them)\b|\b(?:do|does|did|is|was|'s|will|would|can|about|for|of|with|at|in|on|to|like) that\b/i
    .test(question)
