/** Whether a date lies ahead or behind, where the words beside it say otherwise than the clause's tense. */
import { joined } from '../wording/words/lists.ts'

export const since = /\b(?:since|seit)\s+(?:(?:the|last|dem|der)\s+)?$/i
/** What they name is never ahead. */
const gone = /\b(?:last(?! \p{L}+ (?:of|in)\b)|ago|letzte\w*|vorige\w*)\b/iu
const intending = String.raw`\b(?:promis|commit|agree|decid|want|need|plan|offer|volunteer|arrang|ask)\p{L}*\b.*`
/** "And he has to fix it by the 31st", "they offer me Saturday", "gave us the 12th", "put me down for Friday". */
const owedOrOffered = joined(String.raw`
    (?:(?<!\b(?:did|didn['’]?t|not|would|never) )\b(?:has|have|needs?) to|\b(?:must|should|will|shall|gonna|gotta)|
    ['’]ll)(?! (?:not )?have\b| be\b[^,;.]*\b(?:was|were)\b)\b(?:(?!\b(?:and|but|so|because|since|when|after|
    who|which)\b)[^,;.])*$|
    \b(?:offer|suggest|propos)\p{L}* (?:me|us|him|her|them|the user|_{3,}) (?:for )?(?:the )?$|
    \b(?:gave|gives?|giving) (?:me|us|him|her|them|the user|_{3,}) (?:the )?$|
    \b(?:book|pencil|slot|squeez|fitt?|put|got|get)\p{L}* (?:me|us|him|her|them|it|the user|_{3,}) (?:in |down )?
    for (?:the )?$|`)
const events =
  'appointment|interview|meeting|exam|test|viva|flight|date|call|session|check-?up|scan|operation|slot|gig|lesson|' +
  'party|wedding|match|race|hearing|ticket|appt|booking|review|consultation|procedure|surgery|mri|x-ray|' +
  'follow-?up|viewing|tour|rehearsal|audition|trial|induction|delivery'
/** "I'm a baker since I quit in March": the verb beside the date is past, whatever the clause's is. */
const behind = new RegExp(
  joined(String.raw`
    \bborn (?:on )?(?:the )?$|\bow(?:e|es|ed|ing)\b[^,;.]* (?:for|from|since) (?:the )?$|
    \b(?:i|we|he|she|they|who|user) (?:was|were|ran|went|taught|(?!(?:paid|extended|renewed|booked|rented|leased|hired|
    moved|postponed|delayed|signed|subscribed|enrolled|registered|promised|agreed|decided|needed|wanted|planned)\b)
    \p{L}{2,}[^e]ed) (?:[^,;.]{1,40} )?(?:until|till?) (?:the )?$|
    \band (?:had|was|were|went|got|saw|met|took|made|began|left)\b[^,;.]*$|
    \bsince [^,;.]* (?:died|left|moved|retired)(?: [^,;.]{1,40})? (?:in|on|at|last) (?:the )?$|
    (?:\b(?:i|we|he|she|they|who|user|(?:my|our|his|her) \p{L}+)|_{3,}(?:['’]s \p{L}+)?|
    \b(?:since|after|because)(?: \p{L}+){1,3}) (?:\p{L}+ly |just |first )?
    (?:was|were|had|did|went|came|got|took|began|left|made|bought|sold|met|lost|found|gave|saw|broke|became|quit|ran|
    won|flew|fell|tore|hurt|wrote|drove|spoke|taught|caught|built|felt|kept|slept|spent|sent|grew|threw|drew|rode|chose|
    held|stood|heard|paid|told|wore|bit|hit|cut|split|read|beat|put|set|shut|cost|swam|sang|
    \p{L}{2,}[^e]ed) (?:[^,;.]{1,40} )?(?:in|on|at|since|from|last) (?:the )?$`),
  'iu'
)
/** "The doctor made the test in October", "my neighbour took the car in May": of whomever it is said. */
const doneByAnyone = new RegExp(
  joined(String.raw`
    (?<!\b(?:is|are|am|be|been|being|was|were|gets?|getting|have|has|had|to|not)|['’](?:s|re|ve|m)) (?:
    (?:went|took|gave|saw|flew|fell|wrote|drove|spoke|threw|chose|wore|swam|tore|ate|drank|knew|hid|stole|broke|began)
    |(?:made|got|left|bought|sold|met|lost|found|built|did|had|painted|passed|finished|started|opened|closed|signed)
    (?= (?:the|an?|my|our|his|her|their|me|us|him|them|it) )) (?:(?!ago\b|(?:is|are|will|ends?|starts?|runs|begins|
    opens|closes|falls|who|which|that)\b)[^\s,;.]+ ){0,3}(?:in|on|at|from|last) (?:the )?$`),
  'iu'
)
const toAnotherDay = String.raw`(?:\b(?:postpon|mov|push|brought|chang|reschedul|rebook|shift|delay|extend|adjourn|
    defer|bump)\p{L}*\b|\bput (?:[^,;.]{1,40} )?(?:off|back)\b)[^;.]*\b`
/**
 * What lies ahead of a past: "found a room, moving in on 1 April", "moved it to 9 June", "booked for Saturday", "signed
 * up for May", "agreed to pay by Friday", "promised to read it before she leaves on 1 June".
 */
