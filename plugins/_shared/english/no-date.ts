/** Words that the date library takes for a date, and that are another thing there. */
import { joined } from '../wording/words/lists.ts'
import { anyWeekday, months } from '../wording/words/calendar.ts'

const ahead = /^in\b(?!.*\d{4}).*\b(?:days?|weeks?|months?|years?|decades?)$/i
/** "The first time in three years", "my best sleep in two weeks", "hasn't rung in a month": a span that is over. */
const behind = new RegExp(
  joined(String.raw`
    \b(?:first|second|third|fourth|fifth|last|only|one|longest) (?:\p{L}+ )?(?:time|one|day|night|week|year)s?
    (?:\soff|\sout|\saway)?\s$|
    \b(?:best|worst|hottest|coldest|warmest|wettest|driest|longest|shortest|busiest|lowest|highest|fastest|slowest)
    \s(?:\p{L}+ )?(?:that )?$|
    (?:\b(?:haven|hasn|hadn)['’]?t|\b(?:have|has|had) not|\bnever)\b[^,;.]*$|
    (?:^|[,;.] )(?:no|not an?|not one|nothing|none)\b[^,;.]*$`),
  'iu'
)

/** `date` are the words that the library found, `before` what stands in front of them. */
export const isSpanBehind = (date: string, before: string) => ahead.test(date) && behind.test(before)

/** "Mon fils", "wed love to": French for "my", and "we'd" as it is typed. */
const shortDay = /^(?:mon|wed)$/i
const dayBefore = new RegExp(
  joined(String.raw`
    \b(?:on|this|next|last|by|until|till?|since|from|before|after|for|every|each|of|and|or|to|come|the)\s$|[/&]\s?$|
    \b(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?:day)?(?:,|\s?-)?\s$`),
  'i'
)
const dayBehind = new RegExp(
  joined(String.raw`
    ^(?:\s*$|\s?[.!?;:)/&-]|,?\s(?:\d|morning|afternoon|evening|night|lunch|and|or|at|to|till?|until|instead|
    please|is|was|works|the)(?!\p{L}))`),
  'iu'
)
const otherDay = /\b(?:tues?|thurs?|thu|fri|sat)(?:day)?\b/i

/** Whether nothing beside "mon" or "wed" shows that it is a day of the week. */
export const isOtherWord = (date: string, before: string, after: string) =>
  shortDay.test(date) && !dayBefore.test(before) && !dayBehind.test(after) && !otherDay.test(before + after)

/**
 * "In June, second try", "in June first time" is no second of June, "in July, 3 weeks" no third, and "8 November, 12
 * canoes" not in 2012.
 */
const countBehind = new RegExp(
  joined(String.raw`,(?=\s*(?:(?:first|second|third|fourth|fifth|sixth|last)\b|
    \d{1,2}(?!\d| ?(?:am|pm|o'clock|h|uhr)\b)-? \p{Ll}{2}))|
    (?<=\p{L})\s(?=(?:first|second|third|last) (?:time|thing|half|weekend)\b)`),
  'giu'
)
/** Of "from 14 June" the library makes two o'clock in June. */
const fromDay = new RegExp(`\\bfrom (?=\\d{1,2}(?:st|nd|rd|th)? ${months}\\b)`, 'giu')

/** "20 on Monday, 25 on Tuesday": of a number in front of a day the library makes an hour. */
const numberBefore = new RegExp(`(?<![\\p{L}\\d:.,])\\d{1,2}(?= on ${anyWeekday}\\b)`, 'giu')

/** Each word at its place, without what the library would read over the bounds of a date. */
export const withoutFalseDates = (text: string): string =>
  text.replaceAll(countBehind, ';').replaceAll(fromDay, '     ')
    .replaceAll(numberBefore, number => ' '.repeat(number.length))
