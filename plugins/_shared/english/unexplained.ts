/** What is named without a word of whose it is, or who: "the garden is huge", "Bethan wants to sell". */
import { terms } from '../../../domain/text/analyse.ts'
import { joined } from '../wording/words/lists.ts'
import { pointing } from './anaphors.ts'
import { clausesOf } from './clause.ts'
import { when } from './date-words.ts'
import type { Sentence } from './grammar.ts'
import { animal, kin, person } from './kin.ts'
import { brief } from './leaning.ts'
import { isVerb } from './phrases.ts'
import { following, spaced } from './third-person.ts'
import type { Token } from './token.ts'

interface Said {
  text: string
  tokens: Token[]
  quote: string
  answers: boolean
  leans: boolean
  language: string
  after: string | null
}

/** With what was said before, where there is such a thing; a pronoun that was named tells it already. */
export function explained<S extends Said> (said: S, self: string): S {
  const { tokens, quote, answers, leans, language, after } = said
  const isWhole = answers || leans || language !== 'english' || !quote.startsWith(tokens[0]?.text ?? '')
  if (after === null || isWhole || unexplained(tokens) === null) return said
  return { ...said, text: following(after, self, quote) }
}

/** The noun or name in question. */
export function unexplained (tokens: Token[]): Token | null {
  const opening = spaced(tokens.slice(0, 2)).toLowerCase()
  if (/^(?:i|we)\b/.test(opening)) return objectOf(tokens)
  if (/^my /.test(opening)) return /^my (?:first|last|final|next)$/.test(opening) ? headOf(tokens) : null
  const head = /^the /.test(opening) || isNominal(tokens[0]) ? headOf(tokens) : null
  if (head === null || alone.test(head.lower) || animal.test(head.lower)) return null
  return tokens.slice(tokens.indexOf(head)).some(isSpeaker) ? null : head
}
const isSpeaker = ({ lower }: Token) => /^(?:my|our|i|we|me|us)$/.test(lower)

const isNominal = (token: Token | undefined) => /NOUN|PROPN|ADJ/.test(token?.pos ?? '')

/** The last noun of the subject, with nothing between it and the verb. */
function headOf (tokens: Token[]): Token | null {
  const from = isNominal(tokens[0]) ? 0 : 1
  const end = tokens.findIndex(({ pos }, at) => at >= from && !/ADJ|NOUN|PROPN|NUM/.test(pos))
  const [head, next] = [tokens[end - 1], tokens[end]]
  return head !== undefined && end > from && /NOUN|PROPN/.test(head.pos) && isVerb(next) ? head : null
}

/** "We got the keys", "I've paid the deposit": what was done to it, and no "the keys of", "the flat in Leeds". */
function objectOf (tokens: Token[]): Token | null {
  const verb = tokens.findLastIndex((token, at) => at < 4 && isVerb(token))
  if (tokens[verb + 1]?.lower !== 'the' || !done.test(tokens[verb]!.lower)) return null
  const end = tokens.findIndex(({ pos }, at) => at > verb + 1 && !/ADJ|NOUN/.test(pos))
  const [head, next] = [tokens[(end < 0 ? tokens.length : end) - 1]!, tokens[end]]
  const isDated = when.test(tokens[end + 1]?.lower ?? '')
  return head.pos === 'NOUN' && !alone.test(head.lower) && (isDated || !goesOn.test(next?.lower ?? '')) ? head : null
}
const goesOn = /^(?:of|in|at|for|from|to|on|with|by|that|which|who|where|when|'s|i|we|they|he|she|you)$/
/** What is done once. */
const done =
  /^(?:got|paid|sold|signed|finished|booked|sent|passed|failed|won|lost|gave|took|bought|chose|picked|moved|changed)$/

/** Of which each has one, or that all know. */
const alone = new RegExp(
  joined(String.raw`
    ^(?:kids?|children|family|weather|world|sun|gym|doctors?|police|answer|truth|point|thing|problem|idea|plan|goal|
    reason|best|rest|news|internet|car|baby|government|thought|fact|mum|mom|dad|gran|nan|grandma|grandpa|someone|
    everyone|people|god|today|tomorrow|yesterday)$`),
  ''
)

/** The sentence that introduces it; of a noun, else the last that tells something of its own. */
export function explanationOf (head: Token, said: Sentence[]): string | null {
  const naming = said.find(({ tokens }) => tokens.some(({ lemma }) => lemma === head.lemma) && introduces(tokens, head))
  const other = isName(head) ? undefined : said.findLast(tellsMuch)
  return (naming ?? other)?.text ?? null
}

/** "My sister Bethan", "a cabin with a garden", and not "the garden". */
const introduces = (tokens: Token[], head: Token) =>
  isName(head)
    ? tokens.some(({ lower }) => kin.test(lower) || person.test(lower) || /^(?:called|named)$/.test(lower))
    : tokens[tokens.findIndex(({ lemma }) => lemma === head.lemma) - 1]?.lower !== 'the'
const isName = ({ pos }: Token) => pos === 'PROPN'

/** "We moved to a cottage in May", and not "oh no, it was fine", nor "(in May)". */
function tellsMuch (sentence: Sentence): boolean {
  if (sentence.text.endsWith('?') || terms(sentence.text).length <= brief) return false
  const subject = clausesOf(sentence)[0]?.subject ?? []
  return subject.length > 0 && !pointing.test(subject[0]!.lower) && unexplained(sentence.tokens) === null
}
