/** What a sentence takes back, and what else it says. */
import { wishesToForget } from '../wording/wishes.ts'
import { isAbout, isOfThat, withdrawnIn, type Withdrawal } from '../wording/withdrawn.ts'
import type { Grammar, Sentence } from './grammar.ts'
import { saidAgain, type SaidAgain } from './said-again.ts'
import type { Talk } from './talk.ts'
import type { Token } from './token.ts'

interface Said {
  text: string
  tokens: Token[]
  turn: number
  withdrawn: boolean
}

interface Hearing<One extends Said> {
  prior: One[]
  talk: Talk
  grammar: Grammar
  turn: number
  takenBack: One | null
}

/**
 * "Scratch that about the wedding, they moved it": what it takes back is marked, and what else it says is read.
 * `before` is the sentence in front of it, `opens` whether the turn said nothing yet.
 */
export function withoutWithdrawal<One extends Said> (
  reader: Hearing<One>,
  sentence: Sentence,
  before: string,
  opens: boolean
): Sentence | null {
  const { prior, talk, grammar, turn } = reader
  reader.takenBack = null
  const again = saidAgain(sentence.written, before, prior, turn)
  if (again !== null) return insteadOf(reader, again, sentence)
  const withdrawal = withdrawnIn(sentence.written)
  if (withdrawal === null) return sentence
  const { rest } = withdrawal
  const meant = meantBy(withdrawal, prior, turn)
  // Nothing of this talk is meant: "Forget about my card" may be said of what is stored.
  if (withdrawal.weak && opens && !(talk.asked === null && isOfThat(rest, meant?.text))) return sentence
  if (meant === undefined && wishesToForget(sentence.written).length > 0) return sentence
  if (meant !== undefined) meant.withdrawn = true
  reader.takenBack = meant ?? null
  return grammar.sentences(rest)[0] ?? null
}

/** What is said in its place; a word alone is read as "I said Leeds, I meant York". */
function insteadOf<One extends Said> (
  reader: Hearing<One>,
  { meant, rest, words }: SaidAgain<One>,
  sentence: Sentence
): Sentence | null {
  if (words !== null) return { ...sentence, written: `I said ${words[0]}, I meant ${words[1]}` }
  if (meant !== null) meant.withdrawn = true
  // "She's fourteen" says whose age it is with what stood there before.
  if (/^(?:he|she|it|they)\b/i.test(rest)) reader.takenBack = meant
  return reader.grammar.sentences(rest)[0] ?? null
}

const meantBy = <One extends Said>({ about }: Withdrawal, prior: One[], turn: number) =>
  prior.findLast(one => !one.withdrawn && (about === null ? turn - one.turn <= 2 : isAbout(one.text, about)))
