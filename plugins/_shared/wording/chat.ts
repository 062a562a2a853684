/**
 * A line of chat as it would be written with care: "n" is "and", "dont" is "don't", and greetings and fillers ("hey",
 * "lol", "tho") are left out. English alone: "im" is German too.
 */
import { fillers, greetings, spellings } from './words/chat.ts'

export interface Spelt {
  text: string
  /** The place in the line as it was typed. */
  placeOf: (at: number) => number
}

const english =
  /\b(?:i|i'm|im|ive|my|the|she|he|shes|hes|it|its|you|we|they|with|have|has|got|is|are|was|of|for|and|just|only|about)\b/i
const foreign =
  /\b(?:ich|und|der|die|das|ein|eine|nicht|mit|bin|wir|ist|je|le|les|et|el|los|que|het|een|mijn|ik|una|il|che|di|och|jag|mi|soy)\b/iu
const spelling = new RegExp(
  `(?<![\\p{L}\\p{N}'’@#/.-])(?:${Object.keys(spellings).join('|')}|i)(?![\\p{L}\\p{N}'’@/-])`,
  'giu'
)
/** "Its" of what it is, not of what it has; where the next word may be had ("its 4.0"), only in a subject's place. */
const itIs = new RegExp(
  `\\bits(?= (?:an?|the|in|on|at|not|my|our|just|so|really|about|around|been|also|like|near|from|for|too)\\b)|` +
    `(?:^|(?<=[.,;:!?–—…-] |\\b(?:but|so|because|bc|cos|cuz|that|if|when|think|hope|guess|say|says|said|yeah|` +
    `wait|sorry|oops|hang on|hold on|actually|oh|no) ))` +
    `its(?= (?:only|very|called|always|going|ok|okay|fine|good|great|\\d\\S*)(?![\\p{L}\\p{N}]))`,
  'giu'
)
/** "Sat i work till nine" is no sitting. */
const dayInFront = /(?:^|(?<=[.,;:!?…] |\b(?:and|but|so|then) ))(?:sat|sun)(?= (?:i|we)(?![\p{L}\p{N}]))/giu
const sentenceStart = String.raw`(?:^|(?<=[.!?…] )|(?<=[.!?…]))\s*`
const ahead = new RegExp(
  `${sentenceStart}(?:(?:so|and|but|oh|well|yeah|yes|ok|okay|so yeah|und)[,!]? +)?` +
    `(?:(?:${greetings})(?![\\p{L}\\p{N}'’])[,!.:…~]*(?:\\s+|$))+`,
  'giu'
)
const behind = new RegExp(`(?<![\\s,])[\\s,]+(?:(?:${fillers})(?![\\p{L}\\p{N}'’])[\\s,]*)+(?=[.!?,;)…]|$)`, 'giu')
const between = /(?<!\s)\s+(?:lo+l|lmf?ao|(?:ha){2,}h?)\s+(?=\p{L})/giu
const pictures = /(?<!\s)\s*(?:[\p{Extended_Pictographic}\u{FE0F}\u{200D}]+|(?<=\s|^)[:;]-?[)(DPp3](?=\s|$))/gu

interface Edit {
  from: number
  to: number
  text: string
}

export function spelt (line: string): Spelt {
  const edits = [...left(line), ...(english.test(line) && !foreign.test(line) ? respelt(line) : [])]
    .sort((one, other) => one.from - other.from)
  let text = ''
  let read = 0
  /** By how much places moved, from a place in the new text on. */
  const moved: Array<[from: number, by: number]> = []
  for (const { from, to, text: written } of edits) {
    if (from < read) continue
    text += line.slice(read, from) + written
    read = to
    moved.push([text.length, read - text.length])
  }
  text += line.slice(read)
  return { text, placeOf: at => at + (moved.findLast(([from]) => from <= at)?.[1] ?? 0) }
}

const editsOf = (line: string, pattern: RegExp, text: (found: string) => string): Edit[] =>
  [...line.matchAll(pattern)].filter(([found]) => found !== '')
    .map(({ 0: found, index }) => ({ from: index, to: index + found.length, text: text(found) }))

/** What is left out; a line of nothing else stays. */
function left (line: string): Edit[] {
  return [
    ...editsOf(line, ahead, found => /^\s/.test(found) ? ' ' : ''),
    ...editsOf(line, behind, () => ''),
    ...editsOf(line, between, () => ', '),
    ...editsOf(line, pictures, () => '')
  ]
}

const respelt = (line: string): Edit[] => [
  // "U" and "N" alone are letters.
  ...editsOf(line, spelling, found => /^[UN]$/.test(found) ? found : written(found)),
  ...editsOf(line, dayInFront, found => /^sat/i.test(found) ? 'Saturday' : 'Sunday'),
  ...editsOf(line, itIs, found => `${found.slice(0, 2)}'s`)
]

function written (found: string): string {
  const word = found.toLowerCase() === 'i' ? 'I' : spellings[found.toLowerCase()] as string
  return /^\p{Lu}/u.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
