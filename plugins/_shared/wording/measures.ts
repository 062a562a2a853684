/** Counts and measures in a statement, and whether two statements give different ones of the same. English words. */
import { terms } from '../../../domain/text/analyse.ts'
import { fillers, formsOf, wordsOf, withoutFurther, type Quoted, type Said } from './frame.ts'
import { joined } from './words/lists.ts'

export const upToTwelve = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
export const teens = 'thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty'
export const tens = 'thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred'
/** From two on: "one" is a pronoun too. */
const words = `${upToTwelve}|${teens}`.split('|').slice(1)
const counting = words.join('|')
const digits = String.raw`\d+(?:[.,:]\d+)*`
const anyNumber = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${digits}|${counting})(?![\p{L}])|${digits}`, 'giu')
/** "Bus 5 to work": which, not how many. */
const numbered = joined(String.raw`
  (?:bus|line|tram|route|room|gate|table|seat|flat|house|unit|chapter|page|part|version|floor|class|grade) `)
/** A number with what it counts behind it or its sign in front: "six hectares", "€ 40"; a "Peugeot 206" counts none. */
const measure = new RegExp(
  joined(String.raw`
    (?<=[€$£¥] ?)${digits}|
    (?<![\p{L}\p{N}]|\p{Lu}\p{Ll}+ |${numbered})(?:${digits}(?= ?[%€$£¥°]| ?\p{Ll})|(?:${counting})(?= \p{Ll}))`),
  'gu'
)
const counted = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${digits}|${counting}) ((?:\p{Ll}+ )?\p{Ll}+s)(?!\p{L})`,
  'gu'
)
const raised = new RegExp(
  String.raw`\b(?:raised|increased|lowered|reduced|cut|upped|bumped|doubled|dropped|went up|went down|changed)\b(.*?)` +
    String.raw`\bto (?:${digits}|${counting}) ?(\p{L}+|%)`,
  'iu'
)
const countWord = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${counting})(?![\p{L}\p{N}-])`, 'giu')
/** "Six people" as "6 people". */
export const withDigits = (text: string): string => text.replaceAll(countWord, inDigits)

/** In digits, whichever way they are written. */
export function numbersOf (text: string): string[] {
  return [...text.matchAll(anyNumber)].map(([found]) => inDigits(found))
}

/** What stands behind the numbers of a text: "target languages" of "four target languages now". */
export const countedIn = (text: string): string[] => [...text.matchAll(counted)].map(([, what = '']) => what)

function inDigits (found: string): string {
  const place = words.indexOf(found.toLowerCase())
  return place < 0 ? found : String(place + 2)
}

/** "I grow rye on six hectares now" after "I grow rye on four hectares": the same words around other numbers. */
export const isRecounted = (newer: Quoted, older: Quoted): boolean =>
  formsOf(newer).some(later => formsOf(older).some(earlier => isOfOtherCount(later, earlier)))

function isOfOtherCount (newer: Said, older: Said): boolean {
  const [now, before] = [{ ...newer, text: withoutFurther(newer.text) }, older].map(({ text, subject }) => ({
    frame: wordsOf({ text: text.replaceAll(fillers, ' ').replaceAll(measure, '#'), subject }).join(' '),
    counts: (text.replaceAll(fillers, ' ').match(measure) ?? []).map(inDigits)
  })) as [Framed, Framed]
  return now.counts.length > 0 && now.frame === before.frame && now.counts.join(' ') !== before.counts.join(' ')
}

/** "The doctor raised the metformin to 40 mg" after "I take 20 mg of metformin": of one thing, in the same unit. */
export function isRaised (newer: string, older: string): boolean {
  const [, thing = '', unit = ''] = raised.exec(newer) ?? []
  const held = new RegExp(String.raw`(?:${digits}|${counting}) ?${unit}\b`, 'giu')
  const known = new Set(contentOf(older))
  return unit !== '' && (older.match(held) ?? []).length === 1 && contentOf(thing).some(word => known.has(word))
}

const number = String.raw`${digits}|(?:${tens})(?:-(?:${upToTwelve}))?|${counting}`
const amount = new RegExp(
  joined(String.raw`(?<![\p{L}\p{N}.,])(?<count>${number})(?: (?:\p{Ll}+ ){0,2}?(?<what>\p{Ll}{3,}))(?![\p{L}’'-])`),
  'giu'
)
/** "Subscribers grew to 420", "users are at 9,000 now". */
const grown = new RegExp(
  joined(String.raw`(?<!\p{L})(?<what>\p{Ll}{3,}) (?:(?:has|have|is|are|now) ){0,2}
    (?:(?:grew|grown|rose|risen|went|gone|fell|fallen|dropped|shrank|shrunk|up|down) (?:from \S{1,12} )?to|at)\s
    (?<count>${number})(?![\p{L}\p{N}])`),
  'giu'
)
/** So many are left or there by now; but "for three months now" is how long. */
const byNow = new RegExp(
  joined(String.raw`^(?!.*\b(?:have|has|['’]ve|['’]s) been\b).*\b(?:now|
    (?:down|up|back|grew|grown|shrank|shrunk|rose|risen|fell|dropped|went|gone) (?:from .{1,40} )?to|
    (?:have|has|had|are|['’]ve|['’]s|only|just) (?:\S+ ){1,4}left(?= (?:after|since|now|over)\b|\W*$))\b`),
  'isu'
)
/** Of these there are many, each of another thing. */
const units = new Set(terms(`second minute hour day week month year percent euro dollar pound kilo gram metre meter mile
  kilometre kilometer litre liter time`))

/**
 * "I'm down to two coves" after "I sample at three coves": another number of the same, which by its words is one of
 * now. Of a unit ("eleven months") another word has to be the same as well; and the older one says little more.
 */
export function isCountedAnew (newer: string, older: string): boolean {
  if (!byNow.test(newer) || isOfAnotherThing(newer, older)) return false
  const first = withoutFurther(older)
  const said = new Set(terms(newer))
  const content = terms(first.replaceAll(amount, ' ')).filter(term => term !== 'user')
  if (content.length > 5) return false
  const counts = [...countsIn(newer, amount), ...countsIn(newer, grown)]
  return countsIn(first, amount).some(({ count, what }) =>
    counts.some(later => later.count !== count && later.what === what) &&
    (!units.has(what) || content.some(term => said.has(term)))
  )
}

/** "Subscribers grew to 420" after "we have 140 subscribers": in so many words, and of no unit. */
export const isGrown = (newer: string, older: string): boolean =>
  !isOfAnotherThing(newer, older) && !/\b(?:his|her|their|your)\b/i.test(newer) &&
  countsIn(withoutFurther(older), amount).some(({ count, what }) =>
    !units.has(what) && countsIn(newer, grown).some(later => later.what === what && later.count !== count)
  )

/** "My tenants pay 900 euros of rent now" after "my rent is 700 euros". */
export function isOfAnotherThing (newer: string, older: string): boolean {
  const [, of = ''] = /^(?:(?:and|so|but) )?(?:my|our|the|his|her|their) (\p{L}+)/iu.exec(newer) ?? []
  const known = terms(older)
  return !terms(of).every(term => known.includes(term))
}

const countsIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ groups }) => ({ count: groups!['count'], what: terms(groups!['what']!)[0] ?? '' }))

const contentOf = (text: string) =>
  text.toLowerCase().match(/\p{L}{3,}/gu)?.filter(word => !/^(?:the|our)$/.test(word)) ?? []

interface Framed {
  frame: string
  counts: string[]
}
