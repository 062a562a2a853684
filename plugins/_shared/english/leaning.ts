/** What a clause leans on, what it is about, and what an answer tells little without. */
import { terms } from '../../../domain/text/analyse.ts'
import { isLastingRequest } from '../wording/cues.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { joined } from '../wording/words/lists.ts'
import { anaphorIn, pointing, pointsBack } from './anaphors.ts'
import type { Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { isNobodys, isSideClause, lacksWords, opensAlone, subjectPoints } from './incomplete.ts'
import { kin, kinWords, pet, trade } from './kin.ts'
import { isVerb } from './phrases.ts'
import { withSpeaker } from './pronouns.ts'
import { inThirdPerson, spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** Words of content that tell little by themselves. */
export const brief = 3
export const isBrief = (words: string): boolean => terms(words).length <= brief

/** Without a subject of its own, or with a word that means what was said before: "love it", "I've put a bed in it". */
export const leans = (clause: Clause): boolean => !isLastingRequest(spaced(clause.tokens)) && leansOnOthers(clause)

function leansOnOthers (clause: Clause): boolean {
  const { subject, rest, verb, tokens } = clause
  return (subjectPoints(subject) && !isNobodys(subject, verb, rest)) ||
    (subject.length === 0 && opensAlone(tokens, verb)) || isSideClause(tokens) || lacksWords(clause) ||
    anaphorIn(tokens) !== null ||
    (verb !== 'be' && /^(?:it|them|that|those|one)$/.test(rest[0]?.lower ?? '') &&
      !/NOUN|ADJ|VERB|AUX/.test(rest[1]?.pos ?? '') && !opensBeforeSubject({ tokens, subject }))
}

/** "Anyway, …", "my husband …": another matter than the answer in front of it. */
export const opensMatter = ({ tokens, sentence }: { tokens: Token[], sentence: string }): boolean =>
  newMatter.test(sentence) || (/^(?:my|our)$/.test(tokens[0]?.lower ?? '') && tokens.slice(1, 3).some(isKin) &&
    tokens.some(isVerb))
const isKin = ({ lower }: Token) => kin.test(lower)
const newMatter =
  /^\W*(?:anyway|anyhow|also|by the way|btw|besides|plus|oh,? (?:and|n|also)|seriously|ps|on another note)\b/i

interface Noted {
  tokens: Token[]
  quote: string
  answers: boolean
  language: string
}

/** "Been vegan since uni. Two kids, both girls": each stands alone. */
export const isNote = (said: Noted | null): boolean =>
  said?.language === 'english' && !said.answers && !pointsBack(said.tokens) &&
  !(isVerb(said.tokens[0]) && said.tokens[0]!.lower !== 'been') && !hasPerson.test(said.quote)
const hasPerson = /\b(?:i|we|my|our|he|she|it|they|who|which|is|are|was|were)\b|['’]s\b/i

/** "Works as a guide", "has two sons": of another than the speaker. */
export const isOfAnother = ([first]: Token[]): boolean =>
  isVerb(first) && /^(?:is|has|does)$|[^s]s$/.test(first!.lower) && first!.lower !== first!.lemma

/** "Promised to read her draft", "no more tennis since the spring": of whom else would they say it? */
export const standsAlone = ({ tokens, change }: { tokens: Token[], change: { kind: string } }): boolean =>
  (/VERB|AUX/.test(tokens[0]?.pos ?? '') && anaphorIn(tokens) === null && !isOfAnother(tokens)) ||
  (change.kind === 'ending' && !pointsBack(tokens))

/** A thing that is spoken of, so that "it" may mean it: "my dentist appointment", and not "my sister" or "I". */
export function topicOf ({ subject, verb, group, rest }: Clause, self: string, grammar: Grammar): string | null {
  const head = subject.at(-1)
  const isThing = head?.pos === 'NOUN' && subject.length > 1 && !/[^s]s$|(?:[^v]er|or|ist|ian|man)$/.test(head.lower) &&
    !subject.some(({ lower }, at) => kin.test(lower) && subject[at + 1]?.lemma !== "'s")
  // "My landlord sent a letter": "it" is the letter.
  const isAlone = verb === 'be' || rest[0] === undefined || /ADP|PUNCT|ADV/.test(rest[0].pos)
  // "My uncle's lot are coming."
  const isOne = !/^(?:are|were|have|'re|'ve)$/.test(group[0]?.lower ?? '')
  return isThing && isOne && isAlone ? inThirdPerson(subject, self, grammar).slice(0, -1) : null
}

/** "It has a balcony", and not "oops". */
export const hasSubject = (tokens: Token[]): boolean => tokens[0]?.pos === 'PRON' && tokens.some(isVerb)

/** "Well, my flatmate is": it goes with what it puts right. */
export const isLeftOpen = (tokens: Token[]): boolean =>
  !pointing.test(tokens[0]?.lower ?? '') && tokens.findLast(({ pos }) => pos !== 'PUNCT')?.pos === 'AUX'

/** "It" is a thing that was spoken of, and no sister. */
export const mayMean = (tokens: Token[], before: Token[]): boolean =>
  ![tokens[0], anaphorIn(tokens)].some(word =>
    /^(?:it|its|that|this|they|these|those|there)$/.test(word?.lower ?? '')
  ) ||
  before.some(({ pos, lower, lemma }) =>
    /NOUN|PROPN/.test(pos) && !(/^its?$/.test(tokens[0]?.lower ?? '') && lower !== lemma && /[^s]s$/.test(lower)) &&
    (pet.test(lower) || !(kin.test(lower) || trade.test(lower) || isTime.test(lower)))
  )
const isTime = new RegExp(`^(?:${weekdays}|${months}|today|tomorrow|yesterday|ago)$`, 'i')

/** Of a clause that answers: what tells little without the question. */
export const isShort = (clause: Clause): boolean =>
  leans(clause) || clause.tokens.length <= 3 || opensSide.test(clause.tokens[0]?.lower ?? '') ||
  clause.tokens[0]?.pos === 'ADP' || isGuess.test(spaced(clause.tokens)) || isNameBehind(clause) ||
  (clause.subject.length === 0 && withSpeaker(clause) === null) ||
  opensBeforeSubject(clause)

/** "Since I retired", "for as long as I can remember". */
const opensSide = /^(?:since|because|until|till|for|when|after|before|while|as)$/
const isGuess = /^i(?:'d| would)? (?:guess|reckon)\b|^i(?:'d| would) say\b/i
/** "A physio called Anouk": no verb. */
const isNameBehind = ({ verb, group, subject, rest }: Clause) =>
  /^(?:call|name)$/.test(verb) && group.length === 1 && subject[0]?.pos === 'DET' && rest[0]?.pos === 'PROPN'

/** "Not really, I live in the middle of Ghent", "just about, I start at ten". */
const hedge = new RegExp(
  joined(String.raw`
    ^(?:not (?:really|yet|quite|much|often|always|at all|any ?more)|never again|just about|more or less|kind of|sort of|
    sometimes|usually|often|rarely|never|mostly|hardly|barely|pretty much|almost|maybe|probably|definitely|
    absolutely|sadly(?: no)?|i (?:think|guess|hope) so|of course) ,$`),
  'i'
)

/** "Vegetarian, I love cheese too much", "a cat, and my flatmate has a parrot". */
function opensBeforeSubject ({ tokens, subject }: Pick<Clause, 'tokens' | 'subject'>): boolean {
  const front = tokens.slice(0, Math.max(tokens.findIndex(token => token === subject[0]), 0))
  return /^(?:,|and|but)$/.test(front.at(-1)?.lower ?? '') &&
    (front.some(({ pos }) => /NOUN|PROPN|ADJ|NUM|DET/.test(pos)) ||
      hedge.test(front.map(({ lower }) => lower).join(' ').replace("n't", 'not')))
}

/** "None of my kids can swim", "mum wants me to be a pharmacist", "my surname's Okoro": of oneself or one's people. */
export const isOfPeople = (words: string): boolean => ofPeople.test(words)
const ofPeople = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:none|neither|one|two|both|all|some|most) (?:of )?)?(?:(?:my|our) (?:(?:\p{L}+ )?${kinWords}|
    (?:(?:sur|last |first |middle |maiden |nick)?names?))|mum|mom|dad)(?:['’]s|(?![\p{L}'’]))
    (?! (?:wrote|texted|sent)\b| (?:sa(?:id|ys)|thinks?|thought|agree[sd]?) (?:so|the same|hi|no|yes|it|that)\b)`),
  'iu'
)

/** Few words of oneself: "I'm a widower", "nothing with leeks, I hate them"; not "I have to go", "I love it". */
export const isOfOneself = ({ tokens, past, asserted, leans }: Pick<Clause, 'tokens' | 'past'> & Meant): boolean =>
  tokens.length <= fewWords && asserted && !past && !tokens.some(({ lower }) => lower === 'to') &&
  ((tokens[0]?.lower === 'i' && !leans) || (likes.test(spaced(tokens)) && tokens.some(({ pos }) => pos === 'NOUN')))
interface Meant {
  asserted: boolean
  leans: boolean
}
const fewWords = 8
const likes = /\bi (?:hate|love|like|prefer|dislike|adore|detest)\b/i
