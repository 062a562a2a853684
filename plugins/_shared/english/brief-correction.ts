/** Corrections in a few words: "oops, 100mg", "hang on, it's Sunday, and ten kids not eight", "*Ghent". */
import { joined } from '../wording/words/lists.ts'
import { isCorrected } from '../wording/cues.ts'
import type { Clause } from './clause.ts'
import { correctionIn, type Correction } from './correction.ts'
import { numeral } from './values.ts'
import { weekdays } from '../wording/words/calendar.ts'
import type { Sentence } from './grammar.ts'
import { leans } from './leaning.ts'

const surely = joined(
  String.raw`sorry|excuse me|oops|whoops|typo|correction|wait|hang on|hold on|my (?:bad|mistake)|or rather|
    i meant?(?: to (?:say|write|type))?`
)
const maybe = 'oh|ah|ugh|um|er|argh|hmm?|no|nope|damn|apologies|actually|well|ok|okay|but|and'
const looked = String
  .raw`i(?:['’]ve| have)?(?: just| now)? (?:checked|looked(?: it up)?|asked|misread|mixed (?:it|that|them) up|
    got (?:it|that) wrong|mistyped)(?: \p{L}+){0,3}`
const opening = new RegExp(
  joined(String.raw`^((?:(?:${surely}|${maybe})\b[\s,.:;!–—-]*)*)(?:${looked}, (?:and )?)?
    ((?:it|that|this|they|there)(?:['’](?:s|re|ll be)| is| was| are| will be) |(?:let me )?make (?:it|that) |
    (?:(?:it|that) )?should(?: be|['’]ve been| have been| say| read) )?`),
  'iu'
)
const sure = new RegExp(String.raw`\b(?:${surely})\b`, 'i')
const replacing = /^(?:(?:let me )?make|.*should)/i
/** "I said the 4th, I meant the 14th", "it's not Tuesday but Wednesday": what was wrong, and what is right. */
const contrasts = [
  joined(String.raw`^(?:i|we) (?:just |only )?(?:said|wrote|typed|put|told you) (.{1,40}?),? (?:but )?
    (?:i meant?|meant|it(?:['’]s| is)|it should be|should(?: be| have been|['’]ve been)) (?:actually )?([^,]{1,40}?)
    (?: now)?(?:, (?:since|from|as of) [^,]{1,30})?$`),
  joined(
    String.raw`^(?:it|that|this)(?:['’]?s not| is(?:n['’]?t| not)) (?:at |in |on )?(.{1,40}?) any ?more,? (?:but |and )?
    (?:(?:it|that)(?:['’]s| is)(?: now)?|(?:we|they|i)(?:['’]ve| have) (?:booked|chosen|picked|found|moved (?:it )?to|
    got|gone for|switched to)) (?:at |in |on )?([^,]{1,40})$`
  ),
  joined(
    String.raw`^(?:(?:it|that|this)(?:['’]s| is| was) )?not (.{1,40}?)(?:,|;| but)+ (?:(?:it|that)(?:['’]s| is| was) |
    but |rather )?([^,]{1,40})$`
  )
].map(pattern => new RegExp(pattern, 'iu'))
/** A name, a day, a number. */
const named = new RegExp(String.raw`^(?:(?:on|at|in|the) )*(?:\p{Lu}|\d|${weekdays})`, 'u')
/** A clause of its own tells something else. */
const clause = /^(?:i|we|he|she|they|you|it|there|my|our|his|her|their)\b/i
/** "Nine, he had his birthday", "14, I forgot the baby". */
const reason = /, (?:he|she|it|we|i|they|you|just|because|cos|since|as|that|my)\b.*$/i
const closing = /,? (?:actually|sorry|instead|after all|now|then|please|lol|haha)$/i
/** "Bolivia I mean", "75k, typo", "prediabetes, to be exact". */
const marked = new RegExp(
  joined(String.raw`,? \b(?:i meant?|i should (?:say|have said)|(?:that was a |it was a )?typo|autocorrect(?:ed)?|
    to be (?:more )?(?:exact|precise|accurate|specific))[\s,]*(?:lol|haha)?$`),
  'iu'
)
/** "39 actually", "Wednesday, not Tuesday". */
const closed = /^(?:\S+ ){1,4}(?:actually|sorry)$|,? not \S+$/i
/** "It's 50 people now." */
const counted = new RegExp(`^${numeral} \\p{L}{3,}(?: now)?$`, 'iu')
/** Words and parts of a correction at most. */
const [mostWords, mostParts] = [6, 3]

/** What a sentence may put right, the likeliest first. `taken` where the words before took back what was said. */
export function correctionsOf (
  { text, written }: Sentence,
  clauses: Clause[],
  isAnswer: boolean,
  taken: boolean
): Correction[][] {
  const brief = taken ? [] : [contrastIn(written), correctionsIn(written, isAnswer)]
  const unsorry = isAnswer ? text.replace(/^sorry\W+/i, '') : text
  const corrects = taken || isCorrected(unsorry) || sure.test(opening.exec(unsorry)![1]!)
  const found = corrects ? clauses.map(clause => correctionIn(clause, leans(clause), taken)) : []
  return [...brief, ...found.map(one => one && [one])].filter(words => words !== null)
}

