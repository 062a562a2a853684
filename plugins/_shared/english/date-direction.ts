/** Whether a date lies ahead or behind, where the words beside it say otherwise than the clause's tense. */
import { joined } from '../wording/words/lists.ts'
import { anyMonth } from '../wording/words/calendar.ts'
import type { FoundDate } from './found-dates.ts'
import type { Tense } from './tense-at.ts'

export const since = /\b(?:since|seit)\s+(?:(?:the|last|dem|der)\s+)?$/i
/** What they name is never ahead. */
const gone = /\b(?:last(?! \p{L}+ (?:of|in)\b)|ago|letzte\w*|vorige\w*)\b/iu
const intending = String.raw`\b(?:promis|commit|agree|decid|want|need|plan|offer|volunteer|arrang|ask)\p{L}*\b.*`
/** "They offer me Saturday", "gave us the 12th", "put me down for Friday". */
const offered = joined(String.raw`
    \b(?:offer|suggest|propos)\p{L}* (?:me|us|him|her|them|the user|_{3,}) (?:for )?(?:the )?$|
    \b(?:gave|gives?|giving) (?:me|us|him|her|them|the user|_{3,}) (?:until |till |the )*$|
    \b(?:book|pencil|slot|squeez|fitt?|put|got|get)\p{L}* (?:me|us|him|her|them|it|the user|_{3,}) (?:in |down )?
    for (?:the )?$|`)
const events =
  'appointment|interview|meeting|exam|test|viva|flight|date|call|session|check-?up|scan|operation|slot|gig|lesson|' +
  'party|wedding|match|race|hearing|ticket|appt|booking|review|consultation|procedure|surgery|mri|x-ray|' +
  'follow-?up|viewing|tour|rehearsal|audition|trial|induction|delivery'
/** "Born on the 3rd", "I owe them for March", "mention the email of 11 August". */
const behind = new RegExp(
  joined(String.raw`
    \bborn (?:on )?(?:the )?$|(?:\b(?:am|is|are)|['’](?:m|re|s)) after \p{L}+ing\b[^,;.]*$|
    \bow(?:e|es|ed|ing)\b[^,;.]* (?:for|from|since) (?:the )?$|
    \b(?:e-?mail|mail|message|letter|text|invoice|receipt|photo|note|minutes|visit|conversation)s?\s
    (?:of|from|dated) (?:the )?$`),
  'iu'
)
const toAnotherDay = String.raw`(?:\b(?:postpon|mov|push|brought|chang|reschedul|rebook|shift|delay|extend|adjourn|
    defer|bump)\p{L}*\b|\bput (?:[^,;.]{1,40} )?(?:off|back)\b)[^;.]*\b`
/**
 * What lies ahead of a past: "found a room, moving in on 1 April", "moved it to 9 June", "booked for Saturday", "signed
 * up for May", "agreed to pay by Friday", "promised to read it before she leaves on 1 June".
 */
const ahead = new RegExp(
  offered + joined(String.raw`
    \b(?:have|has|['’]ve|['’]s) been\b.*\byears? (?:in|on|this|next) (?:the )?$|
    ,\s*\p{L}+ing\b[^,;]*$|
    ${toAnotherDay}(?:from|to|into|until|till?|for) (?:the )?$|
    \b(?:bought|paid|extended|renewed|rented|leased|hired|subscribed|signed|asked|talked|convinced|persuaded|begged)\b
    [^.;]*\b(?:until|till|through) (?:the )?$|
    (?:\bbeen|['’]m|\b(?:am|is|are)) invited [^,;.]*\b(?:on|for|in) (?:the )?$|
    \b(?:tickets?|seats?|tables?|reservations?|places?|invit(?:e|ation)s?) (?:[^,;.]{1,40} )?for (?:the )?$|
    \b(?:wanted|preferred|suggested|proposed|(?:hoped|aimed|pushed|asked) for) (?:it )?(?:in |on )?(?:the )?$|
    \bsaid $|
    \bnew (?:date|day|time|deadline|slot)\b[^.;]*: $|\b(?:old|original) (?:date|day|time|deadline) (?:was|had been) $|
    \b(?:deadline|due date) was (?:on )?(?:the )?$|
    \b(?:gone|opted|plumped|settled) (?:for|on)\b[^.;]*$|
    \b(?:book|reserv|order|schedul|plan)\p{L}*\b.*\bfor (?:the )?$|\bbooked in (?:on )?(?:the )?$|
    \bdue (?:on |at |in |by )?(?:the )?$|
    \bgot (?:an?|another|two|my|our) (?:\S+ ){0,3}(?:${events})s? (?:[^,;.]+ )?(?:on |for |at |in )?(?:the |this )?$|
    ${intending}\bby (?:the )?$|\bto (?:the )?$(?<!\bfrom [^,;.]{1,60})|\bcoming $`),
  'iu'
)

