/** A clause with the names of those it speaks of. */
import { antecedentOf } from './antecedent.ts'
import { clausesOf, type Clause } from './clause.ts'
import type { Grammar } from './grammar.ts'
import { isEmptyIt } from './incomplete.ts'
import { peopleIn } from './people.ts'
import { isVerb } from './phrases.ts'
import { pronounsNamed, withSpeaker } from './pronouns.ts'
import { isForText } from './requests.ts'
import { isRenamed, noteUnknown, personMeant, type Talk } from './talk.ts'

/** Who speaks, in which turn of which talk. */
interface Hearing {
  self: string
  grammar: Grammar
  talk: Talk
  turn: number
  /** The question that the turn answers. */
  asked: string | null
}

/** He, she and it by name, where it is certain what is meant; "Broke my wrist" is the speaker's. */
export function named (hearing: Hearing, clause: Clause, sentence: string): Clause {
  const { talk, turn, self, grammar } = hearing
  if (isRenamed(talk, clause)) talk.people = talk.people.filter(({ asked }) => !asked)
  const thing = isEmptyIt(clause.verb, clause.rest) ? null : talk.topic
  const person = (pronoun: string) => {
    const name = personMeant(talk, pronoun, turn)
    return name !== null && isForText(sentence) && !isOfSentence(talk, name) ? null : name
  }
  const meant = (pronoun: string) => pronoun === 'it' ? thing : person(pronoun)
  const others = talk.people.some(({ at, name }) => at === talk.clauses && name !== '') || isOfAsked(hearing, clause)
  const isOfOther = clause.subject.length > 0 || others || mayBeOfThing(clause, talk, grammar)
  const found = isOfOther ? null : withSpeaker(clause)
  const people = peopleIn(clause, self, grammar)
  const result = found ?? pronounsNamed(clause, people, meant)
  // "My aunt lost her keys": her own.
  if (people.length === 0) { for (const { lower } of clause.tokens) noteUnknown(talk, lower, turn) }
  return result
}

/** "Don't use the snoring, her father hates it": of the text that is worked on, unless it is named here. */
const isOfSentence = ({ people, opened }: Talk, meant: string) =>
  people.some(({ name, at, asked }) => name === meant && (asked || at > opened))

/** "Is she any better?" "Slowly. Asked for gin": she did, unless the sentence before, or a word of this, is of "I". */
export function isOfAsked ({ talk, turn, asked, grammar }: Hearing, { tokens, subject }: Clause): boolean {
  if (asked === null || subject.length > 0 || ofListener.test(asked)) return false
  if (!isVerb(tokens[0]) || tokens.some(({ lower }) => ofSpeaker.test(lower))) return false
  if (!ofOthers.test(asked) && !talk.people.some(person => person.asked && person.turn === turn)) return false
  const [before] = talk.isFirst ? [] : grammar.sentences(talk.lines.at(-1) ?? '').flatMap(clausesOf).toReversed()
  return !/^(?:i|we)$/.test(before?.subject[0]?.lower ?? '')
}

/** What was said or asked before that the clause cannot do without, as far as the grammar says. */
export const pointedTo = (hearing: Hearing, clause: Clause): string | null =>
  isOfAsked(hearing, clause) ? hearing.asked : antecedentOf(clause.tokens, hearing.talk.said, hearing.grammar)

/** "Did you see her?", and not "does she live with you?". */
const ofListener = /(?<!\b(?:with|to|for|from|at|than|like|near|about|by|of|on) )\byou\b/i
const ofOthers = /\b(?:s?he|him|her|his|they|them|their)\b/i
/** "Took him to the vet": of whom was asked, and so not by them; "offered me the job": not by the speaker. */
const ofSpeaker = /^(?:i|my|myself|we|our|him|them)$/

/** "The new version is out. Broke the calendar": the version did, or the speaker. */
function mayBeOfThing ({ verb, tokens }: Clause, { lines }: Talk, { sentences }: Grammar): boolean {
  if (!ofThings.test(verb) || tokens.some(({ lower }) => /^(?:my|our|me|us|i|we)$/.test(lower))) return false
  const last = sentences(lines.at(-1) ?? '').flatMap(clausesOf).at(-1)
  return /NOUN|PROPN/.test(last?.tokens.find(({ pos }) => /NOUN|PROPN|PRON|VERB/.test(pos))?.pos ?? '')
}
const ofThings = /^(?:break|cause|cost|crash|fail|ship|stop|end|drop|jump|hit|blow|burn|leak)$/
