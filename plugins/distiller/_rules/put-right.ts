/** Corrections: "Sorry, it's Tuesday, not Wednesday" says the statement before again, with the other word. */
import type { Clause } from '../../_shared/english/clause.ts'
import { correctionIn, replacing, type Replacement } from '../../_shared/english/correction.ts'
import { isCorrected } from '../../_shared/wording/cues.ts'
import type { Reader, Statement } from './state.ts'

/** Statements back that a bare word may put right: "the 24th", "Lisbon". */
const near = 4

export function putRight (reader: Reader, clause: Clause, sentence: string, leans: boolean): Statement | null {
  const { told, isDate, takenBack } = reader
  const words = takenBack !== null || isCorrected(sentence) ? correctionIn(clause, leans, takenBack !== null) : null
  if (words === null) return null
  const known = told.filter(({ withdrawn }) => !withdrawn).slice(words.wrong === undefined ? -near : 0).toReversed()
  for (const before of takenBack === null ? known : [takenBack, ...known]) {
    const found = replacing(words, before.text, before.state?.value ?? '', isDate, before === takenBack)
    if (found !== null) return withWord(before, found, sentence, takenBack)
  }
  return null
}

function withWord (
  before: Statement,
  { previous, value }: Replacement,
  quote: string,
  takenBack: Statement | null
): Statement {
  const { text, state } = before
  const held = state?.value ?? ''
  // What was meant may be another statement than the last.
  if (takenBack !== null && before !== takenBack) takenBack.withdrawn = false
  if (state?.functional !== true) before.withdrawn = true
  return {
    ...before,
    text: text.replace(previous, () => value),
    quote,
    state: state && { ...state, value: held.includes(previous) ? held.replace(previous, () => value) : value },
    withdrawn: false,
    parts: [],
    change: { kind: 'correction', previous }
  }
}
