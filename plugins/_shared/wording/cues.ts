/**
 * Our own reading of a quote: which of its words end, correct, deny, forget or merely consider something, and which
 * predicate they speak of.
 * English, German, French, Spanish, Italian, Portuguese and Dutch, with the commonest words of Russian, Chinese,
 * Japanese and Korean.
 * A language that is missing here ends nothing by its words alone: both facts stay.
 */
import {
  between,
  changing,
  changingUnspaced,
  correcting,
  correctingFirst,
  correctingUnspaced,
  disliking,
  employmentOver,
  employmentOverBehind,
  ending,
  endingUnspaced,
  gone,
  liking,
  negating,
  negatingUnspaced,
  notEnding
} from './words/change.ts'
import { exaggerating, ironic, mended, praising, troubling } from './words/irony.ts'
import { folded, joined } from './words/lists.ts'
import {
  adding,
  addingUnspaced,
  announcing,
  beforeMay,
  considering,
  consideringUnspaced,
  limiting,
  lastingRequest,
  manner,
  putOff,
  swapping,
  switchingNow,
  underWay
} from './words/mood.ts'
import { firstPerson, ofAnother } from './words/people.ts'
import { ofPredicate, ofPredicateUnspaced } from './words/predicates.ts'

/** "I've not given up Italian" neither denies nor ends. */
const withoutNotEnding = (text: string) => folded(text).replace(notEnding, ' ')

export function isDenied (text: string): boolean {
  return negating.test(withoutNotEnding(text)) || negatingUnspaced.test(text)
}

export function isEnded (text: string): boolean {
  return ending.test(withoutNotEnding(text)) || endingUnspaced.test(text)
}

/** Said not to be over, and nothing else of it. English only. */
export function isNotOver (text: string): boolean {
  return withoutNotEnding(text) !== folded(text) && !isEnded(text) && !isCorrected(text)
}

/** Something took the place of something else, as far as these words go. */
export function tellsOfChange (text: string): boolean {
  return isCorrected(text) || isEnded(text) || changing.test(folded(text)) || changingUnspaced.test(text)
}

/** What a clause puts right or ends; `none` where its words tell of no change. */
export function changeOf (words: string): { kind: 'none' | 'correction' | 'ending', previous: string | null } {
  if (!tellsOfChange(words)) return { kind: 'none', previous: null }
  return { kind: isCorrected(words) ? 'correction' : 'ending', previous: words }
}

/** What a clause says was before and what is since; null when it names no such two. */
export function changeIn (clause: string): { before: string, since: string } | null {
  const [, before, since] = changing.test(folded(clause)) || ending.test(folded(clause))
    ? between.exec(folded(clause)) ?? []
    : []
  return before === undefined || since === undefined ? null : { before, since }
}

export function isCorrected (text: string): boolean {
  return correcting.test(folded(text)) || correctingUnspaced.test(text)
}

/** Said to be no more, in words that need not mean it. English only. */
export function isGone (text: string): boolean {
  return gone.test(folded(text))
}

/** Null where the words tell of neither. English only. */
function isLiked (text: string): boolean | null {
  const said = folded(text)
  return disliking.test(said) ? false : liking.test(said) && !isDenied(text) ? true : null
}

/** One is liked and the other is not: "I hate mushrooms", "I like mushrooms now". */
export function likeOpposites (one: string, other: string): boolean {
  const [now, before] = [isLiked(one), isLiked(other)]
  return now !== null && before !== null && now !== before
}

/** English only. */
export function opensCorrection (text: string): boolean {
  return correctingFirst.test(folded(text))
}

/** The month: with a capital, which folding would lose, or behind "since" and the like. */
const mayOfYear = new RegExp(String.raw`(?<!^)\bMay\b|\b(?:${beforeMay}) may\b`, 'g')

export function isConsidered (text: string): boolean {
  return considering.test(folded(text.replaceAll(mayOfYear, ''))) || consideringUnspaced.test(text)
}

/** "I left Nordbank at six today" is only for the day. */
const byTheClock = ',? (?:at|around|by|before|after|early|late|for|today|tonight|this|on time|again)(?!\\p{L})'

/** "I quit Google", "bei Google gekündigt": the employer directly beside what ends the employment. */
export function endsEmployment (text: string, employer: string): boolean {
  if (isConsidered(text) || isAnnounced(text) || isDenied(text)) return false
  const named = employer.replace(/[^\p{L}\p{N}\s]/gu, '.')
  const said = text.charAt(0).toLowerCase() + text.slice(1)
  // "Google Chrome" and "Google's office" are others.
  return new RegExp(`${employmentOver}${named}(?![\\p{L}\\p{N}'’]| \\p{Lu}|${byTheClock})`, 'u').test(said) ||
    new RegExp(`(?<!\\p{L})${named}${employmentOverBehind}(?!\\p{L})`, 'u').test(said)
}

