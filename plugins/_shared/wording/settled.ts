/** Which words settle by themselves that an older statement is over, so that no classifier is needed. */
import type { CandidateFact } from '../../../domain/capabilities/distiller.ts'
import type { Memory } from '../../../domain/nouns.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { isCalledOff } from './called-off.ts'
import { mayBothHold } from './both-hold.ts'
import { isAdded } from './cues.ts'
import { isOfTheDead } from './deaths.ts'
import { hasQuit, hasSwapped, isOfSame } from './ends-by-word.ts'
import { isDoneOtherwise, sinceNow } from './frame.ts'
import { isFulfilled } from './fulfilled.ts'
import { isRecounted } from './measures.ts'
import { isRedated } from './redated.ts'
import { isLeft, isPlain } from './successor.ts'
import { joined } from './words/lists.ts'

/** A person died, or what was to come has come about or is off: it may not hold yet, or not be named. */
export const endsOutright = (memory: Memory, candidate: CandidateFact): boolean =>
  [isOfTheDead, isCalledOff, isFulfilled].some(isOver => isOver(memory, candidate))

/** Another home, employer, marital status or number of the same, or what was left, done or called off. */
export function isSettled (memory: Memory, candidate: CandidateFact): boolean {
  if (endsOutright(memory, candidate) || hasQuit(memory, candidate) || hasSwapped(memory, candidate)) return true
  if (isAdded(candidate.quote) || memory.subject !== candidate.subject) return false
  if (!candidate.negated && isRecounted(candidate, memory)) return true
  return candidate.functional && isOfSame(memory, candidate) &&
    (isRedated(candidate, memory) || hasOtherValue(candidate, memory))
}

function hasOtherValue (candidate: CandidateFact, memory: Memory): boolean {
  const [older, newer] = [terms(memory.value ?? ''), terms(candidate.value ?? '')]
  return !older.some(term => newer.includes(term)) &&
    !mayBothHold(memory, candidate, candidate.quote) &&
    (isPlain(candidate) || isLeft(older, candidate.quote) || isDoneOtherwise(candidate, memory) ||
      isOnAnotherTopic(candidate, memory))
}

/** What it is about; "about half done" and "on hold" are how far it is. */
const topic = new RegExp(
  joined(String.raw`
    (?<!\b(?:old|former|previous|first|last|other) )\b(?:thesis|dissertation|essay|paper|research|talk|lecture|article|
    book|novel|film|documentary|project|report)(?: is|['’]s)(?: now)?\s
    (?:about (?!half|\d|to |done|a (?:third|quarter)|time|finished|ready|over)|
    on (?!hold|track|time|schedule|ice|pause|sale|show|the|my|its|page|chapter|\d))`),
  'i'
)

/** "My thesis is about mussels now" after "my thesis is on seagrass". */
const isOnAnotherTopic = (candidate: CandidateFact, memory: Memory) =>
  sinceNow.test(candidate.quote) && [candidate, memory].every(({ text }) => topic.test(text))
