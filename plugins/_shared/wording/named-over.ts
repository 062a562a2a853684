/**
 * What a clause names as over: "the LEGO kits" of "we've replaced the LEGO kits with boards", "the whiteboard" of "the
 * whiteboard is no longer in use", "May" of "July, not May". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { calendarTerms } from './words/calendar.ts'
import { folded, joined } from './words/lists.ts'

const word = joined(String.raw`
  (?!(?:for|with|to|in|on|at|by|as|from|because|since|so|and|but|now|when|after|last|yesterday|today|this|next|
  altogether|completely|entirely|out|away|off|instead|anymore|any)\b)[\p{L}\p{N}'.:+#-]+`)
/** A thing of a few words, up to what it was ended for, when or by whom. */
const thing = `(${word}(?: ${word}){0,5}) ?`

/** Behind what it is instead: "it's Thursday not Tuesday"; "it's still not Tuesday" says nothing instead. */
const instead = joined(String.raw`
  (?<=(?:^|\P{L})(?:is|are|was|were|it['’]?s) (?:(?:on|in|at|by|the|an?|called) )?
  (?!(?:still|just|also|yet|maybe|perhaps|often|sometimes|always|now|there|here|quite|so|\p{L}+ly) )
  [\p{L}\p{N}'.:-]{1,30} )`)
const ended = joined(String.raw`
  (?:^|${instead})not(?: (?:in|on|at|for|to|with|by|from)(?!\p{L}))?|
  dropped|ditched|scrapped|replaced|abandoned|cancell?ed|sold|quit|binned|dumped|uninstalled|deleted|closed|shelved|
  axed|swapped|traded|retired|phased|removed|left|lost|finished|ended|gave up|given up|stopped \p{L}+ing(?: to)?|
  (?:got|gotten|getting) rid of|moved (?:away from|off|out of|on from)|
  (?:switched|migrated|transitioned|converted|pivoted|moved|changed|upgraded|went|gone) (?:(?:over|away|fully) )?from|
  (?:done|finished|through) with|no longer (?:\p{L}+ing |(?:use|have|do|want|need|take|eat|drink|work|live|play)s? )
  (?:(?:to|at|in|on|for|with|as) )?|instead of|rather than|in place of|ripped(?: out)?|threw(?: out| away)?|
  tore out|(?:broke|broken|split) up with|replac(?:es|ing)|out of`)
const before = new RegExp(
  joined(String.raw`(?<!\p{L})(?:${ended}) ?(?:(?:the|my|our|his|her|their|an?|this|that|all|
  using|being|having) )*${thing}`),
  'gu'
)
const behind = new RegExp(
  joined(String.raw`(?:^|(?<=[,;] )|\b(?:and|so|but) )(?:(?:the|my|our) )${thing}
    (?:is|are|was|were|has been|have been|got|['’]s)
    (?: now| finally| all)? ?(?:no longer|gone|history|over|dead|dropped|scrapped|cancell?ed|replaced|shelved|axed|
    abandoned|closed|phased|out of|done|retired|sold)(?!\p{L})`),
  'gu'
)

/** These name nothing by themselves: "I'm done with work" for today, "we gave up the old one". */
const anything = new Set(terms('work thing stuff day week time lot one bit'))
/** Which of them it was. */
const which = new Set(terms('old older former previous current existing last first original usual whole entire'))

/** Each thing that is over, in its stems. */
const namedOver = (clause: string): string[][] =>
  [before, behind].flatMap(pattern =>
    [...folded(clause).matchAll(pattern)].map(([, over = '']) => terms(over).filter(term => !which.has(term)))
  ).filter(over => over.some(term => !anything.has(term)))

/** "An electric kiln instead of a gas one": what is over is named beside what is not, and is nothing of the older. */
export function namesAnother (clause: string, older: string): boolean {
  const known = new Set(terms(older))
  return /\b(?:instead of|rather than|in place of)\b/.test(folded(clause)) &&
    !namedOver(clause).flat().some(term => known.has(term))
}

/** Whether all words of something that is over stand in an older statement. */
export function namesAsOver (clause: string, older: string): boolean {
  const known = new Set(terms(older))
  return namedOver(clause).some(over => over.every(term => known.has(term)))
}

/** "We swapped RabbitMQ for NATS", of a name that stands in an older statement. */
export function namesNameAsOver (clause: string, older: string): boolean {
  const known = new Set(terms(older))
  const names = new Set(terms((clause.match(/(?<=\S )\p{Lu}[\p{L}\p{N}'’-]+/gu) ?? []).join(' ')))
  return namedOver(clause).some(over =>
    over.every(term => known.has(term) && names.has(term) && !calendarTerms.has(term))
  )
}

/** What is named as over is another thing: "the red bike", where the older statement has a blue one. */
export const namesOtherAsOver = (clause: string, older: string): boolean =>
  namedOver(clause).length > 0 && !namesAsOver(clause, older)
