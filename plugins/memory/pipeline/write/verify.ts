/**
 * Between distilling and matching: what a distiller claims of the words is held against them, and what was not said is
 * refused.
 */
import type { CandidateFact } from '../../../../domain/capabilities/distiller.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { timeSlices } from '../../../_shared/time-slice.ts'
import type { Candidate } from './candidate.ts'
import { isDenied, isEnded, sentencesOf, withoutSpeech } from '../../../_shared/wording/cues.ts'
import { wishesToForget } from '../../../_shared/wording/wishes.ts'
import { isEvident } from './evident.ts'
import { isSaid } from './repeats.ts'
import { matterOf } from '../../../_shared/wording/matter.ts'
import { statementOfCandidate } from './statement.ts'

/** Most that may be believed of a fact whose value does not stand in its quote. */
const mostUnproven = 0.5

export interface Verified {
  candidates: Candidate[]
  /** Left out because nothing of them was said. */
  refused: Candidate[]
}

export async function verify (candidates: Candidate[], signal?: AbortSignal): Promise<Verified> {
  const pause = timeSlices(signal)
  const [kept, refused]: [Candidate[], Candidate[]] = [[], []]
  for (const candidate of candidates) {
    await pause()
    const checked = candidate.fact.ownReading === true ? candidate : heldAgainstWords(candidate)
    if (mayStand(checked)) kept.push(checked)
    else refused.push(checked)
  }
  return { candidates: kept, refused }
}

function mayStand (candidate: Candidate): boolean {
  const { fact } = candidate
  return fact.ownReading === true || fact.change.kind === 'forget' || isSaid(statementOfCandidate(candidate))
}

function heldAgainstWords (candidate: Candidate): Candidate {
  const { fact, draft } = candidate
  const said = withoutSpeech(candidate.heard.own ?? fact.quote)
  const kind = kindOf(fact, said)
  const negated = fact.negated && (isDenied(said) || isEnded(said))
  const proven = fact.value === null || isEvident({ ...statementOfCandidate(candidate), negated })
  const confidence = proven ? fact.confidence : Math.min(fact.confidence, mostUnproven)
  const attributes = { ...draft.attributes }
  if (!negated) delete attributes['negated']
  return {
    ...candidate,
    fact: { ...fact, negated, confidence, change: { ...fact.change, kind } },
    draft: { ...draft, confidence, attributes }
  }
}

/** A wish to forget is one in the words, whatever it was called; a fact stated beside one is none. */
function kindOf (fact: CandidateFact, said: string): CandidateFact['change']['kind'] {
  const wishes = wishesToForget(said)
  if (wishes.length === 0) return fact.change.kind === 'forget' ? 'none' : fact.change.kind
  if (fact.change.kind === 'forget') return 'forget'
  const matter = matterOf(fact)
  const sentences = sentencesOf(fact.quote).filter(sentence => sharesAny(matter, sentence))
  return sentences.length > 0 && sentences.every(sentence => wishes.includes(sentence)) ? 'forget' : fact.change.kind
}

function sharesAny (wanted: string[], text: string): boolean {
  const held = new Set(terms(text))
  return wanted.some(term => held.has(term))
}
