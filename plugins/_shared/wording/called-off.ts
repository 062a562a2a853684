/**
 * Whether what was to come is called off: "my trip to Oslo is on 4 May", then "the Oslo trip is off"; "we booked a
 * cabin for July", then "we had to cancel the cabin". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { joined } from './words/lists.ts'

interface Stated {
  text: string
  subject: string | null
}

const words = (pattern: string) => new RegExp(joined(pattern), 'iu')
const thing = String.raw`(?:the |my |our |that |a |an )*([\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,5}) ?`
const aDay = String.raw`(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|
  august|september|october|november|december|week|month|year|spring|summer|autumn|winter)`
/** The day that it is put off to; "we moved the sofa to the attic" names none. */
const toADay = String.raw`(?:to|into|until|till|from) (?:(?:the|next|this|late|early|mid|end of) ?){0,2}
  (?:${aDay}|tomorrow|after|later)`
/** What is named behind the verb, and in front of it. */
const calledOff = [
  words(String.raw`(?:(?<!(?:\b(?:not|never|can|could|did|how|need|needs|have|has|wants?|try|trying)|n['’]t) (?:to )?)
    \b(?:cancel(?:l?ed|s)?|call(?:ed)? off|scrapped|pulled out of|backed out of)|
    (?:\bnot|\bno longer|n['’]t) (?:going (?:to|on)|attending))\s
    ${thing}(?=$|[.,;:!?()–—]|\b(?:because|since|so|as|after|for|and|but)\b)`),
  words(String.raw`(?:^|[.,;:] )(?:so |and |but |well,? |now )*${thing}
    (?:(?:is|['’]s|are|was|were|got|has been|have been|['’]s been) (?:now |all |just |definitely )?
    (?:off|cancell?ed|called off|scrapped|axed)|(?:fell|has fallen|falls) through|
    (?:is|['’]s|was) ?n(?:o|['’])t happening)\b`),
  // Put off to another day.
  words(String.raw`\b(?:pushed|moved|shifted|rescheduled|postponed|delayed|brought|put)\s
    ${thing}(?:back |forward |off )?${toADay}`),
  words(String.raw`(?:^|[.,;:] )(?:so |and |but |well,? |now )*${thing}
    (?:(?:is|['’]s|are|was|were|got|has been|have been|['’]s been) (?:now |just )?
    (?:moved|pushed back|put back|put off|postponed|rescheduled|delayed|brought forward) ${toADay})`)
]
/** Whatever the new day is, the one that was said is not. */
const anotherDay = [
  words(String.raw`(?<!(?:\b(?:not|never|almost|nearly)|n['’]t) )\b(?:rescheduled|postponed|put off)\s
    ${thing}(?=$|[.,;:!?()–—])`),
  words(String.raw`(?:^|[.,;:] )(?:so |and |but |well,? |now )*${thing}
    (?:(?:is|['’]s|are|was|were|got|has been|have been|['’]s been|had to be) (?:now |just )?
    (?:postponed|rescheduled|put off)\b|
    (?:is|['’]s|are) now (?:due |scheduled |booked |set )?(?:on|for) (?:the |next |this )?${aDay}|
    (?:is|['’]s|are) (?:due |scheduled |booked |set )?(?:on|for) (?:the |next |this )?${aDay}[^.,;]{0,30}
    \b(?:now|instead)\b)`)
]
/** What a person is to go to or do; not what they do every week. */
const toCome = words(
  String.raw`\b(?:going|flying|travelling|traveling|heading|visiting|book\p{L}*|reserv\p{L}*|plan\p{L}*|
  schedul\p{L}*|appointment|trip|flight|holiday|wedding|party|meeting|interview|exam|gig|concert|conference|course|
  class|tickets?|moving|next|will|tomorrow)\b|\(\d{4}-\d\d`
)
const regular = /\b(?:every|each|usually|weekly|monthly|always|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/iu
const onlyOnce = /\b(?:today|tonight|tomorrow|this (?:week|month|time)|next week)\b/iu
/** They say what kind of thing it is: of a trip to Oslo it may have been said that one goes to Oslo. */
const general = new Set(terms('trip visit plan plans booking reservation holiday'))

const wished =
  /\b(?:want|hope|hoping|plan|planning|dream|would like|intend|think|thinking|consider\p{L}*|going to|might)/iu
const givenUp = words(String.raw`(?:(?:no longer|(?:\bnot|n['’]t)(?=[^.;]* any ?more\b)) (?:really )?
  (?:want|plan|hope|intend)(?:ning|ing)? (?:to )?|\bdecided (?:not to|against) |\b(?:gave|given|giving) up on |
  \bchanged my mind (?:about|on) |
  \b(?:(?:going|went|gone|settled|settling|decided|opted|opting) (?:with|for|on)|chose|chosen|picked|ordered|bought)
  [^.,;]{1,60} instead of (?:an? |the )?)(?:(?:be(?:ing|coming)?|becom(?:e|ing)) )?${thing}
  (?=$|[.,;:!?()–—]|\b(?:because|since|so|as|after|for|and|but|in|at|on|now)\b)`)

/**
 * "I no longer want to be a judge", "I decided against the garage" after "I'm thinking of a garage", "I'm going with an
 * electric kiln instead of gas" after "I want to buy a gas kiln".
 */
export function isGivenUp ({ text, subject }: Stated, news: Stated): boolean {
  const held = new Set(terms(text))
  const named = terms(givenUp.exec(news.text.replace(/ (?:in the end|after all)\b/i, ''))?.[1] ?? '').filter(term =>
    !unnamed.has(term)
  )
  return subject === news.subject && wished.test(text) && named.length > 0 && named.every(term => held.has(term))
}

/** In words that say nothing else. */
export const callsOff = (text: string): boolean => /\b(?:cancell?ed|called off|fell through|scrapped)\b/i.test(text)

/** All that is named stands in the older statement, which tells of something to come, and not only as what for. */
export function isCalledOff ({ text, subject }: Stated, news: Stated): boolean {
  if (isGivenUp({ text, subject }, news)) return true
  if (subject !== news.subject || !toCome.test(text) || regular.test(text)) return false
  if (/^\W*(?:if|when|unless)\b/i.test(news.text) || (onlyOnce.test(news.text) && !/\(\d{4}-/.test(text))) return false
  const held = new Set(terms(text.replace(/\bfor (?:the|my|our|an?) \S+/giu, ' ')))
  const names = new Set(terms((text.match(/(?<=\p{Ll} )\p{Lu}\p{L}+/gu) ?? []).join(' ')))
  const patterns = /\(\d{4}-/.test(text) ? [...calledOff, ...anotherDay] : calledOff
  return patterns.some(pattern => {
    const named = terms(pattern.exec(news.text)?.[1] ?? '').filter(term => !unnamed.has(term))
    const isNamed = named.some(term => names.has(term))
    const matter = named.filter(term => !(isNamed && general.has(term)))
    return matter.length > 0 && matter.every(term => held.has(term))
  })
}

const unnamed = new Set(
  terms('user whole idea thing had have to was we they i after all back forward off any more anymore')
)
