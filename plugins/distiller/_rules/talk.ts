/**
 * What was said before, for words that lean on it: questions that are answered, people meant by he and she,
 * statements put right.
 */
import type { Conversation, Turn } from '../../../domain/capabilities/distiller.ts'
import { isAssistantRole, isUserRole } from '../../../domain/roles.ts'
import type { Clause } from './parts.ts'
import type { Draft } from './drafts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'

/** The label of one who has no name: he and she may mean them. */
const nobody = ''

interface Person {
  label: string
  gender: 'male' | 'female' | null
  turn: number
}

export interface Talk {
  /** The question that the turn before ended with. */
  asked: string | null
  people: Person[]
  /** Whom the last statement was about, when it speaks of no one else. */
  topic: Person | null
  /** The event that this turn speaks of, as it is called. */
  event: Token[] | null
  /** The latest of what was read, in order. */
  drafts: Draft[]
  name: string | null
  /** How many drafts the turn had after the sentence before; -1 when that sentence said nothing. */
  fresh: number
  /** Help was asked for: what is then needed is for this talk. */
  asking: boolean
  /** What is said in irony tells nothing. */
  ironic: boolean
}

/** At least so many statements are kept to be put right by later words. */
export const mostDrafts = 200

export const openTalk = ({ userName }: Conversation): Talk => ({
  asked: null,
  people: [],
  topic: null,
  event: null,
  drafts: [],
  name: userName,
  fresh: -1,
  asking: false,
  ironic: false
})

/** Only a turn of the user's own is read: a web page, a tool and "assistant " are not the user. */
export const isUser = ({ role }: Turn) => isUserRole(role)
export const isAssistant = ({ role }: Turn) => isAssistantRole(role)

const offers =
  /^(?:\w+,? )?(?:want|would|shall|should|can|could|may|let|do you want|are you ready|need|how about|what about)\b|\b(?:make sense|help you|help with|like me to)\b/i

/** The last question of a turn that ends with it, 200 characters at most. */
export function questionOf ({ content }: Turn): string | null {
  const [found] =
    /[^.!?\n]{3,200}\?(?=\W*$)|\btell me (?:more )?about [^.!?\n]{3,80}\.(?=\W*$)/iu.exec(content.slice(-400)) ?? []
  return found?.trim() ?? null
}

const isFeeling = (answer: string) =>
  words.moods.has(/^(?:(?:so|very|really|pretty|a bit) )?(\w+)/i.exec(answer)?.[1]?.toLowerCase() ?? '')

