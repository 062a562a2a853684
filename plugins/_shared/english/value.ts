/** What a statement gives for a value, of the words behind its verb. */
import type { Token } from './token.ts'
import { endOfGroup, isVerb, nounPhrase } from './phrases.ts'
import { spaced } from './third-person.ts'
import { joined } from '../wording/words/lists.ts'

/** The words of a value, without its article and what stands behind it. */
export function valueOf (words: Token[]): string | null {
  const comma = words.findIndex(({ text }) => /^[,;]$/.test(text))
  const rest = comma < 0 ? words : words.slice(0, comma)
  return rest[0]?.lower === 'to' && isVerb(rest[1]) ? doneIn(rest) : namedIn(rest)
}

/** "To tell the department": with what is done. */
function doneIn (rest: Token[]): string | null {
  const verb = endOfGroup(rest, 1)
  const object = nounPhrase(rest, rest[verb]?.pos === 'ADP' && rest[verb + 1] !== undefined ? verb + 1 : verb)
  return object > verb ? cut(spaced(rest.slice(1, object))) : null
}

function namedIn (rest: Token[]): string | null {
  const from = rest.findIndex(({ pos, lower }) =>
    !/DET|PUNCT|ADP/.test(pos) && !howMuch.test(lower) &&
    !/^(?:my|our|about|around|(?:every|some|any)thing|everyone|all|most|both)$/.test(lower)
  )
  if (from < 0 || isNoName(rest[from]!)) return null
  const value = cut(spaced(rest.slice(from, Math.max(nounPhrase(rest, from), from + 1))))
  return value === null || namingNothing.test(value) ? null : value
}

/** "Because", "come"; but "smoking" is what one stopped. */
const isNoName = ({ pos, lower }: Token) => /SCONJ|CCONJ|AUX/.test(pos) || (pos === 'VERB' && !/ing$/.test(lower))

/** In front of what it is said of: "literally nothing", "still alive", "very strict". */
const howMuch = new RegExp(
  joined(String.raw`
    ^(?:only|just|still|even|very|really|quite|rather|pretty|so|too|mostly|mainly|almost|nearly|already|always|also|
    actually|literally|basically|officially|apparently|currently|now|then|again|either)$`)
)

/** Behind "wants", "says", "gave": "to", "she", "me". */
const namingNothing = new RegExp(
  joined(String.raw`
    ^(?:to|not|and|or|so|til|till|until|since|from|wi|too|as|than|then|like|if|how|what|when|where|why|who|whether|up|
    off|out|away|back|on|i|me|we|us|you|he|him|she|her|it|they|them|this|that|these|those|there|is|am|are|was|were|
    be)$`),
  'i'
)

const behindValue = new RegExp(
  joined(String.raw`
    (?:,(?!\d)| (?:and|but|so|since|because|where|which|who|with|as|for|last|next|this|now|these days|currently|
    again|too|yesterday|today|in (?:the )?\p{L}+ 20\d\d)\b).*$`),
  'u'
)
/** Up to what stands behind it; null when nothing is left. */
export const cut = (value: string) => value.replace(behindValue, '').replace(/[\s.!?,;]+$/, '') || null
