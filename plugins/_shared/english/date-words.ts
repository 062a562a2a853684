/** What the date library finds in a text, and whether it is a date there. */
import { joined } from '../wording/words/lists.ts'
import { weekdays } from '../wording/words/calendar.ts'
import { beforeMay } from '../wording/words/mood.ts'
import { isEveryWeek, isRegular, weekday, wordsOf } from './every-week.ts'
import { isOtherWord, isSpanBehind } from './no-date.ts'
import type { ParsedResult } from 'chrono-node'

const vague = new RegExp(
  joined(String.raw`
    ^(?:now|right now|at the moment|this time|(?:in )?the (?:day|week|month|year)|sec|second|current|
    (?:the |my |our |his |her )?(?:last|past|next|first)(?: days?)?|weekdays?|
    (?:in )?(?:the )?(?:last|past|next|first|coming) (?:(?:couple(?: of)?|few|several) )?(?:days|weeks|months|years)|
    sat|sun|mar|[\d.:]+|fr|mo|so|do|mi|di|sa)$`),
  'i'
)
const clock = /\b(?:seconds?|minutes?|mins?|hours?|hrs?|ms)\b/i
/** "Three months" is a length, as "in three months" is in what is past and "for two years" always. */
const length =
  /^(?:(?:\w+ )?(?:days?|weeks?|months?|years?)(?: a (?:day|week|month|year))?$|(?:for|within|over|during)\b)/i
/** "I've been doing this nine years." */
const lengthOfThis = /^this (?!past |coming )\S+ (?:days|weeks|months|years)$/i
const lengthOfPast = /^in\b(?!.*\d{4}).*\b(?:days?|weeks?|months?|years?)$/i
/** "I cook for her sundays": no Sundays of hers. */
export const when = new RegExp(
  `^(?:${weekdays}s?|today|tomorrow|yesterday|tonight|next|last|this|every|each|daily|weekly|twice|once)$`,
  'i'
)
/** "Since may", and not "may". */
export const beforeMonth = new RegExp(String.raw`\b(?:${beforeMay}|during) $`, 'i')

/** `all` is the text that holds it. */
export function isDate (result: ParsedResult, all: string, past: boolean): boolean {
  const { start } = result
  const [text, before] = [wordsOf(result), all.slice(0, result.index)]
  if (isSpanBehind(text, before) || isOtherWord(text, before, all.slice(result.index + text.length))) return false
  return (['day', 'month', 'year', 'weekday'] as const).some(part => start.isCertain(part)) &&
    !isLength(text, past) && !isVague(text, before) &&
    !isEveryWeek(result, all, past) && !isRegular(result, all) && !isPartOfOther(result, all)
}

const isLength = (text: string, past: boolean) =>
  clock.test(text) || lengthOfThis.test(text) || (length.test(text) && !/^(?:last|next|this)\b/i.test(text)) ||
  (past && lengthOfPast.test(text))

/** "Easter Sunday" is no next Sunday. */
const ofHoliday =
  /\b(?:easter|good|palm|whit|ash|shrove|maundy|boxing|super|black|cyber|mothering|holy|bank holiday) $/i

/** "7/11/88": the 7th of November here, the 11th of July there. */
function isAmbiguous (text: string): boolean {
  const [, first, second] = /^(\d{1,2})\/(\d{1,2})(?:\/\d{2,4})?$/.exec(text) ?? []
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12
}

