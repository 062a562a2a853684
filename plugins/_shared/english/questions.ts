/** Questions that were put to the speaker, and what an answer to them states. */
import { joined } from '../wording/words/lists.ts'
import { spelt } from '../wording/chat.ts'
import type { Grammar } from './grammar.ts'
import { isVerb } from './phrases.ts'
import type { Token } from './token.ts'
import { numeral } from './values.ts'

/** "Would you like me to suggest recipes?": what is said to that stands by itself. */
const offer = new RegExp(
  joined(String.raw`
    ^(?:(?:would|do) you (?:like|want) (?:me|some|any|help|to (?:hear|see|know|try))|(?:shall|should|can|may|
    could) i(?! (?:keep|leave) the\b)|(?:shall|should) we
    \s(?:start|begin|continue|go on|get started|move on|dive in)|want (?:me|some|help)|need (?:me|some|any|help))\b|
    ^(?:how|what|where)(?: else)? (?:can|may|could|shall|should) (?:i|we) (?:help|assist|do|start|begin|get)\b|
    ^(?:is there )?(?:anything|something|what)(?: else)?(?: on your mind| i can (?:help|do)[^?]*)?\?|
    ^how are you(?: (?:doing|today))*\?|
    ^(?:wie|womit|was) kann ich\b|^(?:¿ ?)?(?:en qué|cómo) (?:te |le |os |les )?puedo\b|
    ^(?:comment|en quoi|que) puis-je\b|^(?:como|em que) posso\b|^(?:come|in cosa) posso\b|^(?:hoe|waarmee) kan ik\b|
    ^(?:jak|w czym) mogę\b|^чем (?:я )?могу\b|^(?:ご用件|どのような|どんな|何か|何を).{0,12}(?:手伝い|助け|用件|ご用)`),
  'i'
)

/** What a turn asks at its end; null when it does not, asks at length, or ends by offering something. */
export function questionIn (content: string): string | null {
  const [run = ''] = /(?:[^.?!。？！\n]+[?？]\s*)+$/u.exec(content.trim().slice(-mostAsked)) ?? []
  const questions = (run.match(/[^?？]+[?？]/gu) ?? []).map(plainly)
  const last = questions.at(-1) ?? ''
  if (last === '' || last.length > longestAsked || offer.test(last)) return null
  const asked = questions.filter((question, at) => !(at < questions.length - 1 ? proposal : offer).test(question))
  // As many of them as there is room for.
  while (asked.join(' ').length > longestAsked) asked.shift()
  return asked.join(' ')
}
/** "How about a soup? And who is coming?" */
const proposal = new RegExp(String.raw`${offer.source}|^(?:how about|why not|why don['’]t)\b`, 'i')
/** Characters that are read for it, and of it. */
const [mostAsked, longestAsked] = [400, 160]

