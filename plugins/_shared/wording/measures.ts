/** Counts and measures in a statement, and whether two statements give different ones of the same. English words. */
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
const fillers = /\b(?:now|currently|today|nowadays|these days|only|just|already|by now|at the moment|right now)\b/gi
/** Where a reason or an addition begins. */
const further = /\s*(?:[,;–—]|\b(?:since|because|so|after|as|which|and|but)\b).*$/isu

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
export function isRecounted (newer: string, older: string): boolean {
  const [now, before] = [newer.replace(further, ''), older].map(text => text.replaceAll(fillers, ' '))
    .map(text => ({ frame: frameOf(text), counts: (text.match(measure) ?? []).map(inDigits) })) as [Framed, Framed]
  return now.counts.length > 0 && now.frame === before.frame && now.counts.join(' ') !== before.counts.join(' ')
}

/** "The doctor raised the metformin to 40 mg" after "I take 20 mg of metformin": of one thing, in the same unit. */
export function isRaised (newer: string, older: string): boolean {
  const [, thing = '', unit = ''] = raised.exec(newer) ?? []
  const held = new RegExp(String.raw`(?:${digits}|${counting}) ?${unit}\b`, 'giu')
  const known = new Set(contentOf(older))
  return unit !== '' && (older.match(held) ?? []).length === 1 && contentOf(thing).some(word => known.has(word))
}

const contentOf = (text: string) =>
  text.toLowerCase().match(/\p{L}{3,}/gu)?.filter(word => !/^(?:the|our)$/.test(word)) ?? []

interface Framed {
  frame: string
  counts: string[]
}

const frameOf = (text: string) =>
  text.replaceAll(measure, '#').toLowerCase().replaceAll(/[^\p{L}\p{N}#%€$£¥°]+/gu, ' ').trim()