const ahead = new RegExp(
  owedOrOffered + joined(String.raw`
    \bwould \p{L}+\b[^,;.]*$|\b\p{L}+'d (?!been|had|gone|\p{L}+ed\b)\p{L}+\b[^,;.]*$|
    \b(?:have|has|['’]ve|['’]s) been\b.*\byears? (?:in|on|this|next) (?:the )?$|
    ,\s*\p{L}+ing\b[^,;]*$|
    ${toAnotherDay}(?:from|to|into|until|till?|for) (?:the )?$|
    \b(?:bought|paid|extended|renewed|rented|leased|hired|subscribed|signed|asked|talked|convinced|persuaded|begged)\b
    [^.;]*\b(?:until|till|through) (?:the )?$|
    \b(?:told|asked|invited|advised|expected|ordered|scheduled|summoned|hoping|hoped|aiming|hired|picked|chosen|
    selected) to (?!(?:my|the|our|his|her|their|an?)\b)\p{L}+ [^,;.]*$|
    (?:\bbeen|['’]m|\b(?:am|is|are)) invited [^,;.]*\b(?:on|for) (?:the )?$|
    \b(?:tickets?|seats?|tables?|reservations?|places?|invit(?:e|ation)s?) (?:[^,;.]{1,40} )?for (?:the )?$|
    \b(?:wanted|preferred|suggested|proposed|(?:hoped|aimed|pushed|asked) for) (?:it )?(?:in |on )?(?:the )?$|
    \bnew (?:date|day|time|deadline|slot)\b[^.;]*: $|\b(?:old|original) (?:date|day|time|deadline) (?:was|had been) $|
    \b(?:deadline|due date) was (?:on )?(?:the )?$|
    \b(?:said|told (?:me|us|him|her|the user)) to (?!(?:my|the|our|his|her|their|an?)\b)\p{L}+ [^,;.]*$|
    \b(?:gone|opted|plumped|settled) (?:for|on)\b[^.;]*$|
    \b(?:runs|lasts|continues|goes on|stays|remains) (?:\S+ ){0,2}(?:until|till|to|through) (?:the )?$|
    \b(?:so|and|but|because|cos|,) (?:\S+ ){0,3}(?:i'?m|i am|(?:we|they|you)'?re|(?:he|she|it)'s|is|are) [^,;.]*$|
    \b(?:book|reserv|order|schedul|plan)\p{L}*\b.*\bfor (?:the )?$|\bbooked in (?:on )?(?:the )?$|
    \b(?:and|but|so|because|cos|since|as|,) (?:\S+ ){1,4}(?:runs|expires|finishes|ends|lasts|falls|is due|goes|flies|
    moves|returns|meets|gets|turns) (?:\S+ ){0,3}$|
    (?:, (?:and )?|\b(?:and|but|so|because|since) (?=(?:they|we|you|i) ))(?:(?:they|we|you|i) )?
    (?:decide|announce|choose|start|begin|move|leave|fly|get|
    return|open|close|launch|ship|meet|find out|hear|sign|exchange|complete|marry|turn|go|come|have) (?:\S+ ){0,3}$|
    \band (?:(?:am|is|are) \p{L}+ing|(?:start|begin|turn|have|fly|see|go|leave|move|meet|come|return|finish|marry|
    retire|
    open|launch)s?|flies|goes|has)\b[^,;.]*$|
    \b(?:is|are|will|due|comes|starts|begins|opens|ends|leaves|arrives|closes) (?:\p{L}+ )?
    (?:on |at |in |by )?(?:the )?$|
    \bgot (?:an?|another|two|my|our) (?:\S+ ){0,3}(?:${events})s? (?:[^,;.]+ )?(?:on |for |at |in )?(?:the |this )?$|
    ${intending}\b(?:to \p{L}+\b.*\b(?:by|on|in|at|over|for|until|before|next)|by) (?:the )?$|\bcoming $|
    \b(?:before|until|when|once|because|that|which|who)\b[^,;.]*\b(?:is|are|will|starts|begins|opens|ends|comes|gets|
    leaves|arrives|turns|closes|moves|returns|marries|graduates)\b[^,;.]*$`),
  'iu'
)

/** "Signed up for the race in May" or "for Netflix in February", "was due to fly on Friday": it may be over. */
const either = /\b(?:(?:sign|enrol|enroll|regist)\p{L}*|(?:supposed|meant|due) to)\b.*\b(?:for|in|on|by) (?:the )?$/iu

/** "Prediabetic as of January." */
const asOf = /\bas of (?:the )?$/i

/**
 * Of what is said as done, a date may lie ahead; of all else, behind. `before` are the words in front of it; `isNearer`
 * is whether the date of the other direction is nearer to the day on which it is said.
 */
export const isOtherWay = (before: string, date: string, past: boolean, isNearer: boolean): boolean =>
  past
    ? (ahead.test(before) || (isNearer && either.test(before))) && !since.test(before)
    : since.test(before) || gone.test(date) || behind.test(before) || doneByAnyone.test(before) ||
      (isNearer && asOf.test(before))

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
