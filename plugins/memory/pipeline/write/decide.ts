/** Step 4: what each candidate does to what is there. Identical and near-identical texts are decided here; the rest is proposed by the distiller and guarded. */
import type { Comparison, Distiller, Verdict } from '../../../../kernel/capabilities/distiller.ts'
import { likenessOf } from './candidate.ts'
import { guard, isNegated } from './guard.ts'
import { closeEnough, type Matched } from './match.ts'

export interface Decided extends Matched { verdict: Verdict }

const unrelated: Verdict = { event: 'ADD', targetIds: [], reason: 'Nothing stored is close to it.' }
const nothingToForget: Verdict = { event: 'NONE', targetIds: [], reason: 'Nothing stored matches what should be forgotten.' }

export async function decide (distiller: Distiller, userId: string, matched: Matched[]): Promise<Decided[]> {
  const open: Array<{ index: number, comparison: Comparison }> = []
  const decided = matched.map((one, index): Decided => {
    const verdict = decideAlone(one)
    if (verdict === null) open.push({ index, comparison: { candidate: one.fact, neighbours: one.neighbours } })
    return { ...one, verdict: verdict ?? unrelated }
  })
  if (open.length === 0) return decided
  const proposals = await distiller.reconcile(userId, open.map(({ comparison }) => comparison))
  for (const [place, { index }] of open.entries()) {
    const one = decided[index] as Decided
    one.verdict = guard(proposals[place] ?? unrelated, one, one.neighbours.map(({ memory }) => memory))
  }
  return decided
}

/** Null when the words alone do not settle it. */
function decideAlone ({ fact, draft, likeness, twin, neighbours }: Matched): Verdict | null {
  if (fact.change.kind !== 'forget') {
    if (twin !== null) return { event: 'SKIP_DUPLICATE', targetIds: [twin.id], reason: 'The same text is stored already.' }
    const alike = neighbours.find(({ memory }) => memory.project === draft.project && isNegated(memory) === fact.negated && likenessOf(memory.text) === likeness)
    if (alike !== undefined && likeness !== '') return { event: 'SKIP_DUPLICATE', targetIds: [alike.memory.id], reason: 'The same words are stored already.' }
  }
  const worthAsking = neighbours.some(({ memory, similarity }) => similarity >= closeEnough || memory.subject !== null)
  if (worthAsking) return null
  return fact.change.kind === 'forget' ? nothingToForget : unrelated
}
