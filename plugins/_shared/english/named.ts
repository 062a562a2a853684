/** A clause with the names of those it speaks of. */
import { clausesOf, type Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { isEmptyIt } from './incomplete.ts'
import { peopleIn } from './people.ts'
import { pronounsNamed, withSpeaker } from './pronouns.ts'
import { isForText } from './requests.ts'
import { isRenamed, noteUnknown, personMeant, type Talk } from './talk.ts'

/** Who speaks, in which turn of which talk. */
interface Hearing {
  self: string
  grammar: Grammar
  talk: Talk
  turn: number
}

/** He, she and it by name, where it is certain what is meant; "Broke my wrist" is the speaker's. */
export function named ({ talk, turn, self, grammar }: Hearing, clause: Clause, sentence: string): Clause {
  if (isRenamed(talk, clause)) talk.people = talk.people.filter(({ asked }) => !asked)
  const thing = isEmptyIt(clause.verb, clause.rest) ? null : talk.topic
  const person = (pronoun: string) => {
    const name = personMeant(talk, pronoun, turn)
    return name !== null && isForText(sentence) && !isOfSentence(talk, name) ? null : name
  }
  const meant = (pronoun: string) => pronoun === 'it' ? thing : person(pronoun)
  const others = talk.people.some(({ at, name }) => at === talk.clauses && name !== '')
  const found = clause.subject.length > 0 || others || mayBeOfThing(clause, talk, grammar) ? null : withSpeaker(clause)
  const people = peopleIn(clause, self, grammar)
  const result = found ?? pronounsNamed(clause, people, meant)
  // "My aunt lost her keys": her own.
  if (people.length === 0) { for (const { lower } of clause.tokens) noteUnknown(talk, lower, turn) }
  return result
}

/** "Don't use the snoring, her father hates it": of the text that is worked on, unless it is named here. */
const isOfSentence = ({ people, opened }: Talk, meant: string) =>
  people.some(({ name, at, asked }) => name === meant && (asked || at > opened))

/** "The new version is out. Broke the calendar": the version did, or the speaker. */
function mayBeOfThing ({ verb, tokens }: Clause, { lines }: Talk, { sentences }: Grammar): boolean {
  if (!ofThings.test(verb) || tokens.some(({ lower }) => /^(?:my|our|me|us|i|we)$/.test(lower))) return false
  const last = sentences(lines.at(-1) ?? '').flatMap(clausesOf).at(-1)
  return /NOUN|PROPN/.test(last?.tokens.find(({ pos }) => /NOUN|PROPN|PRON|VERB/.test(pos))?.pos ?? '')
}
const ofThings = /^(?:break|cause|cost|crash|fail|ship|stop|end|drop|jump|hit|blow|burn|leak)$/
