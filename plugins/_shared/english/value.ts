/** What a statement gives for a value, of the words behind its verb. */
import type { Token } from './token.ts'
import { nounPhrase } from './phrases.ts'
import { spaced } from './third-person.ts'
import { joined } from '../wording/words/lists.ts'

/** The words of a value, without its article and what stands behind it. */
export function valueOf (rest: Token[]): string | null {
  const from = rest.findIndex(({ pos, lower }) =>
    !/DET|PUNCT|ADP/.test(pos) &&
    !/^(?:my|our|about|around|(?:every|some|any)thing|everyone|all|most|both)$/.test(lower)
  )
  const value = from < 0 ? null : cut(spaced(rest.slice(from, Math.max(nounPhrase(rest, from), from + 1))))
  return value === null || namingNothing.test(value) ? null : value
}

/** Behind "wants", "says", "gave": "to", "she", "me". */
const namingNothing = new RegExp(
  joined(String.raw`
    ^(?:to|not|and|or|so|too|as|than|then|like|if|how|what|when|where|why|who|whether|up|off|out|away|back|on|i|me|we|
    us|you|he|him|she|her|it|they|them|this|that|these|those|there|is|am|are|was|were|be)$`),
  'i'
)

const behindValue =
  /(?:,(?!\d)| (?:and|but|since|because|where|which|who|with|as|for|last|next|this|now|these days|currently|again|too|yesterday|today|in (?:the )?\p{L}+ 20\d\d)\b).*$/u
/** Up to what stands behind it; null when nothing is left. */
export const cut = (value: string) => value.replace(behindValue, '').replace(/[\s.!?,;]+$/, '') || null
