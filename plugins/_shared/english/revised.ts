/** What a speaker said and thinks better of: "Nine. No, eleven", "Front. Hmm. Wait. Last year it was on the back". */
import { terms } from '../../../domain/text/analyse.ts'
import { months, weekdays } from '../wording/words/calendar.ts'
import { isAbout } from '../wording/withdrawn.ts'
import { joined } from '../wording/words/lists.ts'
import { correctsSomehow } from './brief-correction.ts'
import { inOrder, type FoundDate } from './found-dates.ts'
import type { Sentence } from './grammar.ts'
import { mayRestate } from './said-again.ts'
import type { Talk } from './talk.ts'
import { asSentence, inOneQuote, quoted } from './third-person.ts'
import type { Token } from './token.ts'
import { kindsOfValue, numeral } from './values.ts'

interface Said {
  text: string
  tokens: Token[]
  quote: string
  sentence: string
  turn: number
  answers: boolean
  withdrawn: boolean
}

/** Where it is said, and the question that was put right before. */
interface Hearing {
  talk: Talk
  turn: number
  asked: string | null
}

export interface Revision<One extends Said> {
  /** What is said again, of one sentence. */
  said: One[]
  /** The words that do, with those of doubt in front. */
  words: string
}

const doubt = String.raw`hm+|wait|hang on|hold on|let me (?:think|see|check)|on second thoughts?|
  (?:come|now (?:that )?i come) to think of it|now (?:that )?i think (?:of|about) it`
const filler = 'oh|ah|ugh|um+|uh|er+m?|well|actually|sorry|damn|oops|but|and|so'
/** "Hm, no,", "Wait." */
const opening = new RegExp(joined(String.raw`^(?:(?:${doubt}|${filler}|no|nope)(?![\p{L}'’])[\s,.!…–—-]*)*`), 'iu')
const doubting = new RegExp(joined(String.raw`(?<!\p{L})(?:${doubt})(?!\p{L})`), 'iu')
const denying = /(?<!\p{L})(?:no|nope)(?:[\s,.!…–—-]*[,.!…–—-]|$)/iu
const hesitating = /(?<!\p{L})(?:actually|oh|sorry|oops)(?!\p{L})/iu
/** "Where do you live, and do you have children?": "no" may answer it. */
const maybe =
  /(?:^|[,;:] |\b(?:and|or|but) )(?:is|are|was|do|does|did|have|has|can|could|will|would|should|shall|any)\b/i