/** "And how old is he?" without "and". */
function plainly (question: string): string {
  const asked = spelt(
    withoutHalfQuote(question).replace(/^(?:['’](?=\s)|[\s”)—–-])+/, '').trim().replace(
      /^(?:(?:and|oh (?:no|dear|wow)|oh|so|but|ok|okay|great|nice|lovely|ah|hm+|right|well|understood)[,!]? )+/i,
      ''
    )
  )
    .text
  return asked.charAt(0).toUpperCase() + asked.slice(1)
}

/** Of several questions those that the words may answer: the one that asks for a number, or for a yes or no. */
export function answeredBy (words: string, asked: string): string {
  const [, kind] = kindsOfAnswer.find(([answer]) => answer.test(words)) ?? []
  const [one, ...others] = eachAsked(asked).filter(question => kind?.test(question))
  return one === undefined || others.length > 0 ? asked : one
}
const kindsOfAnswer: Array<[answer: RegExp, question: RegExp]> = [
  [
    new RegExp(`^(?:(?:about|around|nearly|almost|only|just|maybe) )*${numeral}`, 'i'),
    new RegExp(
      joined(String.raw`
        \bhow (?!(?:about|come|do|does|did|is|are|was|were|has|have|would|can|could)\b)\p{L}|
        \b(?:when|what|which|budget|price|cost|age|dates?)\b`),
      'iu'
    )
  ],
  [
    /^(?:yes|yeah|yep|yup|no|nope|nah)\b/i,
    /^(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|any|got|also)\b|\bor\b/i
  ]
]
/** But "what does he like? Dinosaurs?", "is it sore? Since when?" are one. */
export const eachAsked = (asked: string): string[] => asked.split(wholeQuestion)
const wholeQuestion =
  /(?<=[?？]) (?=(?:[^\s?]+ ){3}[^\s?]|(?:what|where|when|who|which|how|do|does|did|is|are)\b[^\s?]* [^\s?]+ [^\s?])/i

/** "I'd bake it on Saturday. Does that work?": the sentence that "that" means; null where that leans on others. */
export function proposedIn (content: string): string | null {
  const [question, before = ''] = content.trim().slice(-mostProposed).split(sentenceEnd).toReversed()
  const words = before.split(' ').length
  return asksOfThat.test(question!) && !leaning.test(before) && words >= fewest && before.length <= longest &&
      (before.match(/["“”]/g) ?? []).length % 2 === 0
    ? before
    : null
}
/** Characters that are read for it, and of it, and its words at the least. */
const [mostProposed, longest, fewest] = [400, 160, 4]
const sentenceEnd = /(?<=(?<!\b(?:Dr|Mrs?|Ms|St|Prof|a\.m|p\.m|e\.g|vs))[.!?]["”'’]?)\s+/u
const asksOfThat = new RegExp(
  joined(String.raw`
    \b(?:do|does|did|is|was|would|could|can|how['’]s|say|about|with) that\b(?! one\b)|
    ^which is it\?|^what would (?:it|that) be\?`),
  'i'
)
/** A question, words of another, or what points back itself. */
const leaning = /^["“'‘]|\?$|[.!]['’]$|^\W*(?:that|this|these|those|it|they|s?he|both)\b/i

/** 'Us" — do you have children?': the quotation began in a sentence before. */
const withoutHalfQuote = (question: string) =>
  (question.match(/["“”]/g) ?? []).length % 2 === 1 ? question.slice(question.search(/["“”]/) + 1) : question

/** "Where did that happen?" "On Tuesday": the last one. */
export const asksOfPast = (question: string): boolean =>
  eachAsked(question).every(one => /\b(?:did|was|were)\b/i.test(one))

/** What an answer to the question states, where that is one of what there is one of. */
export function predicateAsked (question: string): string | null {
  if (eachAsked(question).length > 1) return null
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
/** "What's your budget?", "when do you leave?": of what, is not said; "where do you live?" is of the speaker. */
export const namesNothing = (question: string, { sentences }: Grammar): boolean =>
  !ofSpeaker.test(question) &&
  !sentences(question).flatMap(({ tokens }) => tokens).some(({ pos, lower }) =>
    pos === 'PROPN' || (pos === 'NOUN' && !anyMatter.test(lower))
  )
const anyMatter = new RegExp(
  joined(String.raw`
    ^(?:budget|price|range|deadline|timeline|timeframe|people|person|guests?|anyone|kinds?|types?|sorts?|size|colou?r|
    times?|days?|dates?|plans?|goals?|amount|occasion|theme|limit|idea|minimum|maximum|max|spend|cost|hours?|months?|
    weeks?|years?|far|parts?|bits?|reasons?|options?|preferences?|euros?|dollars?|pounds?|quid|bucks|mind|brands?|style|
    level|length|duration|number|target|stage|progress)$`)
)
const ofSpeaker = new RegExp(
  joined(String.raw`
    \b(?:liv(?:e|ing)|work(?:ing)?|based|born|old|name|called|feel(?:ing)?|for a living|stud(?:y|ying)|grow up|sleep|
    eat|drink|s?he|him|her|his|like|love|enjoy|prefer|mean|think|are you (?:from|doing|ok|okay|alright|married|single|
    diabetic|vegetarian|vegan)|do you do|how are you|what['’]?s up|going on)\b`),
  'i'
)
const definite =
  /\bthe (?!moment|day|week|month|year|time|morning|afternoon|evening|night|weekend|past|future|same)\S+\?$/i
const pronoun = new RegExp(
  joined(String.raw`\b(?:it|they|them|her|him|(?<!(?:is|are|was|were|be) )there)\b|
    \b(?:do|does|did|is|was|'s|will|would|can|about|for|of|with|at|in|on|to|like) that\b`),
  'i'
)

/** "Who's allergic? That'd be me", "the catch? No pets": the speaker answers a question of their own. */
export const isOwnAnswer = (question: string, tokens: Token[]): boolean =>
  /\?\W*$/.test(question) && (openQuestion.test(question) || question.split(' ').length <= mostOfTitle) &&
  (/^(?:that|because|cos|me|no|none|nobody|nothing)$/.test(tokens[0]?.lower ?? '') || !tokens.some(isVerb))
const openQuestion =
  /^\W*(?:(?:so|and|but|well)[, ]+)*(?:who|what|why|where|when|which|how (?:many|long|much|often))\b/i
/** Words of "the best part?". */
const mostOfTitle = 4

/** "Wilf: only pasta. Imogen: no mushrooms": what follows answers as well, of another. */
export const isOfOne = (sentence: string): boolean => ofOne.test(sentence)
const ofOne = /^\W*\p{L}[\p{L}'’-]{0,20}(?: [\p{L}\d'’-]{1,20}){0,2}: +[\p{L}\d]/u
