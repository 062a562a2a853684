/**
 * Whether what is over is another thing of the kind: "I cancelled my subscription to Spotify" after "I have a
 * subscription to Netflix", "the meeting with Clara was moved to Friday" after "I have a meeting with Ben". English.
 */
import { terms } from '../../../domain/text/analyse.ts'
import { isEnded } from './cues.ts'
import { calendarTerms } from './words/calendar.ts'
import { joined } from './words/lists.ts'

const name = String.raw`(?:(?:Dr|Mr|Mrs|Ms|Prof|St)\.? )?\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*){0,3}`
/** A thing, and with whom, to where or of what it is. */
const named = String.raw`([\p{L}-]+) (?:with|at|to|from|for|of|in) (?:the |my |our )?(${name})`
const [ofName, thatOfName] = [
  new RegExp(String.raw`(?<![\p{L}-])${named}`, 'gu'),
  new RegExp(String.raw`(?:^|\b(?:[Tt]he|[Mm]y|[Oo]ur|that|this) (?:\p{Ll}+ )?)${named}`, 'gu')
]
const putOff = new RegExp(
  joined(String.raw`
    \b(?:pushed|moved|shifted|rescheduled|postponed|delayed|brought forward|put (?:off|back))\b.{0,80}
    \b(?:to|until|till|from) (?:next |the )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d|
    (?:january|february|march|april|may|june|july|august|september|october|november|december|week|month)\b)`),
  'iu'
)
/** In a name they say nothing of who it is. */
const titles = new Set(terms('dr mr mrs ms prof st the'))
interface Named {
  thing: string
  names: string[]
}

function namedIn (text: string, pattern: RegExp): Named[] {
  return [...text.matchAll(pattern)].flatMap(([, thing = '', who = '']) => {
    const names = terms(who).filter(term => !titles.has(term) && !calendarTerms.has(term))
    return names.length > 0 ? [{ thing: terms(thing).join(' '), names }] : []
  })
}

/** False where any name of the older one is said too. */
export function isAnotherOfKind (clause: string, older: string): boolean {
  if (!isEnded(clause) && !putOff.test(clause)) return false
  const said = new Set(terms(clause))
  const held = namedIn(older, ofName)
  const over = namedIn(clause, thatOfName)
  return over.some(({ thing, names }) => {
    const same = held.filter(one => one.thing === thing)
    return same.length > 0 && same.every(one => !one.names.some(term => said.has(term) || names.includes(term)))
  })
}
