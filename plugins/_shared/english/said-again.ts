/**
 * What a speaker says again with another word: "I can't make the 22nd. I mean I can't make the 23rd", "I said fifteen?
 * She's fourteen", "you said I was from Latvia, I'm from Lithuania".
 */
import { joined } from '../wording/words/lists.ts'
import { spaced } from './third-person.ts'
import type { Token } from './token.ts'
import { kindsOfValue, numeral, placeOf } from './values.ts'

interface Said {
  tokens: Token[]
  turn: number
  withdrawn: boolean
}

export interface SaidAgain<One extends Said> {
  /** What was said otherwise before; null where only another said so. */
  meant: One | null
  /** What is so. */
  rest: string
  /** The wrong word and the right one, where no more is said than that. */
  words: [wrong: string, right: string] | null
}

const cues = String
  .raw`^\W*(?:(?:wait|hang on|hold on|sorry|oops|no|oh|ah|um|well|actually|but|and|my bad)\b[\s,.!…–—-]*)*`
/** What is surely said to correct; what may also explain, or add. */
const surely = new RegExp(
  joined(String.raw`${cues}(?:(?:what )?(?:i|we) meant(?: to (?:say|write))?(?: (?:is|was))?(?: that)?|correction|
    or rather|let me (?:rephrase|correct)(?: (?:that|it|myself))?|i should have said)\b[\s,:.…–—-]+`),
  'iu'
)
const perhaps = new RegExp(joined(String.raw`${cues}i mean\b[\s,:.…–—-]+`), 'iu')
const opening = new RegExp(cues, 'iu')
const hesitating = new RegExp(
  joined(String.raw`(?=.{0,30}\b(?:wait|hang on|hold on|sorry|oops|actually|my bad)\b)${cues}`),
  'iu'
)
const saying = String.raw`(?:just |only |earlier )?(?:say|said|wrote|write|typed?|put|told you)(?: that)? `
/** "Did I say fifteen?" */
const doubted = new RegExp(
  joined(String.raw`${cues}(?:did i ${saying}|(?:have |i think )?(?:i|we) ${saying})(.{1,40}?)
    (?: (?:earlier|before|just now))?\?+$`),
  'iu'
)
/** "Fifteen?", before "No, fourteen". */
const echoed = new RegExp(joined(String.raw`${cues}([^?]{1,30})\?+$`), 'iu')
/** "It's fourteen", "I meant Leeds". */
const briefly = new RegExp(
  joined(String.raw`${cues}(?:(?:it|that)(?:['’]s| is| was| should be| should have been)|i meant?|make (?:it|that)|
    should be)?\s?((?!(?:i|we|you|he|she|it|they|that|there|my|our|not)\b)[^\s,.;!?]+(?: [^\s,.;!?]+){0,2})
    (?: (?:actually|of course|obviously|sorry))?[.!]*$`),
  'iu'
)
/** "You said I was from Latvia, I'm from Lithuania", "I told you she's fifteen but she's fourteen". */
const contradicting = new RegExp(
  joined(String.raw`${cues}(?:i know )?(?:i|we|you)(?: just| keep| always|['’]ve| have)?
    \s(?:said|told (?:you|me)|wrote|put|noted|claimed|think|thought|assumed)(?: down)?(?: that)?
    \s((?:i|my|our|we|he|she|it|they|the)(?=['’ ])[^.;?!]{3,80}?)
    (?:,? but|[,;–—-] ?(?:actually|no),?|(?<=(?<!told )\byou\b.{1,120}),)(?= \p{L})\s`),
  'iu'
)
/** Turns back, statements back and words that may be others. */
const [nearTurns, nearStatements, mostWords] = [2, 4, 3]

/** Null where nothing is said again. `before` is the sentence in front of it. */
export function saidAgain<One extends Said> (
  said: string,
  before: string,
  prior: One[],
  turn: number
): SaidAgain<One> | null {
  const known = prior.filter(({ withdrawn }) => !withdrawn).toReversed()
  const near = known.filter(one => turn - one.turn <= nearTurns).slice(0, nearStatements)
  return doubtedIn(said, before, known) ?? contradictedIn(said, known) ?? restatedIn(said, near)
}

