/**
 * What a clause leans on (words before it, another's opinion, a place that is not known), what it is about, and what
 * tells nothing.
 */
import { holdsSecret } from '../secrets.ts'
import { isIronic, isLastingRequest } from '../wording/cues.ts'
import { isInvented } from '../wording/role-play.ts'
import { isWordless } from '../wording/tells.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { joined } from '../wording/words/lists.ts'
import { anaphorIn, pointing } from './anaphors.ts'
import type { Clause } from './clause.ts'
import type { Grammar, Sentence } from './grammar.ts'
import type { Token } from './token.ts'
import { kin, pet, trade } from './kin.ts'
import { isVerb } from './phrases.ts'
import { withSpeaker } from './pronouns.ts'
import { inThirdPerson, spaced } from './third-person.ts'

/** Whose words a report gives: another's. */
const reporting = /^(?:say|tell|claim|think|believe|insist|suggest|want|reckon|joke)$/
const advising = /^(?:should|must|can|ca|need|have|allowed)$/

/** Without a subject of its own, or with a word that means what was said before: "love it", "I've put a bed in it". */
export const leans = (clause: Clause): boolean => !isLastingRequest(spaced(clause.tokens)) && leansOnOthers(clause)

const leansOnOthers = ({ subject, rest, verb, tokens, group }: Clause) =>
  (subjectPoints(subject) && !isNobodys(subject, verb, rest)) ||
  (subject.length === 0 && opensAlone(tokens, verb)) || isSideClause(tokens) || isElliptic(group, rest) ||
  anaphorIn(tokens) !== null ||
  (verb !== 'be' && /^(?:it|them|that|those|one)$/.test(rest[0]?.lower ?? '') &&
    !/NOUN|ADJ|VERB|AUX/.test(rest[1]?.pos ?? '') && !opensBeforeSubject({ tokens, subject }))

/** "There is a loom", "they cancelled my appointment". */
const isNobodys = ([first]: Token[], verb: string, rest: Token[]) =>
  (first!.lower === 'there' && verb === 'be') || (first!.lower === 'it' && isEmptyIt(verb, rest)) ||
  (first!.lower === 'they' && /^(?:my|our|me|us)$/.test(rest[0]?.lower ?? ''))

/** "It took me a week to read it", "it's hard to sleep", "it's not that I mind", "it was my mum who rang". */
export function isEmptyIt (verb: string, rest: Token[]): boolean {
  const [first, ...others] = rest.filter(({ pos, lower }) => pos !== 'ADV' || lower === 'not')
  if (/^(?:rain|snow|freeze)$/.test(verb)) return true
  if (/^(?:take|cost)$/.test(verb)) return /^(?:me|us)$/.test(first?.lower ?? '') && others.some(isTo)
  if (verb !== 'be' || first === undefined) return false
  return (/^that$/.test(rest.find(({ lower }) => lower !== 'not')!.lower) && others.some(isVerb)) ||
    (first.pos === 'ADJ' && others.slice(0, 4).some(isTo)) || others.some(({ lower }) => /^who$/.test(lower))
}
const isTo = ({ lower }: Token) => lower === 'to'

/** "My flatmate is", "she can't", "I used to", "I don't, not since the spring". */
function isElliptic (group: Token[], rest: Token[]): boolean {
  if (group.findLast(isVerb)?.pos !== 'AUX' && rest[0]?.lower !== 'to') return false
  const [next] = rest.filter(({ lower }) => !/^(?:too|so|to)$/.test(lower))
  return next === undefined || /^[,.;!]/.test(next.text) ||
    (/^(?:do|have)$/.test(group.at(-1)!.lemma) &&
      /^(?:since|for|until|till|when|before|after|sometimes)$/.test(next.lower))
}

const subjectPoints = (subject: Token[]) =>
  subject[0] !== undefined && (/^(?:his|her|its|their)$/.test(subject[0].lower) ||
    (subject.length === 1 && pointing.test(subject[0].lower)))

/** "When it isn't cancelled", and no other verb. */
const isSideClause = (tokens: Token[]) =>
  /^(?:when|whenever|if|unless|because|cos|while|until|although|though|whether)$/.test(tokens[0]?.lower ?? '') &&
  tokens.filter((token, at) => isVerb(token) && !isVerb(tokens[at - 1]) && !/PART|ADV/.test(tokens[at - 1]?.pos ?? ''))
      .length < 2

const opensAlone = (tokens: Token[], verb: string) =>
  ((verb === '' && tokens[1]?.lower !== 'me') || opensWithVerb(tokens)) &&
  !/^(?:i|we|my|our)$/.test(tokens[0]?.lower ?? '')

/** But "living in Ghent makes it easy". */
const opensWithVerb = ([first, ...others]: Token[]) =>
  isVerb(first) && !(/ing$/.test(first!.lower) && others.some(token => isVerb(token) && !/ing$/.test(token.lower)))

export const isReport = ({ subject, verb, rest }: Clause) =>
  reporting.test(verb) && !/^(?:i|we)$/.test(subject[0]?.lower ?? '') && rest.some(isVerb)

