/** Whether the clauses of a sentence are kept as one or apart, and whether at all. */
import { anaphorIn, pointing } from './anaphors.ts'
import { haveSubjects } from './phrases.ts'
import { quoted, spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** What a clause states. */
interface Said {
  tokens: Token[]
  past: boolean
  asserted: boolean
  leans: boolean
  state: { subject: string, functional: boolean } | null
}

/** Clauses of one matter, none of which may come to an end without the others: "I tried Cython but it was messy". */
export function holdTogether (statements: Said[]): boolean {
  const [first, ...others] = statements
  const leansOnPerson = others.some(({ leans, tokens }) => leans && /^(?:he|she)$/.test(tokens[0]?.lower ?? ''))
  return leansOnPerson || others.some(one => isOfThat(one) && first!.state?.functional !== true) ||
    (statements.some(({ past, asserted }) => past || !asserted) &&
      statements.every(({ state, asserted }) =>
        state?.functional !== true && asserted === first!.asserted && state?.subject === first!.state?.subject
      ))
}

/** "We're on pnpm and the monorepo has fourteen packages": which one, the words in front say. */
const isOfThat = ({ tokens: [first, second], asserted }: Said) =>
  asserted && first?.lower === 'the' && second !== undefined &&
  !/^(?:best|worst|only|most|first|last|whole)$/.test(second.lower)

/** "Last year I ran a race, and yesterday I signed up for another": each with its own subject, and nothing between. */
export const areApart = ([first, ...others]: Said[], { tokens }: { tokens: Token[] }): boolean =>
  !others.some(one => one.leans || isOfThat(one)) &&
  haveSubjects(tokens, first!.tokens[0], others.map(({ tokens: [subject] }) => subject))

/** "Handed it in", "she got a distinction", "we went there": null where what, who or where is not said. */
export function withoutContext<S extends { tokens: Token[], language: string, text: string, quote: string }> (
  statement: S,
  self: string
): S | null {
  const { tokens, language } = statement
  if (language !== 'english') return statement
  const [first, word] = [tokens[0]?.lower ?? '', anaphorIn(tokens)?.lower]
  if (word === 'there') return null
  if (first === 'it' && ownBehind.test(statement.quote)) return statement
  // "They moved the wedding": whoever they are.
  const isTheirs = first === 'they' && tokens[2]?.lower === 'the'
  if (/^(?:he|she)$/.test(first) || isTheirs) return { ...statement, text: quoted(self, spaced(tokens)) }
  return /^(?:i|we)$/.test(first) || (word !== undefined && !pointing.test(first)) ? statement : null
}
/** "It isn't cancer, but they found my thyroid is underactive." */
const ownBehind = /[,;–—] (?:and|but|so) (?:(?:i|we)\b|(?:[\p{L}'’]+ ){0,3}(?:my|our)\b)/iu
