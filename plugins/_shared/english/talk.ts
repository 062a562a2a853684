/** What was said before, for words that lean on it: he, she and it, questions that are answered. */
import { clausesOf, type Clause } from './clause.ts'
import type { Grammar, Sentence } from './grammar.ts'
import { peopleIn, type Mention } from './people.ts'
import { genderOfPronoun } from './pronouns.ts'
import { isExaggerated, isIronic, isPraise, isTrouble } from '../wording/cues.ts'
import { fictionIn, isDreamt, isPlayed, type Fiction } from '../wording/role-play.ts'
import { inside } from './third-person.ts'

/** A person spoken of, whom he or she may mean. */
interface Person extends Mention {
  turn: number
  /** Place among the clauses of the talk. */
  at: number
  /** Whether a question named them. */
  asked: boolean
}

export interface Talk {
  /** Who speaks, as long as the name is not known. */
  speaker: 'The assistant' | 'The user'
  /** The speaker's name, once it was said. */
  name: string | null
  people: Person[]
  /** How people stand to the speaker ("boyfriend"), by their names, as far as it was said. */
  relations: Map<string, string>
  /** The thing that the clause before was about: "the user's dentist appointment". */
  topic: string | null
  /** Clauses so far. */
  clauses: number
  /** Clauses before the sentence that is read, and before the one in front of it. */
  opened: number
  openedBefore: number
  /** The last question that was put to the speaker, until they speak. */
  asked: string | null
  /** The sentence in front of it, where its "that" means that. */
  proposed: string | null
  /** What the other said last, until the speaker has said a sentence. */
  heard: string
  /** What is not yet read of the turn, and whether all of it. */
  unread: string
  isFirst: boolean
  /** Whether a game is played in which the speaker plays another, and the turn in which a dream is recounted. */
  playing: boolean
  dreamtIn: number | null
  /** The last story or joke. */
  fiction: Fiction | null
  /** The turn in which something was not meant as it was said. */
  mockingIn: number | null
  /** The turn whose last sentence was bad news. */
  troubleIn: number | null
  /** The last sentences of the speaker that stand alone. */
  said: Sentence[]
  /** The last sentences of the speaker. */
  lines: string[]
  /** What was last said to be needed or planned ("I'm looking for a present"), and its place among the clauses. */
  need: { text: string, at: number } | null
}

export const newTalk = (aboutAssistant: boolean, userName: string | null): Talk => ({
  speaker: aboutAssistant ? 'The assistant' : 'The user',
  name: aboutAssistant ? null : userName,
  people: [],
  relations: new Map(),
  topic: null,
  clauses: 0,
  opened: 0,
  openedBefore: 0,
  asked: null,
  proposed: null,
  heard: '',
  unread: '',
  isFirst: true,
  playing: false,
  dreamtIn: null,
  fiction: null,
  mockingIn: null,
  troubleIn: null,
  said: [],
  lines: [],
  need: null
})

/** "I'm Ada", of the user or the assistant, also where the name was known before. */
export const nameSaid = (name: string, self: string, { speaker }: Talk): string =>
  `${self === name ? speaker : self}'s name is ${name}.`

/** A man and a woman without names are two. */
const isSame = (one: Mention, other: Mention) =>
  one.name === other.name && (one.name !== '' || one.gender === other.gender)

export function note (talk: Talk, mentions: Mention[], turn: number, asked = false): void {
  const at = ++talk.clauses
  for (const mention of mentions) {
    const others = talk.people.filter(person => !isSame(person, mention))
    // "My boyfriend Luca", and later "Luca".
    const gender = mention.gender ?? talk.people.find(person => isSame(person, mention))?.gender ?? null
    talk.people = [...others, { ...mention, gender, turn, at, asked }].slice(-8)
  }
}

/** Whom a question names, he and she may mean in the answer: "your dad" is the speaker's. */
export function noteAsked (talk: Talk, question: string, turn: number, self: string, grammar: Grammar): void {
  const named = question.replace(/\byour\b/gi, 'my').replace(addressed, '')
  for (const clause of grammar.sentences(named).flatMap(clausesOf)) {
    note(talk, peopleIn(clause, self, grammar), turn, true)
  }
}

/** "What does he want, Dennis?" is put to Dennis. */
const addressed = /^\p{Lu}[\p{L}-]{1,30}, (?=\p{Ll})|, \p{Lu}[\p{L}-]{1,30}(?= ?\?$)/u

