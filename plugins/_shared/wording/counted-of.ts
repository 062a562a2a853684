/** "We're at 11 people now" after "our team is eight people": what is counted is said by the older statement alone. */
import type { Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import { clausesOf } from './cues.ts'
import { leadOf } from './lead.ts'
import { isCountedAnew } from './measures.ts'
import { piecesOf } from './pieces.ts'

/** Characters of what is quoted in front. */
const longest = 160

/** Where a fact stands behind another sentence, because its own words do not say what it is about. */
export function withCounted (verdict: Verdict, { candidate, neighbours }: Comparison): Verdict {
  const { asked, quoted } = leadOf(candidate.text)
  if (verdict.event !== 'SUPERSEDE' || asked !== null || quoted.length === 0) return verdict
  const counts = neighbours.map(({ memory }) => memory).filter(({ id, text }) =>
    verdict.targetIds.includes(id) && leadOf(text).quoted.length === 0 &&
    clausesOf(candidate.quote).some(clause => isCountedAnew(clause, text))
  ).map(({ quote }) => quote ?? '')
  const after = counts.find(quote => quote !== '' && quote.length <= longest && piecesOf(quote).length === 1)
  return after === undefined ? verdict : { ...verdict, after }
}