function doubtedIn<One extends Said> (said: string, before: string, known: One[]): SaidAgain<One> | null {
  const named = doubted.exec(before)?.[1]
  const wrong = named ?? (/^\W*(?:no|nope)\b/i.test(said) ? echoed.exec(before)?.[1] : undefined)
  if (wrong === undefined) return null
  const meant = known.find(one => placeOf(spaced(one.tokens).toLowerCase(), wrong.toLowerCase()) >= 0)
  if (meant === undefined) return null
  const right = briefly.exec(said)?.[1]
  if (right !== undefined) return { meant, rest: said, words: [wrong, right] }
  const rest = said.replace(opening, '')
  return named !== undefined && otherwise(meant, rest) !== null ? { meant, rest, words: null } : null
}

function contradictedIn<One extends Said> (said: string, known: One[]): SaidAgain<One> | null {
  const [whole, claim] = contradicting.exec(said) ?? []
  if (whole === undefined || claim === undefined) return null
  const rest = said.slice(whole.length)
  const wrong = differing(claim, rest)?.wrong.join(' ')
  if (wrong === undefined) return null
  const meant = known.find(one => otherwise(one, rest)?.wrong.join(' ') === wrong) ?? null
  // Who "he" is, the claim alone says.
  return meant === null && pronoun.test(rest) ? null : { meant, rest, words: null }
}

function restatedIn<One extends Said> (said: string, near: One[]): SaidAgain<One> | null {
  for (const [pattern, fits] of [[surely, () => true], [perhaps, isOfKind], [hesitating, isNumber]] as const) {
    const cue = pattern.exec(said)?.[0]
    if (cue === undefined) continue
    const rest = said.slice(cue.length)
    const meant = near.find(one => {
      const found = otherwise(one, rest)
      return found !== null && fits(found)
    })
    if (meant !== undefined) return { meant, rest, words: null }
  }
  return null
}

/** "We have three cats. I mean we have three dogs": it may explain, so neither holds alone. */
export const mayRestate = (said: string, one: Said): boolean =>
  perhaps.test(said) && otherwise(one, said.replace(perhaps, '')) !== null

interface Difference {
  wrong: string[]
  right: string[]
}

const otherwise = ({ tokens }: Said, said: string) => differing(spaced(tokens), said)
const pronoun = /^(?:he|she|it|they)\b/i

/** The words in which a clause differs from the one before, where all others are the same; "she" for who was named. */
function differing (before: string, said: string): Difference | null {
  const [one, other] = [before, said].map(wordsOf) as [string[], string[]]
  if (!pronoun.test(other[0] ?? '') || same(one[0] ?? '', other[0]!)) return differenceOf(one, other)
  const verb = one.findIndex((word, at) => at > 0 && at <= mostWords && same(word, other[1] ?? ''))
  return verb < 0 ? null : differenceOf(['', ...one.slice(verb)], ['', ...other.slice(1)])
}
const clauseEnd = /[,.;!?](?!\d)|\s(?:and|but|because|so|since)\s/

function differenceOf (one: string[], other: string[]): Difference | null {
  const shorter = Math.min(one.length, other.length)
  let [front, behind] = [0, 0]
  while (front < shorter && same(one[front]!, other[front]!)) front++
  while (behind < shorter - front && same(one.at(-1 - behind)!, other.at(-1 - behind)!)) behind++
  const [wrong, right] = [one, other].map(words => words.slice(front, words.length - behind)) as [string[], string[]]
  const isOther = [wrong, right].every(({ length }) => length > 0 && length <= mostWords) &&
    !right.some(word => adding.test(word))
  return isOther && front > 0 && front + behind >= 2 ? { wrong, right } : null
}
const adding = /^(?:also|too|both|well|even|another|other)$/i

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Of the first clause. */
const wordsOf = (text: string): string[] =>
  text.split(clauseEnd, 1)[0]!.replace(/(?<=\p{L})n['’]t\b/giu, ' not').replace(/(?<=\p{L})['’](?:s|re|m)\b/giu, ' is')
    .replace(/\b(?:am|are|was|were)\b/gi, 'is').match(/[\p{L}\p{N}.:'’€$£%-]*[\p{L}\p{N}%]/gu) ?? []

const isNumber = ({ wrong, right }: Difference) =>
  [wrong, right].every(words => words.length === 1) &&
  [...kindsOfValue.map(([value]) => value), counting].some(kind => kind.test(wrong[0]!) && kind.test(right[0]!))
const counting = new RegExp(`^${numeral}$`, 'iu')

const isOfKind = (found: Difference) =>
  isNumber(found) || [found.wrong, found.right].every(words => words.every(word => /^\p{Lu}/u.test(word)))