/**
 * The one person of this turn or the two before, or else of the talk, whom the pronoun fits; of several, the one that
 * was asked about or that the clause, or else the sentence, right before spoke of alone. Null when that is not certain.
 */
export function personMeant (
  { people, clauses, opened, openedBefore }: Talk,
  pronoun: string,
  turn: number
): string | null {
  const gender = genderOfPronoun(pronoun)
  const ofTalk = people.filter(person => person.gender === null || person.gender === gender)
  const recent = ofTalk.filter(person => turn - person.turn <= 2)
  const fitting = recent.length > 0 ? recent : ofTalk
  const ofTurn = fitting.filter(person => person.turn === turn)
  const last = ofTurn.filter(({ at, asked }) => at === clauses && (asked || at > opened || /^s?he$/.test(pronoun)))
  // "Luka gets carsick and Ema is scared of boats. She's nine and he's six."
  const near = last.length > 0 || !/^s?he$/.test(pronoun) ? last : ofTurn.filter(({ at }) => at > openedBefore)
  const [meant, ...others] = fitting.length > 1 ? near : fitting
  // "We have a cat and a dog. He's four."
  const mayBeEither = ofTurn.filter(({ gender, at }) => gender === null && at > openedBefore).length > 1
  if (mayBeEither && meant?.gender === null && meant.asked === false) return null
  if (others.length > 0 || meant === undefined || !isSure(meant, turn, ofTalk.length)) return null
  meant.turn = turn
  meant.gender ??= gender
  return meant.name
}

/** "A guest complained of my cousin Stavros. I told her", turns later: whether that is a man is not known. */
const isSure = ({ name, alone, gender, asked, turn: last }: Person, turn: number, ofTalk: number) =>
  alone && name !== '' && (ofTalk === 1 || gender !== null || asked || last === turn)

/** "She's been his customer", where no woman was spoken of: she is a person of the talk, whoever she is. */
export function noteUnknown (talk: Talk, pronoun: string, turn: number): void {
  const gender = genderOfPronoun(pronoun)
  const isKnown = talk.people.some(person => person.gender === null || person.gender === gender)
  if (gender === null || isKnown) return
  talk.people = [...talk.people, { name: '', gender, alone: true, turn, at: talk.clauses + 1, asked: false }].slice(-8)
}

/**
 * Notes games, dreams and mockery; whether the sentence is of one of them, and so nothing that it says is so. `before`
 * is the sentence before it in the turn.
 */
export function noteGame (talk: Talk, { text, written }: Sentence, turn: number, before: string): boolean {
  const was = talk.playing
  talk.playing = isPlayed(written, was, before)
  // What was asked in the game is no question to the speaker.
  if (was && !talk.playing) talk.asked = null
  talk.fiction = fictionIn(written, turn, talk.fiction, talk.asked !== null)
  talk.dreamtIn = isDreamt(text, talk.dreamtIn === turn) ? turn : null
  const mocking = talk.mockingIn === turn && isExaggerated(written)
  // "The car makes a new noise. Brilliant. I'm thrilled."
  if (isIronic(written) || (talk.troubleIn === turn && isPraise(written))) talk.mockingIn = turn
  talk.troubleIn = isTrouble(written) ? turn : null
  return talk.playing || talk.fiction?.on === true || talk.dreamtIn === turn || mocking
}

/** "How is your wife?" "She's my ex-wife now": it is not whom the question named. */
export function isRenamed ({ people }: Talk, { subject: [pronoun], verb, rest: [first] }: Clause): boolean {
  return verb === 'be' && /^(?:he|she|it)$/.test(pronoun?.lower ?? '') &&
    /^(?:my|our|not|n't)$/.test(first?.lower ?? '') &&
    people.some(({ asked }) => asked)
}

/** "What does she (Noor) do?" */
export function withPerson (question: string, talk: Talk, turn: number): string {
  const { 0: pronoun, index = 0 } = /\b(?:he|she|him|her|his)\b/i.exec(question) ?? { 0: '' }
  const person = pronoun === '' ? null : personMeant(talk, pronoun.toLowerCase(), turn)
  const end = index + pronoun.length
  return person === null
    ? question
    : `${question.slice(0, end)} (${inside(person)}${/his/i.test(pronoun) ? "'s" : ''})${question.slice(end)}`
}
