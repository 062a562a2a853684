/**
 * A statement, stored or on its way in, and the words that count for it: the quote, and the previous value if it stands
 * in the same turn. The text that a model wrote, its value and its predicate are claims, held against those words in
 * `evident.ts`.
 */
import { terms } from '../../../../domain/text/analyse.ts'
import { nameKey } from '../../../../domain/text/identity.ts'
import type { Memory } from '../../../../domain/nouns.ts'
import { datedField, type Candidate } from './candidate.ts'
import { clausesOf, withoutSpeech } from '../../../_shared/wording/cues.ts'
import { withoutAdded } from '../../../_shared/wording/lead.ts'
import { matterOf, type Matter } from '../../../_shared/wording/matter.ts'

/** A statement, whether it is on its way in or stored. */
export interface Statement {
  id: string
  text: string
  subject: string | null
  /** Normalised names of the subject; null for that one name. */
  names: string[] | null
  predicate: string | null
  value: string | null
  functional: boolean
  negated: boolean
  validAt: number
  /** When it was said. Of a memory it is known only where its words do not say when it began. */
  spokenAt: number
  /** Whether its own words say when it began. */
  dated: boolean
  /** When the service was told. */
  toldAt: number
  /** Turns that it was read from, so that two facts of one breath are known. */
  breath: string
  /** What its speaker said, without what they quote of others, and the previous value where they named it. */
  said: string
  /** The same without the previous value. */
  quoted: string
  /** The words around the quote that may name its subject. */
  context: string
  /** True when predicate and subject were read by our own rules, not by a model. */
  ownReading: boolean
  /** Whether it has happened, and is no state. */
  done: boolean
  sessionId: string | null
}

export function statementOfCandidate ({ fact, draft, heard, names, spokenAt }: Candidate): Statement {
  const quoted = withoutSpeech(heard.own ?? fact.quote)
  const previous = heard.previous === undefined ? fact.change.previous : heard.previous
  return {
    id: draft.id,
    text: withoutAdded(fact.text),
    subject: fact.subject,
    names,
    predicate: fact.predicate,
    value: fact.value,
    functional: fact.functional,
    negated: fact.negated,
    validAt: draft.validAt,
    spokenAt,
    dated: fact.validAt !== null,
    toldAt: draft.createdAt,
    breath: heard.breath,
    said: [quoted, withoutSpeech(previous ?? '')].join('\n'),
    quoted,
    context: heard.context,
    ownReading: fact.ownReading === true,
    done: draft.memoryType === 'episodic',
    sessionId: draft.sessionId
  }
}

export function statementOfMemory (memory: Memory): Statement {
  const said = withoutSpeech(memory.quote ?? memory.text)
  return {
    id: memory.id,
    text: withoutAdded(memory.text),
    subject: memory.subject,
    names: null,
    predicate: memory.predicate,
    value: memory.value,
    functional: memory.functional,
    negated: memory.attributes['negated'] === true,
    validAt: memory.validAt,
    spokenAt: memory.validAt,
    dated: memory.attributes[datedField] === true,
    toldAt: memory.createdAt,
    breath: '',
    said,
    quoted: said,
    context: memory.quote ?? memory.text,
    ownReading: false,
    done: memory.memoryType === 'episodic',
    sessionId: memory.sessionId
  }
}

/**
 * Of what was true earlier. "I moved last month" is later than what was told last week, unless that says since when.
 * Our own reading tells history from news; a model's is held to the dates.
 */
export function isEarlier (newer: Statement, older: Statement): boolean {
  return newer.validAt < older.validAt && (!newer.ownReading || older.dated || newer.spokenAt < older.validAt)
}

/** The terms stand in the text, in their order. */
export function standsIn (wanted: string[], text: string[]): boolean {
  let place = 0
  for (const term of text) if (term === wanted[place]) place++
  return place === wanted.length
}

/** All words of one in the other, in another order: "tea over coffee" and "coffee over tea". */
export function isReordered (one: Statement, other: Statement): boolean {
  const [fewer, more] = [terms(one.text), terms(other.text)].sort((a, b) => a.length - b.length) as [string[], string[]]
  const left = [...more]
  return !standsIn(fewer, more) && fewer.every(term => {
    const place = left.indexOf(term)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}

type Subject = Pick<Statement, 'subject' | 'names'>

export function sameSubject (one: Subject, other: Subject): boolean {
  if (one.subject === null || other.subject === null) return true
  const names = subjectKeys(one)
  return subjectKeys(other).some(name => names.includes(name))
}

function subjectKeys ({ subject, names }: Subject): string[] {
  return names ?? [nameKey(subject ?? '')]
}

/**
 * The clauses of what was said that name the matter of the other statement: half of its words, and every number of it.
 */
export function clausesNaming (
  said: string,
  target: Matter
): string[] {
  return clausesOf(said).filter(clause => names(clause, target))
}

export function names (said: string, target: Matter): boolean {
  const spoken = new Set(terms(said))
  const matter = matterOf(target)
  const shared = matter.filter(term => spoken.has(term))
  const digits = matter.filter(term => /\d/.test(term))
  return shared.length > 0 && shared.length >= matter.length / 2 && digits.every(term => spoken.has(term))
}
