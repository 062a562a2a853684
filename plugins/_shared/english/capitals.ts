/** Names that were typed in lower case. */
import { kinWords } from './kin.ts'

const behindPreposition = /(?<=\b(?:in|to|from|near|around|left|leave|leaving) )\p{Ll}{3,}/gu
const behindPerson = new RegExp(
  `(?<=\\b(?:${kinWords}|called|named|name is) )\\p{Ll}{3,}`,
  'gu'
)

/** "In glasgow", "my flatmate kieran": names in lower case, where both place and lexicon say so. */
export function inCapitals (text: string, kinds: (word: string) => string[]): string {
  const capital = (kind: RegExp) => (word: string) =>
    kinds(word).some(found => kind.test(found)) ? word.charAt(0).toUpperCase() + word.slice(1) : word
  return text.replace(behindPreposition, capital(/^(?:City|Country|Region)$/))
    .replace(behindPerson, capital(/^(?:MaleName|FemaleName|FirstName|Person)$/))
}