/** What is named as wrong must have been said. */
function contrastIn (said: string): Correction[] | null {
  const [, cues = ''] = opening.exec(said)!
  const words = said.slice(cues.length).replace(/[.!…]+$/, '').replace(closing, '')
  const [, wrong = '', value] = contrasts.map(pattern => pattern.exec(words)).find(found => found !== null) ?? []
  // "Not mine, my husband's" and "it's not far, it's nice" are no corrections.
  const corrects = value !== undefined && !/^(?:mine|ours|me|us|that|this|it)$/i.test(wrong) &&
    (sure.test(cues) || /^(?:i|we)\b|any ?more/i.test(words) ||
      [wrong, value].every(one => named.test(one)))
  return corrects ? [{ value, wrong }] : null
}

/**
 * What is put right, part by part; null where nothing says so. To a question "sorry" is polite, and a number may be the
 * answer.
 */
export function correctionsIn (said: string, isAnswer: boolean): Correction[] | null {
  const [, word] = starred.exec(said.trim())?.filter(Boolean) ?? []
  if (word !== undefined) return [{ value: word, wrong: undefined, misspelt: true }]
  const [whole, cues = '', form = ''] = opening.exec(said)!
  const rest = said.slice(whole.length).replace(/[.!…]+$/, '').replace(reason, '')
  const words = withoutMark(rest, whole === '')
  const isSure = sure.test(isAnswer ? cues.replace(/sorry/gi, '') : cues) || marked.test(rest)
  const says = isSure || replacing.test(form) || (!isAnswer && closed.test(rest)) || (form !== '' && counted.test(rest))
  return says && !/[?*"]/.test(words) ? partsOf(words) : null
}

/** The capital of a sentence makes no name: "Great actually". */
function withoutMark (rest: string, opens: boolean): string {
  const words = rest.replace(marked, '').replace(closing, '').replace(closing, '')
  return opens ? words.charAt(0).toLowerCase() + words.slice(1) : words
}

/** "*Ghent", "Ghent*", and a remark behind it: "*Chile lol". */
const starred = /^\*([\p{L}\p{N}][^\s*]*)\*?(?:[\s,.!].*)?$|^([\p{L}\p{N}][^\s*]*)\*(?:[\s,.!].*)?$/u

function partsOf (words: string): Correction[] | null {
  const parts = words.split(/,? and |, (?!not )|; /).filter(part => part !== '')
  const isBrief = parts.length > 0 && parts.length <= mostParts &&
    parts.every(part => part.split(' ').length <= mostWords && !clause.test(part))
  return isBrief
    ? parts.map(part => {
      const [value = '', wrong] = part.split(/,? not /) as [string, string?]
      return { value: value.replace(/^(?:only|just) /i, ''), wrong }
    })
    : null
}

/** "I mean my brother-in-law", "my bad, that's my mum's"; "hang on, it's my daughter", not "hang on, my dog barks". */
const somehow = new RegExp(
  joined(String.raw`
    ^\W*(?:(?:${maybe})\b[\s,.:;!–—-]*)*(?:(?:my (?:bad|mistake)|typo|correction|i (?:got|had) (?:that|it) wrong|
    i meant?(?! (?:i|we|to|it|what|that|well|every)\b))\b|
    (?:hang on|hold on|wait|oops|whoops|sorry)[\s,.!–—-]{1,4}(?:no,? )?(?:
    (?:it|that|those|they)(?:['’](?:s|re)| is| are| was)?\s(?!not\b|ok|fine|so\b|too\b|very|just|great|good|nice|
    really|all\b)\S+|not|i meant?|hers|his|mine|theirs|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L}))`),
  'iu'
)
/** "She was", of what was said to be; "no, that's my wife"; "make it 7:30". */
const denied = new RegExp(
  joined(String.raw`
    ^(?:(?:he|she|it|they|i|we) (?:was|were|did|had|used to)[,.;]|no,? (?:wait,? )?(?:that|it)(?:['’]s| is| was)
    \s(?:my|our|his|her)\b|make (?:it|that)\b(?! (?:an? (?!\d)|more|less|sound|into|look|work|better|short|
    long|funn|simpl|nice|warm|sad|happ|clear|polite|formal|easier)))`),
  'iu'
)
/** "4 lol, forgot the baby", "13th." */
const number = /^\d[\d.,:-]*(?:st|nd|rd|th|[kKmM%])?(?: (?:lol|haha|oops|ugh|now))?(?:[,.;!]|$)/u
const mostOfCorrection = 12

/** Said to correct, in few words, whatever it is of what was stated `before`. */
export const correctsSomehow = ({ written, tokens }: Sentence, before: string): boolean =>
  tokens.length <= mostOfCorrection && !/\?\W*$/.test(written) &&
  ([somehow, denied].some(one => one.test(written)) || (starred.test(written) && !/^\*.*\*$/.test(written)) ||
    marked.test(written.replace(/[.!…]+$/, '')) ||
    (number.test(written.replace(opening, '')) && before.match(/\d[\d.,:-]*/g)?.length === 1))