export function isAnnounced (text: string): boolean {
  return announcing.test(folded(text))
}

/** To come, or going on, and not yet so. English only. */
export function isUnderWay (text: string): boolean {
  const said = folded(text)
  return underWay.test(said) && (!swapping.test(said) || putOff.test(said))
}

/** "We switched from Jira to Linear" for "we're switching", unless that is put off. English only. */
export const asDone = (text: string): string => isUnderWay(text) ? text : text.replace(switchingNow, ' $1ed')

/** Said to be so: not considered, announced or under way. */
export const isSo = (text: string): boolean => !isConsidered(text) && !isAnnounced(text) && !isUnderWay(text)

/** English only. */
export function isLimited (text: string): boolean {
  return limiting.test(folded(text))
}

export function isAdded (text: string): boolean {
  return adding.test(folded(text)) || addingUnspaced.test(text)
}

/** Wishes about how to answer. English only. */
export const isManner = (text: string): boolean => manner.test(text)

/** Asked for good, not of one answer. English only. */
export const isLastingRequest = (words: string): boolean => lastingRequest.test(words.toLowerCase())

/** "I just LOVE Mondays, said no one ever". English only. */
export function isIronic (sentence: string): boolean {
  return ironic.test(sentence.replaceAll('’', "'"))
}

/** "My knee is thrilled", behind what was not meant. English only. */
export const isExaggerated = (sentence: string): boolean => exaggerating.test(sentence.replaceAll('’', "'"))

/** "Great.", and nothing else. English only. */
export const isPraise = (sentence: string): boolean => praising.test(sentence)

/** "The lift is broken": bad news, with nothing good about it. English only. */
export const isTrouble = (sentence: string): boolean => troubling.test(sentence) && !mended.test(sentence)

/** True when the clause is said of another than the speaker. */
export function speaksOfAnother (clause: string): boolean {
  const text = folded(clause).trim()
  if (ofAnother.test(text)) return true
  // "Max moved to London": a name in front and no first person at all.
  return /^(?:\p{L}+[:,]\s+)?\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)?\s+(?:\p{Ll}+(?:s|ed|t|te|to|do)|is|was|has|hat|ist|est|es|è|vive|a)\s/u
    .test(clause.trim()) && !firstPerson.test(text)
}

export function speaksOfPredicate (text: string, predicate: string): boolean {
  return (ofPredicate[predicate]?.test(folded(text)) ?? false) || (ofPredicateUnspaced[predicate]?.test(text) ?? false)
}

/** One that has words of its own here; for any other the words have to say that something changed. */
export function isKnownPredicate (predicate: string): boolean {
  return predicate in ofPredicate
}

export function sentencesOf (text: string): string[] {
  return text.split(/(?<=[.!?。！？\n])\s*/u).filter(sentence => sentence.trim() !== '')
}

/** Parts of a quote that say one thing each: cues reach no further than that. */
export function clausesOf (text: string): string[] {
  return text.split(
    /(?:[.!?。！？；;，、\n]|[,:](?!\d))\s*|(?<!\s)\s+(?:and|but|und|aber|sondern|et|mais|y|pero|sino|ma|mas|maar|och|men|и|но|а)\s+/iu
  ).filter(clause => clause.trim() !== '')
}

export const quotationMarks = new RegExp(
  joined(String.raw`["“„«「『](?<double>[^"“”„«»「」『』]{1,2000})["”“»」』]|
    (?<![^\s(:])['‘](?!(?:cause|cos|til|till|em|tis|twas|bout|round|n)\b)(?<single>\p{L}[^\n"]{10,600}?[\p{L}.!?…])
    ['’](?![\p{L}\p{N}])`),
  'giu'
)

/** A title or a word in quotation marks is none. */
export function isQuotedSpeech (inside: string): boolean {
  return firstPerson.test(folded(inside)) || /[.!?。！？]\s*$/.test(inside) || /(?:私|僕|俺|我)/u.test(inside)
}

/**
 * The text without what others are quoted with in it: speech in quotation marks, forwarded lines, code. A title in
 * quotation marks stays.
 */
export function withoutSpeech (text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/^[ \t]*>.*$/gm, ' ')
    .replace(quotationMarks, (span, double?: string, single?: string) => isQuotedSpeech(double ?? single!) ? ' ' : span)
}
