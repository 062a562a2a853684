/** People by what stands in front of their names: "Dr Lally", "Mrs Okafor", "Father Anselmo". */
import { anyWeekday } from '../wording/words/calendar.ts'
import { genderOf, title } from './gender.ts'
import type { Grammar } from './grammar.ts'
import type { Token } from './token.ts'

export const own = /^(?:my|our)$/

const isTitle = (token: Token | undefined): boolean =>
  token !== undefined && title.test(token.lower) && /^\p{Lu}/u.test(token.text)

/** "I'll ask Bríd", "we met Sunniva", "I took on Jess": people, whatever is known of their names. */
export function isDealtWith (tokens: Token[], at: number): boolean {
  const [verb, before] = [tokens[at - 2], tokens[at - 1]]
  return dealing.test(before?.lemma ?? '') ||
    (before?.lower === 'on' && verb?.lemma === 'take') ||
    (before?.lower === 'with' && sharing.test(verb?.lemma ?? ''))
}

const dealing =
  /^(?:ask|tell|call|ring|phone|text|message|meet|invite|hire|marry|date|court|pay|thank|remind|hug|kiss)$/
const sharing = /^(?:live|work|talk|speak|chat|stay|split|share|travel|train|go|swim|run|play|be)$/

export const isPlace = ({ lower }: Token, { kinds }: Grammar) =>
  kinds(lower).some(kind => /City|Country|Place|Day/.test(kind))

/** The name that begins there; no day of the week. */
export function nameFrom (tokens: Token[], from: number): Token[] {
  let to = from
  while (tokens[to]?.pos === 'PROPN' && /^\p{Lu}/u.test(tokens[to]!.text) && !day.test(tokens[to]!.lower)) to++
  return tokens.slice(from, to)
}

/** "My mother-in-law, Mondays and Tuesdays." */
const day = new RegExp(`^${anyWeekday}s?$`)

/** He or she may be "Dr Lally", and as well another; "my aunt May" is found by the aunt. */
export function titledAt (tokens: Token[], at: number) {
  const names = isTitle(tokens[at]) && !own.test(tokens[at - 1]?.lower ?? '') ? nameFrom(tokens, at + 1) : []
  const to = at + 1 + names.length
  if (names.length === 0 || tokens[to]?.lemma === "'s") return null
  return { name: '', gender: genderOf([tokens[at]!.lower], { kinds: () => [] }), to }
}