/** "My colleague claims that I'm a workaholic", "my mum says you get what you pay for": nothing that is so. */
const isOpinion = (clause: Clause) =>
  isReport(clause) && !clause.rest.some(({ lower }) => advising.test(lower)) &&
  /^(?:i|you)$/.test(
    clause.rest.find(({ pos, lower }) => pos === 'PRON' && lower !== 'me' && lower !== 'that')?.lower ?? ''
  )

/** "Rome wasn't built in a day, as my gran says." */
const isSaying = ({ tokens }: Clause) =>
  /, (?:as|like) (?:\S+ ){1,3}(?:say|says|said)\W*$/.test(tokens.map(({ lower }) => lower).join(' ').replace(' ,', ','))

/** "I've lived here for two years", where it is not known where that is. */
const isUnplaced = ({ rest }: Clause) => rest[0]?.lower === 'here'

/** "You never know a dog until you've shared a tent with it." */
const isGeneral = ({ subject, tokens }: Clause) =>
  subject[0]?.lower === 'you' && tokens.filter(({ lower }) => /^you/.test(lower)).length > 1

/** "Yep." without its word. */
const isEmpty = ({ tokens }: Clause) => tokens.every(({ pos }) => pos === 'PUNCT')

/** "If I won the lottery I'd buy a vineyard." */
const isSupposed = ({ tokens: [first, ...others] }: Clause) =>
  first?.lower === 'if' && others.some(({ lower }) => /^(?:'d|would)$/.test(lower))

/** Nothing that holds of anybody, or not known where. */
export const tellsNothing = (clause: Clause): boolean =>
  [isEmpty, isSupposed, isOpinion, isSaying, isUnplaced, isGeneral].some(is => is(clause))

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
  before.some(({ pos, lower }) =>
    /NOUN|PROPN/.test(pos) && (pet.test(lower) || !(kin.test(lower) || trade.test(lower) || isTime.test(lower)))
  )
const isTime = new RegExp(`^(?:${weekdays}|${months}|today|tomorrow|yesterday|ago)$`, 'i')

/** "He wrote: …" without what he wrote. */
const emptyReport = new RegExp(
  joined(String.raw`\b(?:sa(?:y|id|ys|ying)|t(?:ell|old|ells|elling)|wr(?:ite|ote|ites|iting)|text(?:ed|s)|
    repl(?:ied|ies)|shouted)\b[^.?!]*\s{5,}|^\W*(?:(?:so|and|ok|okay|well)\b[, ]*)?(?:this|that|here)(?:['’]?s| is| was)
    \swhat (?:(?!(?:i|we)\b)[\p{L}'’]+ ){1,5}(?:wr(?:ote|ites)|left|sent|said|says|posted|put|texted|replied|got)\b`),
  'iu'
)

const isEmptyReport = (sentence: string): boolean => emptyReport.test(sentence)

/** Of a clause that answers: what tells little without the question. */
export const isShort = (clause: Clause): boolean =>
  leans(clause) || clause.tokens.length <= 3 || (clause.subject.length === 0 && withSpeaker(clause) === null) ||
  opensBeforeSubject(clause)

/** "Not really, I live in the middle of Ghent", "just about, I start at ten". */
const hedge = new RegExp(
  joined(String.raw`^(?:not (?:really|yet|quite|much|often|always|at all|anymore)|just about|more or less|kind of|
    sort of|sometimes|usually|often|rarely|never|mostly|hardly|barely|pretty much|almost|maybe|probably|definitely|
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

/** "It's ok", "Good, thanks": an answer that tells nothing. */
const politely = new RegExp(
  joined(
    String
      .raw`^(?:it(?:'s| is) |(?:that|this)(?:['’]?s| is| was| sounds) |i'm |i am |all |pretty |not (?:too )?|so far |
    what |an? |very |really |such |quite )*
    (?:(?:much|far|way|a lot) better|ok|okay|fine|good|great|bad|alright|nothing|not much|sure|exactly|thanks|
    thank you|perfect|nice|cool|lovely|brilliant|cheers|ta|will do|sounds good|makes sense|got it|fair enough|
    no worries|of course|never mind|(?:good|great|lovely|nice|excellent|wonderful|brilliant|clever|kind|useful|
    helpful|fair|smart|interesting) (?:idea|point|to know|to hear|call|question|suggestion|tip|advice|thought|plan|
    of you))
    (?:,? (?:thanks|thank you|so far|i guess|sure|ta|cheers|a lot|so much|actually))*\W*$`
  ),
  'i'
)

export const isPolite = (sentence: string): boolean => politely.test(sentence)

/** What is not to be taken for a statement: it holds a secret, is not meant so, or tells nothing. */
export const isUnmeant = ({ text, written }: Pick<Sentence, 'text' | 'written'>, asked: string | null): boolean =>
  isWordless(written, asked !== null) || holdsSecret(text) ||
  [isEmptyReport, isIronic, isPolite, isInvented].some(is => is(written))

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
