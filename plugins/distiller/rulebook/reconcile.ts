/**
 * What a new fact does to the old ones, by rules. When in doubt both stay: a fact wrongly kept is found beside the new one,
 * a fact wrongly retired is lost to the reader.
 */
import type { CandidateFact, Comparison, Verdict } from '../../../kernel/capabilities/distiller.ts'
import type { Memory } from '../../../kernel/nouns.ts'
import { normaliseText } from '../../../kernel/text/identity.ts'
import { contradicts, covers, holdsOther, mostly, sameParty, sameValue, sharesTopic, speaksOf } from './likeness.ts'

const stay = (reason: string): Verdict => ({ event: 'ADD', targetIds: [], reason })

export function reconcile ({ candidate, neighbours }: Comparison): Verdict {
  const known = neighbours.map(({ memory }) => memory).filter(memory => memory.state === 'active')
  const same = known.find(memory => normaliseText(memory.text) === normaliseText(candidate.text))
  if (same) return { event: 'SKIP_DUPLICATE', targetIds: [same.id], reason: 'The same words are stored already.' }
  const { change } = candidate
  if (change.kind === 'forget') return forget(candidate, known)
  const standing = known.filter(memory => sameParty(candidate, memory, known) && !isNewer(memory, candidate))
  const ended = change.kind === 'none' ? [] : standing.filter(memory => endedBy(candidate, memory))
  const replaced = unambiguous(candidate, standing.filter(memory => replacedBy(candidate, memory)))
  const denied = standing.filter(memory => contradicts(candidate, memory))
  const targets = [...new Set([...ended, ...replaced, ...denied])]
  if (targets.length > 0) {
    const reason = replaced.length > 0 ? `A new value of ${candidate.predicate}: it holds one at a time.` : ended.length > 0 ? `The words say that "${change.previous}" is over.` : 'It says the opposite of the same statement.'
    return { event: 'SUPERSEDE', targetIds: targets.map(memory => memory.id), reason }
  }
  const duplicate = standing.find(memory => covers(memory, candidate))
  if (duplicate) return { event: 'SKIP_DUPLICATE', targetIds: [duplicate.id], reason: 'A stored fact says as much already.' }
  const poorer = change.kind === 'none' ? standing.find(memory => covers(candidate, memory)) : undefined
  if (poorer) return { event: 'UPDATE', targetIds: [poorer.id], reason: 'The same fact with more detail.' }
  return stay('Nothing stored is replaced by it.')
}

/** An older statement, told late, does not end what is newer. */
function isNewer (memory: Memory, candidate: CandidateFact): boolean {
  return candidate.validAt !== null && candidate.validAt < memory.validAt
}

function forget (candidate: CandidateFact, known: Memory[]): Verdict {
  const previous = candidate.change.previous ?? ''
  const meant = known.filter(memory => mostly(memory.text, previous))
  return meant.length > 0
    ? { event: 'INVALIDATE', targetIds: meant.map(memory => memory.id), reason: `The user asked to forget: ${previous}` }
    : { event: 'NONE', targetIds: [], reason: `Nothing stored speaks of what should be forgotten: ${previous}` }
}

function replacedBy (candidate: CandidateFact, memory: Memory): boolean {
  if (!candidate.functional || !(memory.functional || memory.predicate === 'scheduled_for') || candidate.negated || candidate.predicate !== memory.predicate) return false
  if (candidate.value === null || memory.value === null || sameValue(candidate.value, memory.value)) return false
  // "I'm a mother" beside "I'm an engineer": two titles stand unless the words tell of a change.
  if (candidate.predicate === 'job_title' && !/\b(now|promoted|new|became|job|role|title|position|currently)\b/i.test(candidate.quote)) return false
  return !covers(candidate, memory) && !covers(memory, candidate)
}

/** "The meeting got pushed" may be any of two meetings. */
function unambiguous (candidate: CandidateFact, memories: Memory[]): Memory[] {
  return candidate.predicate === 'scheduled_for' && memories.length > 1 ? [] : memories
}

/** The old value in the speaker's words, where an old fact states it as what holds now. */
function endedBy (candidate: CandidateFact, memory: Memory): boolean {
  const { previous } = candidate.change
  if (!previous || !speaksOf(memory.text, previous) || isHistory(memory) || holdsOther(memory, candidate, previous)) return false
  // "I moved from Rotterdam" ends living there, not the marathon there.
  if (candidate.functional && candidate.predicate !== memory.predicate) return false
  if (memory.predicate === null) return false
  if (!memory.functional && saysMore(memory.text)) return false
  return sharesTopic(candidate, memory, previous)
}

/** A memory of several sentences would take the others with it, unless they only point back at the first. */
function saysMore (text: string): boolean {
  const [, ...rest] = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u)
  return rest.some(sentence => /\d/.test(sentence) || !/\b(?:it|this|that|them|they)\b/i.test(sentence))
}

/** What was tried, learned or changed stays true whatever comes after. */
function isHistory (memory: Memory): boolean {
  return memory.predicate === 'name' || /^(tries|learns|switches|moves|migrates|starts|stops|quits|drops|grows|goes|reduces|improves|interested_in|former_|used_to|asked)/.test(memory.predicate ?? '') ||
    (memory.memoryType === 'episodic' && !memory.functional) ||
    // "has been writing Python for six years" is experience, whatever comes after.
    /\bha(?:s|ve) (?:\w+ )?been \w+ing\b.*\b(?:for|since)\b/i.test(memory.text)
}
