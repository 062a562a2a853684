/** Corrections: "Sorry, it's Tuesday, not Wednesday" says the statement before again, with the other word. */
import { correctionsOf } from '../../_shared/english/brief-correction.ts'
import type { Clause } from '../../_shared/english/clause.ts'
import { replacing, withReplaced, type Correction, type Replacement } from '../../_shared/english/correction.ts'
import type { Sentence } from '../../_shared/english/grammar.ts'
import { isOfProposal } from '../../_shared/english/proposal.ts'
import { revisionIn, withRevision, type Revision } from '../../_shared/english/revised.ts'
import { partsOf, type Reader, type Statement } from './state.ts'

/** Statements back that a bare word may put right: "the 24th", "Lisbon". */
const near = 4

export function putRight (reader: Reader, clauses: Clause[], sentence: Sentence, isAnswer: boolean): Statement | null {
  if (isOfProposal(sentence.written, reader.talk, reader.prior.map(({ text }) => text).slice(-near))) return null
  for (const words of correctionsOf(sentence, clauses, isAnswer, reader.takenBack !== null)) {
    const right = firstWith(reader, words, sentence.text)
    if (right !== null) return right
  }
  const again = revisionIn(sentence, reader.prior, reader, isAnswer)
  return again && withCorrection(again, sentence.text, clauses.some(({ past }) => past), reader.self)
}

/** "I mean Superdrug": of what, is not certain, so both are said, and neither holds alone. */
function withCorrection ({ said, words }: Revision<Statement>, quote: string, past: boolean, self: string): Statement {
  const again = withRevision(said.flatMap(partsOf), { text: words, past }, self)
  for (const one of said) one.withdrawn = true
  return { ...said.at(-1)!, quote, state: null, partOf: null, ...corrected(null), ...again }
}

const corrected = (previous: string | null) => ({
  withdrawn: false,
  parts: [],
  change: { kind: 'correction' as const, previous }
})

/** The last statement that all of it may be said of. */
function firstWith ({ prior, isDate, takenBack }: Reader, words: Correction[], quote: string): Statement | null {
  const known = prior.filter(one => !one.withdrawn).slice(words[0]!.wrong === undefined ? -near : 0).toReversed()
  for (const before of takenBack === null ? known : [takenBack, ...known]) {
    const right = words.reduce<Statement | null>((said, one) => {
      const found = said && replacing(one, said.text, said.state?.value ?? '', isDate, before === takenBack)
      return said && found && withWord(said, found, quote)
    }, before)
    if (right === null) continue
    // What was meant may be another statement than the last.
    if (takenBack !== null && before !== takenBack) takenBack.withdrawn = false
    before.withdrawn = true
    return right
  }
  return null
}

function withWord (before: Statement, replacement: Replacement, quote: string): Statement {
  const { previous, value } = replacement
  const { text, state } = before
  const held = state?.value ?? ''
  return {
    ...before,
    text: withReplaced(text, replacement),
    quote,
    state: state && { ...state, value: held.includes(previous) ? held.replace(previous, () => value) : value },
    ...corrected(previous)
  }
}