/** "Not the 4th", and the few words that take the place of others: "Braga, he moved last year". */
const [denied, instead] = [
  /^not\b/i,
  /^(?:(?:in|on|at|by|the|an?) )*[\p{L}\p{N}'’.:€$£-]+(?: [\p{L}\p{N}'’.:€$£-]+)?(?:[,;!]|\W*$)/iu
]
/** "It's Sunday, not Monday": what is wrong is named last. */
const named = /^(?:he|she|it|they|that|this|those|i|we)(?:['’]\p{L}+| \p{L}+).{0,60}, not ([^,.;]{2,40})\W*$/iu
const wrong = new RegExp(
  joined(String.raw`^(?:the|my|our|that|this) ([^,.;]{2,60}?) (?:is|are|was|were)(?: all| actually| also)?
    \s(?:wrong|incorrect|mistaken|not right|out of date|a mistake|a typo)\b`),
  'iu'
)
/** "I know I said Leeds but she's in York now", "turns out it was never the cats, it's dust". */
const untrue = new RegExp(
  joined(String.raw`^(?:(?:yes|yeah)[, ]+)?(?:i (?:know|realise|realize|think) i (?:said|wrote|told you)
    \s([^,.;]{2,40}?),? but\b|(?:it )?turn(?:s|ed) out (?:it|they)(?:['’](?:s|re)| is| are| was| were)
    (?:n['’]t| not| never)\s(?:(?:the|my|our|an?) )?([^,.;]{2,40}?)(?: after all| at all)?(?:[,.;!]|$))`),
  'iu'
)
/** "They moved my exam": whenever that was said to be. */
const putOff = String
  .raw`(?:moved|postponed|rescheduled|delayed|pushed back|put off|brought forward|called off|cancell?ed)`
const moved = [
  String
    .raw`(?<!\p{L})${putOff} (?:the|my|our) ([\p{L} '’-]{2,40}?)(?= (?:to|by|until|till|from|for|again)\b|[,.;:!…]|$)`,
  String.raw`^(?:the|my|our) ([\p{L} '’-]{2,40}?)(?: is| was|['’]s| has|['’]s been| has been| got)(?: now)? ${putOff}\b`
].map(pattern => new RegExp(pattern, 'iu'))
const dated = new RegExp(String.raw`\b(?:${weekdays}|${months}|\d{1,2}(?:st|nd|rd|th))\b`, 'i')
/** "Sorry, I meant the return flight", also where a question was put. */
const meaning = /^i meant? (?!(?:i|we|to|it|what|that|well)\b)/i
const value = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${weekdays}|${months}|${numeral})(?![\p{L}\p{N}])`, 'giu')
/** Statements back that may be meant, characters of words of doubt, and of what is said with what puts it right. */
const [mostBack, longestDoubt, longest] = [4, 60, 400]

/** Null where it says nothing again. */
export function revisionIn<One extends Said> (
  sentence: Sentence,
  prior: One[],
  hearing: Hearing,
  isAnswer: boolean
): Revision<One> | null {
  const near = prior.slice(-mostBack).filter(({ withdrawn, sentence }) => !withdrawn && !isDoubt(sentence))
  const [words, last] = [wordsOf(sentence.text, hearing.talk), prior.at(-1)]
  const isAsking = /\?\W*$/.test(words.rest) || !/\p{L}/u.test(words.rest)
  const named = isAsking ? null : namedIn(words.rest, prior, near)
  const isNext = last !== undefined && hearing.turn - last.turn <= 2 && !isAnswer && !last.withdrawn
  const mayCorrect = named === null && isNext &&
    (correctsSomehow(sentence, last.text) || mayRestate(sentence.written, last))
  if (mayCorrect) return { said: [last], words: sentence.text }
  const meant = named ?? (isAsking ? null : meantByPlace(words, near, hearing))
  return meant && revisionOf(meant, words, prior)
}

function wordsOf (text: string, talk: Talk): Words {
  const words = `${doubtBefore(talk, text)}${text}`.replace(/\s+/g, ' ')
  const [cues] = opening.exec(words)!
  return { cues, rest: words.slice(cues.length) }
}

function revisionOf<One extends Said> (meant: One, { cues, rest }: Words, prior: One[]): Revision<One> | null {
  if (meant.text.length + cues.length + rest.length > longest) return null
  const beside = prior.filter(one => isBeside(one, meant))
  const bound = beside.filter(one => haveInCommon(ownWords(one), rest))
  return { said: meant.answers ? beside : bound.length > 0 ? bound : [meant], words: cues + rest }
}

/** What was said, and what is said again behind it, in the speaker's words. */
export function withRevision<Part extends { text: string }> (said: Part[], again: Part, self: string) {
  const parts = said.map(inOneQuote)
  const isQuoted = parts.some(({ text }) => text.startsWith(`${self}: `) || text.startsWith('Asked "'))
  parts.push({ ...again, text: isQuoted ? asSentence(again.text) : quoted(self, again.text) })
  return { text: parts.map(({ text }) => text).join(' '), parts }
}

/** "14 days, so 20 May. Hmm. The 14th is a holiday": a date that puts another right follows nothing. */
export const ordered = (dates: FoundDate[], change: string): FoundDate[] =>
  change === 'correction' ? dates : inOrder(dates)

/** Of one sentence. */
const isBeside = ({ sentence, turn, withdrawn }: Said, meant: Said) =>
  sentence === meant.sentence && turn === meant.turn && !withdrawn

interface Words {
  cues: string
  rest: string
}

function meantByPlace<One extends Said> (words: Words, near: One[], hearing: Hearing): One | null {
  const last = near.at(-1)
  if (last === undefined) return null
  if (/sorry|oops/i.test(words.cues) && meaning.test(words.rest)) return hearing.turn - last.turn <= 2 ? last : null
  return last.turn === hearing.turn
    ? isRevised(words, last, hearing) ? last : null
    : near.findLast(one => isRevisedLater(words, one, hearing)) ?? null
}

/** What it names as wrong, or as moved. */
function namedIn<One extends Said> (rest: string, prior: One[], near: One[]): One | null {
  const find = (from: One[], thing = '', isOne = (_: string) => true) =>
    from.findLast(({ withdrawn, text }) => !withdrawn && isAbout(text, thing, 1) && isOne(text))
  const event = moved.map(pattern => pattern.exec(rest)?.[1]).find(thing => thing !== undefined)
  const [, once, denied] = untrue.exec(rest) ?? []
  return find(prior, wrong.exec(rest)?.[1] ?? once ?? denied) ?? find(near, named.exec(rest)?.[1]) ??
    find(prior, event, text => dated.test(text)) ?? null
}

/** Of the sentence right before it. */
function isRevised ({ cues, rest }: Words, last: Said, { talk, asked }: Hearing): boolean {
  if (last.sentence !== talk.lines.findLast(line => !isDoubt(line))) return false
  const [denies, isBound] = [denying.test(cues), haveInCommon(ownWords(last), rest)]
  if (denies && asked !== null && maybe.test(asked)) return isBound || denied.test(rest)
  return (denies || doubting.test(cues)) && (isBound || last.answers || (denies && instead.test(rest)))
}

/** "Wednesday works", and behind the reply "hm, no, Wednesday I have the kids". */
function isRevisedLater ({ cues, rest }: Words, one: Said, { talk, turn }: Hearing): boolean {
  const isSure = doubting.test(cues) || (hesitating.test(cues) && (denying.test(cues) || /actually/i.test(cues)))
  return turn - one.turn <= 2 && talk.isFirst && isSure && shareValue(one.sentence, rest)
}

/** The words of doubt right before a sentence, which are no sentences that tell anything. */
function doubtBefore ({ unread }: Talk, text: string): string {
  const at = unread.indexOf(text)
  const front = at < 0 || at > longestDoubt ? '' : unread.slice(0, at).trim()
  return isDoubt(front) ? `${front} ` : ''
}

export const isDoubt = (line: string) =>
  line.length <= longestDoubt && doubting.test(line) && opening.exec(line)![0] === line

const shareValue = (one: string, other: string): boolean => {
  const known: string[] = one.toLowerCase().match(value) ?? []
  return (other.toLowerCase().match(value) ?? []).some(word => known.includes(word))
}

/** Without the question that is answered. */
const ownWords = ({ answers, quote, text }: Said) => answers ? quote : text

/** A word, or values of one kind. */
const haveInCommon = (one: string, other: string): boolean =>
  terms(other).some(term => terms(one).includes(term)) ||
  kindsOfValue.some(([, inText]) => [one, other].every(text => text.search(inText) >= 0))
