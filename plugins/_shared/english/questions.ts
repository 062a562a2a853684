/** Questions that were put to the speaker, and what an answer to them states. */
import { joined } from '../wording/words/lists.ts'
import { spelt } from '../wording/chat.ts'
import type { Grammar } from './grammar.ts'
import { isVerb } from './phrases.ts'

/** "Would you like me to suggest recipes?": what is said to that stands by itself. */
const offer = new RegExp(
  joined(String.raw`
    ^(?:(?:would|do) you (?:like|want) (?:me|some|any|help|to (?:hear|see|know|try))|(?:shall|should|can|may|
    could) i|want (?:me|some|help)|need (?:me|some|any|help))\b|
    ^(?:how|what|where)(?: else)? (?:can|may|could|shall|should) (?:i|we) (?:help|assist|do|start|begin|get)\b|
    ^(?:is there )?(?:anything|something|what)(?: else)?(?: on your mind| i can (?:help|do)[^?]*)?\?|
    ^how are you(?: (?:doing|today))*\?|
    ^(?:wie|womit|was) kann ich\b|^(?:¿ ?)?(?:en qué|cómo) (?:te |le |os |les )?puedo\b|
    ^(?:comment|en quoi|que) puis-je\b|^(?:como|em que) posso\b|^(?:come|in cosa) posso\b|^(?:hoe|waarmee) kan ik\b|
    ^(?:jak|w czym) mogę\b|^чем (?:я )?могу\b|^(?:ご用件|どのような|どんな|何か|何を).{0,12}(?:手伝い|助け|用件|ご用)`),
  'i'
)

/** The last sentence of a turn that ends by asking; null when it does not, asks at length, or offers something. */
export function questionIn (content: string): string | null {
  const last = content.trim().slice(-400)
  const [question = ''] = /[^.?!。？！\n]+[?？]$/u.exec(last) ?? []
  const asked = spelt(question.replace(/^[\s"”)]+/, '').trim().replace(/^(?:and|oh no|oh|so|but),? /i, '')).text
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

/** "How did it happen?", "which model?", "how was the trip?"; "any allergies?" and "anything that helps?" are new. */
export function refersBack (question: string, { sentences }: Grammar): boolean {
  if (/^(?:any|(?:how|what) about [^?])/i.test(question)) return false
  const tokens = sentences(question).flatMap(({ tokens }) => tokens)
  return pronoun.test(question) || definite.test(question) || !tokens.some(isVerb) ||
    (tokens.length <= 4 && !tokens.some(({ pos }) => pos === 'AUX'))
}
const definite =
  /\bthe (?!moment|day|week|month|year|time|morning|afternoon|evening|night|weekend|past|future|same)\S+\?$/i
const pronoun = new RegExp(
  joined(String.raw`\b(?:it|they|them|her|him|(?<!(?:is|are|was|were|be) )there)\b|
    \b(?:do|does|did|is|was|'s|will|would|can|about|for|of|with|at|in|on|to|like) that\b`),
  'i'
)