const isVague = (text: string, before: string) =>
  vague.test(text) || isAmbiguous(text) || /\b(?:years?|months?|weeks?|days?) (?:before|earlier|prior)$/i.test(text) ||
  /\b(?:ago|the new) $/i.test(before) ||
  (/^(?:jan|april|june|august)$/i.test(text) && /(?:\b(?:is|was|am)|['’]s) $/i.test(before)) ||
  ofHoliday.test(before) || !/\p{L}|\d{4}|\/|-/u.test(text) ||
  (/^(?:[Mm]ay|march)$/.test(text) && !beforeMonth.test(before)) ||
  // "My twins are called May and June."
  /\b(?:called|named|names? (?:is|are|was|were)|name['’]s) (?:\p{L}+(?:,| and) )*$/iu.test(before) ||
  // Whether it came to that, and so which May it is, is not said.
  wasTo.test(before) ||
  isOfRate(text, before)

/** "He was to join in May", "I meant to be off till May". */
const wasTo = new RegExp(
  joined(String.raw`
    (?:\b(?:was|were) (?:(?:supposed|meant|going|due) )?to\b|
    (?<!\b(?:am|is|are|be) |['’](?:m|re|s) )\bmeant to (?!say|write|type|ask|mention|add))
    (?:(?! (?:but|so|because) )[^.;]){0,80}$`),
  'iu'
)

/** "Twice in a month", "four hours in a week". */
const rate =
  /\b(?:once|twice|thrice|times?|hours?|days?|nights?|\d+)\b(?: \p{L}+){0,2} (?:in|per) an? (?:day|week|month|year)$/iu

/** "Eleven calls in one Sunday", and not "the next one Tuesday". */
const isOfRate = (text: string, before: string) =>
  rate.test(before + text) ||
  (/(?<!\bnext )\b(?:one|some|any) $/i.test(before) && weekday.test(text) && !/^on\b/i.test(text))

/** "Thursday's exam got moved to Monday": whether that Thursday is over is not said. */
const moved =
  /^['’]s(?: \p{L}+){1,3} (?:was|is|got|gets|has been|is being) (?:mov|postpon|chang|push|reschedul|brought|put|shift)/iu

/** "Our trip: Mon: Iona": of which week is not said. */
const isOfPlan = (text: string, before: string, behind: string) =>
  /^\p{L}+$/u.test(text) && /: $/.test(before) && /^ ?[:–-]/.test(behind)

/** "He doesn't trust Friday deploys." */
const isOfKind = (text: string, before: string, behind: string) =>
  /^\p{L}+$/u.test(text) && /\p{L} $/u.test(before) && !/\b(?:on|this|next|last|until|till|since) $/i.test(before) &&
  /^ \p{L}{3,}[^s\s]s(?=[.,;:!?)]|$)/u.test(behind)

/** "That's a Friday", "Thursday the 18th", "the last week of August", "times in 24h format". */
function isPartOfOther (result: ParsedResult, all: string): boolean {
  const [text, before] = [wordsOf(result), all.slice(0, result.index)]
  const behind = all.slice(result.index + text.length)
  if (/^ (?:before last|after next)\b/i.test(behind) || moved.test(behind) || isOfPlan(text, before, behind)) {
    return true
  }
  if (/h(?:r|our)?$/i.test(text)) return /^ (?:format|clock|time|notation)\b/i.test(behind)
  // "The weekend of the 21st", "my sister visits that weekend".
  if (/weekend$/i.test(text) && (/^ (?:of|before|after)\b|^,? the \d/i.test(behind) || ofThat.test(before + text))) {
    return true
  }
  return /\b(?:last|first) (?:week|days?|year)$/i.test(text)
    ? /^ of\b/i.test(behind)
    : weekday.test(text) &&
      (/^ of (?:the|each|every|any|a) (?:month|year|term|quarter)\b/i.test(behind) || /\ban? $/i.test(before) ||
        /^an? /i.test(text) || ofContext.test(before + text) || isOfKind(text, before, behind) ||
        numberBehind.test(behind))
}

/** "For Thanksgiving, so I leave on the Monday": of the week that is spoken of. */
const ofContext = new RegExp(`\\b(?:the|that) ${weekdays}$`, 'i')
const ofThat =
  /\bthat (?:whole )?weekend$|(?<!\b(?:the|this|next|last|over|coming|past|long|whole|at|on) )(?<=\p{L} )weekend$/iu
/** "Saturday the twenty-ninth", "Friday 6th", "from Tuesday 7 to Saturday 11 April": the number says which. */
const numberBehind = new RegExp(
  joined(String.raw`
    ^,? (?:the )?\d{1,2}(?:st|nd|rd|th)\b|^,? the (?:(?:(?:twenty|thirty)[ -])?(?:first|second|third|fourth|fifth|
    sixth|seventh|eighth|ninth)|\p{L}+teenth|tenth|eleventh|twelfth|twentieth|thirtieth)\b(?! (?:thing|time)\b)|
    ^ \d{1,2} (?:to|until|till|and|–|-) (?:${weekdays}|\d)`),
  'iu'
)
