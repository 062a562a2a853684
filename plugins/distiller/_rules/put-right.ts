/** Corrections: "Sorry, it's Tuesday, not Wednesday" says the statement before again, with the other word. */
import type { Clause } from '../../_shared/english/clause.ts'
import {
  correctedWords,
  putsRight,
  replacing,
  replacingNamed,
  type Replacement
} from '../../_shared/english/correction.ts'
import { isCorrected } from '../../_shared/wording/cues.ts'
import type { Reader, Statement } from './state.ts'

export function putRight (
  { told, isDate, takenBack }: Reader,
  clause: Clause,
  sentence: string,
  leans: boolean
): Statement | null {
  if (!(takenBack === null ? isCorrected(sentence) : true) || !putsRight(clause, leans, takenBack !== null)) return null
  const [value = '', wrong] = correctedWords(clause).split(/,? not /) as [string, string?]
  const among = takenBack === null ? told.filter(({ withdrawn }) => !withdrawn) : [takenBack]
  for (const before of value === '' ? [] : among.toReversed()) {
    const said = wrong === undefined
      ? replacing(before.text, before.state?.value ?? '', value, isDate, takenBack !== null)
      : replacingNamed(before.text, value, wrong)
    if (said !== null) return withWord(before, said, sentence)
  }
  return null
}

function withWord (before: Statement, { previous, value }: Replacement, quote: string): Statement {
  return {
    ...before,
    text: before.text.replace(previous, () => value),
    quote,
    state: before.state && { ...before.state, value },
    withdrawn: false,
    parts: [],
    change: { kind: 'correction', previous }
  }
}