/**
 * "Signed up for the race in May" or "for Netflix in February", "booked a trip to Rome in March", "was due to fly on
 * Friday": it may be over.
 */
const either = new RegExp(
  joined(String.raw`
    \b(?:(?:sign|enrol|enroll|regist)\p{L}*|(?:supposed|meant|due|planned) to)\b.*\b(?:for|in|on|by) (?:the )?$|
    \b(?:book|reserv|plan|arrang|organi[sz])\p{L}* (?:an?|the|our|my|some|two) [^,;.]* in $|
    \b(?:got|bought) (?:\S+ ){0,3}(?:tickets?|seats?|places?|invitations?) (?:for|to|on) [^,;.]* in $|
    \b\p{L}+ (?:start|begin|end|finish)ing (?:on |in )?(?:the )?$`),
  'iu'
)

/** "From last April": the library leaves "last" out. */
const lastMonth = /\blast $/i
/** "Prediabetic as of January." */
const asOf = /\bas of (?:the )?$/i

/**
 * Whether a date lies behind: by the tense of its verb, or of the clause where none says it, unless the words in front
 * of it say otherwise. `isNearer` is whether the date of the other direction is nearer to the day on which it is said.
 */
export function isBehind (before: string, date: string, tense: Tense, past: boolean, isNearer: boolean): boolean {
  if (since.test(before) || lastMonth.test(before)) return true
  return (tense === null ? past : tense === 'past')
    ? !(ahead.test(before) || (isNearer && either.test(before)))
    : gone.test(date) || behind.test(before) || (isNearer && asOf.test(before))
}

/**
 * "From 1 July I'm in another team", said in August, "index in January", said in February: no verb says of which year,
 * and the one that is over is much nearer. A date alone ("5 May") is of the clause's tense.
 */
export const isOfEitherYear = (
  before: string,
  next: FoundDate | undefined,
  last: FoundDate | undefined,
  now: number,
  tense: Tense
): boolean =>
  next !== undefined && last !== undefined && next.relative && ofYear.test(next.text) && /\p{L}{3}/u.test(before) &&
  (tense === null ? !ahead.test(before) : /\bfrom (?:the )?$/i.test(before)) && last.at < now &&
  (now - last.at) * 2 < next.at - now
const ofYear = new RegExp(`^(?!next|this)(?:.* )?${anyMonth}\\b`, 'i')

/** "This week", said at the weekend, and "this weekend", said on a Sunday: of what is to come it may be the next. */
export function isOfEitherWeek (date: string, now: number): boolean {
  const day = new Date(now).getUTCDay()
  return (/^this week$/i.test(date) && (day === 6 || day === 0)) || (/^this weekend$/i.test(date) && day === 0)
}

/** "Put off until May", "rescheduled for the 3rd": what follows is when it will be. */
export const isPutOff = (before: string): boolean => putOff.test(before)
const putOff = new RegExp(joined(String.raw`${toAnotherDay}(?:to|until|till?|for) (?:the )?$`), 'iu')

/** What stands in front of the clause that names an end: "Bakker is my supervisor, but he is away until May". */
export const otherClause = new RegExp(
  joined(String.raw`
    [;.!?]\s|\b(?:but|although|though|while|whereas|because|cos|who|which|whose)\b|
    (?:,|\b(?:and|so))\s(?:and |so )?(?:i|he|she|it|they|we|the user|my|his|her|our|their|_{3,})(?!\p{L})|
    \band (?:is|are|am|has|have|was|were)\b`),
  'iu'
)