/** Whether a short answer to this question tells something about who answers. */
export const isAnswered = (question: string, answer: string) =>
  /^(?:not (?:yet|really|much|sure|exactly)|let's|let us|nothing|not at all)\b/i.test(answer) ||
    /\bhow (?:are|were|do|did) (?:you|things)\b.*\b(?:feel\w*|doing|going)\b/i.test(question)
    ? false
    : /^(?:yes|yeah|yep|no|nope|nah|not)\b/i.test(answer)
    ? !offers.test(question)
    : /\b(?:you|your|any|anything|anyone)\b|^(?:\w+,? )?(?:when|where|who|what|which|how)\b/i.test(question) &&
      !isFeeling(answer) &&
      !/^(?:ok|okay|sure|thanks|thank|great|good|cool|perfect|fine|please|hm+|got it|maybe|both)\b/i.test(answer)

/** The predicate that an answer to the question fills in, where that is sure. */
export function predicateAsked (question: string, grammar: Grammar): { predicate: string, functional: boolean } | null {
  const [, verb] = /\bwhere (?:do|are) you (?:currently |now )?(live|living|based|work|working)\b/i.exec(question) ?? []
  if (verb) return { predicate: /^work/i.test(verb) ? 'works_at' : 'lives_in', functional: true }
  if (/\bhow old are you\b/i.test(question)) return { predicate: 'age', functional: true }
  const attribute = /\bwhat(?:'s| is) your (?:favou?rite )?([a-z ]+)\?/i.exec(question)?.[1]
  return attribute ? attributeAsked(question, attribute) : doneAsked(question, grammar)
}

function attributeAsked (question: string, attribute: string): { predicate: string, functional: boolean } | null {
  if (/favou?rite/i.test(question)) {
    return { predicate: `favorite_${attribute.replace('colour', 'color').replaceAll(' ', '_')}`, functional: true }
  }
  const predicate = words.attributes[attribute]
  return predicate ? { predicate, functional: true } : null
}

function doneAsked (question: string, grammar: Grammar): { predicate: string, functional: boolean } | null {
  const [, done] = /\b(?:what|which) .*\bdo you (\w+)\b/i.exec(question) ?? []
  return done
    ? { predicate: grammar.thirdPerson(done.toLowerCase()), functional: false }
    : /\ballerg/i.test(question)
    ? { predicate: 'is_allergic_to', functional: false }
    : null
}

/** Notes whom a clause is about. */
export function notePeople (
  talk: Talk,
  clause: Clause,
  label: string,
  own: boolean,
  turn: number,
  grammar: Grammar
): void {
  const about = !own && clause.subject.some(({ pos, lower }) => pos === 'PROPN' || words.kin.has(lower))
  const known = talk.people.find(person => person.label === label)
  const person: Person | null = about
    ? { label, gender: genderOf(clause.subject, grammar) ?? known?.gender ?? null, turn }
    : null
  const others = clause.rest.some(({ lower }) =>
    words.kin.has(lower) || genderOf([{ lower } as Token], grammar) !== null
  )
  talk.topic = others && clause.verb !== 'be' && clause.verb !== 'call' ? null : person
  const met = [...relatedIn(clause.rest, turn), ...(person ? [person] : [])]
  const labels = new Set(met.map(({ label }) => label))
  talk.people = [...talk.people.filter(({ label }) => !labels.has(label)), ...met].slice(-8)
}

/** "Finn's little sister Aoife", "with my brother": whom he and she may mean beside the subject. */
const relatedIn = (rest: Token[], turn: number): Person[] =>
  rest.flatMap(({ lower }, at) => {
    const gender = words.male.has(lower) ? 'male' as const : words.female.has(lower) ? 'female' as const : null
    if (gender === null || !words.kin.has(lower)) return []
    return [{ label: rest[at + 1]?.pos === 'PROPN' ? rest[at + 1]!.text : nobody, gender, turn }]
  })

/** "Just one kid, Milo": an answer names people too. */
export function noteNames (talk: Talk, tokens: Token[], turn: number, grammar: Grammar): void {
  for (const token of tokens) {
    const gender = token.pos === 'PROPN' ? genderOf([token], grammar) : null
    if (gender) {
      talk.topic = { label: token.text, gender, turn }
      talk.people = [...talk.people, talk.topic].slice(-8)
    }
  }
}

function genderOf (tokens: Token[], grammar: Grammar): Person['gender'] {
  const kinds = tokens.flatMap((
    { lower }
  ) => [...grammar.kinds(lower), words.male.has(lower) ? 'MaleName' : '', words.female.has(lower) ? 'FemaleName' : ''])
  return kinds.includes('MaleName') ? 'male' : kinds.includes('FemaleName') ? 'female' : null
}

/** The one person of this turn or the one before whom "he" or "she" fits; null when there are none or several. */
export function personMeant ({ people, topic }: Talk, pronoun: string, turn: number): string | null {
  const wanted = /^(?:he|his|him)/.test(pronoun) ? 'male' : 'female'
  if (topic && topic.turn === turn && (topic.gender ?? wanted) === wanted) return topic.label
  const recent = people.filter(person => turn - person.turn <= 2)
  const fitting = recent.filter(({ gender }) => gender === wanted)
  const open = recent.filter(({ gender }) => gender === null)
  const [only] = fitting.length > 0 ? fitting : open
  return only && only.label !== nobody && fitting.length + open.length === 1 ? only.label : null
}

/** The latest statement that names what is put right. */
export function naming ({ drafts }: Talk, previous: string): Draft | undefined {
  const named = new RegExp(`(?<![\\p{L}\\p{N}])${previous.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}(?![\\p{L}\\p{N}])`, 'iu')
  return drafts.findLast(({ text }) => named.test(text))
}
