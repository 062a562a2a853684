/**
 * What a new fact does to the old ones, as the classifier proposes it; the guard of the memory pipeline holds each
 * proposal against the words.
 */
import type { CandidateFact, Comparison, Verdict } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { isHeld } from '../../../domain/predicates.ts'
import { normaliseText } from '../../../domain/text/identity.ts'
import { mayBothHold } from '../../_shared/wording/both-hold.ts'
import { partsIn, withQuoting, withRemaining, type Part } from '../../_shared/wording/compound.ts'
import { withCounted } from '../../_shared/wording/counted-of.ts'
import { asDone } from '../../_shared/wording/cues.ts'
import { asSaid, howOver, least, maySpeakOf } from '../../_shared/wording/ends-by-word.ts'
import { withoutLeads } from '../../_shared/wording/lead.ts'
import { endsOutright, isSettled } from '../../_shared/wording/settled.ts'
import { isPoorer } from '../../_shared/wording/successor.ts'
import { mayBeUndone } from '../../_shared/wording/undone.ts'
import { meantToForget } from '../../_shared/wording/withdrawn.ts'
import { openClassifier } from './classifier.ts'

export async function reconcile (compared: Comparison[]): Promise<Verdict[]> {
  const comparisons = withoutLeads(compared)
  const pairs = comparisons.flatMap(({ candidate, neighbours }, at) =>
    neighbours.flatMap(({ memory }, place) => [memory, ...partsIn(compared[at]!.neighbours[place]!.memory)])
      .map(memory => ({ memory, candidate }))
  )
  const asked = pairs.filter(({ memory, candidate }) => mayBeOver(memory, candidate))
    .map(pair => ({ ...pair, how: howOver(pair.memory, pair.candidate) }))
  const over = await withQuoting(await ended(asked), pairs, (await openClassifier()).lacks)
  return comparisons.map(({ candidate, neighbours }, at) => {
    // What is to be forgotten is not quoted in front of anything either.
    const known = candidate.change.kind === 'forget' ? compared[at]!.neighbours : neighbours
    const memories = known.map(({ memory }) => memory).filter(({ state }) => state === 'active')
    const ended = over.filter(pair => pair.candidate === candidate).map(({ memory }) => memory)
    return withCounted(withRemaining(verdictOn(candidate, memories, ended), compared[at]!, ended), compared[at]!)
  })
}

interface Pair {
  memory: Memory | Part<Memory>
  candidate: CandidateFact
  how: keyof typeof least
}

/**
 * Those that the classifier takes for an end. It is asked both of the facts and of what was said, by which it errs
 * less; where the words say so, of the clauses of the newer one as well.
 */
async function ended (pairs: Pair[]): Promise<Pair[]> {
  const facts = await likeliest(pairs, ({ memory: { text } }) => [text], ({ text }) => text)
  const asked = pairs.map((pair, at) => ({ ...pair, fact: facts[at]!, known: isSettled(pair.memory, pair.candidate) }))
    .filter(({ how, fact, known }) => known || fact >= least[how][2])
  const said = await likeliest(asked, ({ memory, how }) => asSaid(memory, how), ({ quote }) => quote)
  return asked.filter(({ memory, how, fact, known }, at) => {
    const [low, high] = fact < said[at]! ? [fact, said[at]!] : [said[at]!, fact]
    const [both, one, other] = least[how]
    return known || (low >= (high >= one ? other : both) && !(how === 'implied' && 'place' in memory))
  })
}

async function likeliest (pairs: Pair[], before: (pair: Pair) => string[], now: (newer: CandidateFact) => string) {
  const { ends } = await openClassifier()
  const asked = pairs.map(pair =>
    before(pair).flatMap(older => newerIn(pair).map(newer => [older, now(newer)] as const))
  )
  const probabilities = await ends(asked.flat().map(([older, newer]) => [older, asDone(newer)]))
  return asked.map(({ length }) => Math.max(...probabilities.splice(0, length)))
}

const newerIn = ({ candidate, how }: Pair) => [candidate, ...(how === 'implied' ? [] : partsIn(candidate))]

function verdictOn (candidate: CandidateFact, memories: Memory[], over: Memory[]): Verdict {
  if (candidate.change.kind === 'forget') return forget(candidate.change.previous ?? '', memories)
  const targetIds = memories.map(({ id }) => id).filter(id => over.some(one => one.id === id))
  if (targetIds.length > 0) return { event: 'SUPERSEDE', targetIds, reason: 'The words say that it no longer holds.' }
  const same = memories.find(({ text }) => normaliseText(text) === normaliseText(candidate.text))
  if (same) return { event: 'SKIP_DUPLICATE', targetIds: [same.id], reason: 'The same words are stored already.' }
  const poorer = memories.find(({ text }) => isPoorer(text, candidate.text))
  return poorer
    ? { event: 'UPDATE', targetIds: [poorer.id], reason: 'The same fact with more detail.' }
    : { event: 'ADD', targetIds: [], reason: 'Nothing stored is replaced by it.' }
}

/**
 * The classifier is not asked of what the guard leaves standing in any case: what has happened, and what has not a word
 * in common with what was said, unless both are of one matter.
 */
function mayBeOver (memory: Memory, candidate: CandidateFact): boolean {
  const { state, memoryType, predicate } = memory
  if (state !== 'active' || candidate.change.kind === 'forget') return false
  if (endsOutright(memory, candidate)) return true
  if (![predicate, candidate.predicate].every(isHeld) || mayBothHold(memory, candidate, candidate.quote)) return false
  const isCorrected = candidate.change.kind === 'correction'
  const news = { said: candidate.quote, subject: candidate.subject }
  if (memoryType === 'episodic' && !isCorrected && !mayBeUndone(memory, news)) return false
  return (candidate.functional && predicate === candidate.predicate) || maySpeakOf(memory, candidate)
}

function forget (wish: string, known: Memory[]): Verdict {
  const held = meantToForget(known, wish)
  return held.length > 0
    ? { event: 'INVALIDATE', targetIds: held.map(({ id }) => id), reason: `The user asked to forget: ${wish}` }
    : { event: 'NONE', targetIds: [], reason: `Nothing stored speaks of what should be forgotten: ${wish}` }
}
