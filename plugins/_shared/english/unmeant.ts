/** What is no statement: another's opinion, a place that is not known, irony, politeness, secrets. */
import { holdsSecret } from '../secrets.ts'
import { isIronic, isSo } from '../wording/cues.ts'
import { isInvented } from '../wording/role-play.ts'
import { isWordless } from '../wording/tells.ts'
import { joined } from '../wording/words/lists.ts'
import type { Clause } from './clause.ts'
import type { Sentence } from './grammar.ts'
import { spaced } from './third-person.ts'
import { isOfTheMoment } from './of-the-moment.ts'
import { isVerb } from './phrases.ts'
import { isOrder } from './requests.ts'

/** Whose words a report gives: another's. */
const reporting = /^(?:say|tell|claim|think|believe|insist|suggest|want|reckon|joke)$/
const advising = /^(?:should|must|can|ca|need|have|allowed)$/

const isReport = ({ subject, verb, rest }: Clause) =>
  reporting.test(verb) && !/^(?:i|we)$/.test(subject[0]?.lower ?? '') && rest.some(isVerb)

/** What follows may still take it back: "I live in Bali, I wish", "the house is sold, unless they withdraw". */
const takenBack = /^(?:if|unless|provided|assuming|or|once|when|maybe|perhaps|hopefully|though|although)\b/
const briefly = 3

/**
 * Said to be so, and not planned, wished, supposed or reported. What else the sentence says does not count: "I passed
 * the bar, you may call me counsellor", "my thesis is about bees now, and my sister pretends it was her idea".
 */
export function isAsserted (clause: Clause): boolean {
  const { tokens, group } = clause
  const words = spaced(tokens)
  if (isReport(clause) || isOrder(tokens)) return false
  if (isSo(words) || group.length === 0) return isSo(words)
  const end = tokens.findIndex(({ start }) => start === group.at(-1)!.start) + 1
  const upTo = spaced(tokens.slice(0, end)).length
  const [own = '', ...others] = words.slice(upTo).split(/(?:,|;|:| [—–-])(?: (?:and|but|so))? | (?:and|but) /)
  return isSo(words.slice(0, upTo) + own) &&
    others.every(other => other.split(' ').length > briefly && !takenBack.test(other))
}

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

/** Nothing that holds of anybody, or not known where, or only now. */
export const tellsNothing = (clause: Clause): boolean =>
  [isEmpty, isSupposed, isOpinion, isSaying, isUnplaced, isGeneral, isOfTheMoment].some(is => is(clause))

/** "He wrote: …" without what he wrote. */
const emptyReport = new RegExp(
  joined(String.raw`\b(?:sa(?:y|id|ys|ying)|t(?:ell|old|ells|elling)|wr(?:ite|ote|ites|iting)|text(?:ed|s)|
    repl(?:ied|ies)|shouted)\b[^.?!]*\s{5,}|^\W*(?:(?:so|and|ok|okay|well)\b[, ]*)?(?:this|that|here)(?:['’]?s| is| was)
    \swhat (?:(?!(?:i|we)\b)[\p{L}'’]+ ){1,5}(?:wr(?:ote|ites)|left|sent|said|says|posted|put|texted|replied|got)\b`),
  'iu'
)

const isEmptyReport = (sentence: string): boolean => emptyReport.test(sentence)

/** "It's ok", "Good, thanks": an answer that tells nothing. */
const politely = new RegExp(
  joined(
    String
      .raw`^\W*(?:it(?:'s| is) |(?:that|this)(?:['’]?s| is| was| sounds) |i'm |i am |all |pretty |not (?:too )?|so far |
    what |an? |very |really |such |quite |(?:ok|okay|yes|yeah|yep|sure|right|alright|cool|great|perfect|thanks),? )*
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

/** "What would you do if you were rich?" */
const supposing = /^(?:imagine|pretend)\b|\bif you (?:were|had|won|could)\b|\bof your (?:story|novel|game|book|play)\b/i

/** "Say you have 100 euros", "suppose my landlord raises the rent"; not "imagine my surprise". */
const supposed = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:so|ok|okay|now|well|but|and|hypothetically)\b[, ]+)*(?:let['’]?s (?:say|suppose|assume|imagine|pretend)|
    say|suppose|supposing|assume|imagine)(?: that)? (?:i|you|we|they|he|she|there|someone|somebody|(?:my|our|your)
    (?! (?:surprise|joy|horror|relief|face|shock|delight)\b)|an?|the|one) `),
  'i'
)

const isSupposition = (sentence: string): boolean => supposed.test(sentence)

/** "Off the record, I'm looking for a job": not to be kept. */
const offRecord = /^\W*(?:(?:just |strictly |this (?:is|stays) )?(?:off the record|between (?:you and me|us)))\b/i

/** "Keep the blood pressure bit", "the wifi one you can keep": beside what is to be forgotten. */
const keeping = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:but|and|please|just|only|do|you can|you may)\b[, ]*)*(?:keep|leave) (?:the|my|that|this|our) (?:\S+ ){0,4}
    (?:bit|part|thing|one|stuff|rest)(?: (?:in|though|please))?\W*$|
    ^\W*(?:(?:but|and)\b[, ]*)*(?:the|my|that|this) (?:\S+ ){0,4}(?:one|bit|part|thing|stuff|rest),? (?:you (?:can|may|
    should) (?:keep|leave)|can stay)(?: (?:in|though|please))?\W*$`),
  'iu'
)
const isToBeKept = (sentence: string): boolean => keeping.test(sentence)

/** What is not to be taken for a statement: it holds a secret, is not meant so, or tells nothing. */
export const isUnmeant = ({ text, written }: Pick<Sentence, 'text' | 'written'>, asked: string | null): boolean =>
  isWordless(written, asked !== null) || holdsSecret(text) || offRecord.test(text) || supposing.test(asked ?? '') ||
  [isEmptyReport, isIronic, isPolite, isInvented, isSupposition, isToBeKept].some(is => is(written))
