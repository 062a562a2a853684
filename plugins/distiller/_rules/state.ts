/**
 * What a clause states: of whom, which predicate, which value, and whether there is one value at a time. Single-valued
 * are only a home, an employer, a title, an age, a marital status, a diet, a name, a count or measure of the same, the
 * date of an event, and what a thing of one's own is.
 */
import type { Grammar, Token } from '../../_shared/english/grammar.ts'
import type { Clause } from '../../_shared/english/clause.ts'
import { plainPhrase } from '../../_shared/english/phrases.ts'
import type { Talk } from '../../_shared/english/talk.ts'
import { counted, hoursOf, nameOf, ofPerson, roleOf, type Found } from '../../_shared/english/single-valued.ts'
import { kin } from '../../_shared/english/kin.ts'
import { inThirdPerson, spaced } from '../../_shared/english/third-person.ts'
import { valueOf } from '../../_shared/english/value.ts'

export interface State {
  subject: string
  predicate: string
  value: string | null
  functional: boolean
}

export interface Speaker {
  /** "The user" or a name. */
  self: string
  grammar: Grammar
  /** Whether words name a day, a month or a year. */
  isDate: (text: string) => boolean
}

export interface Statement {
  /** Readable alone, but for what it leans on. */
  text: string
  /** The words of the turn, verbatim. */
  quote: string
  tokens: Token[]
  state: State | null
  negated: boolean
  past: boolean
  /** Said to be so, and not planned, wished, supposed or reported. */
  asserted: boolean
  change: { kind: 'none' | 'correction' | 'ending' | 'forget', previous: string | null }
  /** Not to be understood without the sentence before it. */
  leans: boolean
  /** The clause that states it with others, which may come to an end one without the others. */
  partOf: string | null
  /** Kept without asking the classifier, which reads English. */
  unjudged: boolean
  german: boolean
  /** Whether it answers a question. */
  answers: boolean
  /** Taken back later in the talk. */
  withdrawn: boolean
  /** What it is about, so that "it" may mean it. */
  topic: string | null
  /** The sentence that says it. */
  sentence: string
  /** Place of the turn that says it. */
  turn: number
}

export interface Reader extends Speaker {
  talk: Talk
  /** Place of the turn that is read. */
  turn: number
  /** What was stated last in the conversation, in order. */
  told: Statement[]
  /** What the words before took back, and the sentence may put right. */
  takenBack: Statement | null
}

/** Whose a clause is, and words of a thing of theirs that it is said of: "phone" of "my phone". */
interface Owner {
  name: string
  thing: Token[]
}

/** What is said of these is said of what stands before. */
const pointing = /^(?:it|this|that|these|those|they|he|she|there|which)$/

export function stateOf (clause: Clause, speaker: Speaker): State | null {
  const { verb, rest, subject, negated } = clause
  if (verb === '') return null
  const role = negated || clause.past ? null : roleOf(clause)
  if (role !== null) return { subject: speaker.self, ...role, functional: true }
  const owner = ownerOf(clause, speaker)
  const found = negated || pointing.test(subject[0]?.lower ?? '') ? null : single(clause, owner, speaker)
  return {
    subject: owner.name,
    ...found ?? { predicate: predicateOf(clause, owner, speaker), value: valueOf(rest) },
    functional: found !== null
  }
}

function single (clause: Clause, owner: Owner, { grammar, isDate, self }: Speaker): Found {
  const { rest, past, subject, tokens, group } = clause
  // Words in front that are no subject known to us: of whom it is said is not certain.
  if (subject.length === 0 && tokens[0] !== group[0]) return null
  const said = `${spokenVerb(clause)} ${spaced(rest)}`.replace(/[.!,;]+$/, '').replace(/ (?:now|too|already)$/, '')
  if (owner.thing.length > 0 && owner.name === self) {
    return past
      ? null
      : eventOf(clause, isDate) ?? hoursOf(clause, nameOf(owner.thing)) ?? ofThing(clause, owner, said)
  }
  const found = ofPerson(said, past, grammar)
  return found ?? (past ? null : titleOf(clause, grammar) ?? counted(clause.verb, said))
}

/** "Be based": the verb with the participle that it goes with. */
const spokenVerb = ({ group, verb }: Clause) =>
  verb !== 'be' && group.some(({ lemma, pos }) => lemma === 'be' && pos === 'AUX') ? `be ${group.at(-1)!.lower}` : verb

/** "I'm a nurse at St Mary's": up to what stands behind the noun. */
function titleOf ({ verb, rest, subject }: Clause, { kinds }: Grammar): Found {
  const title = rest.slice(0, plainPhrase(rest, 0))
  const head = title.at(-1)
  const actor = head?.pos === 'NOUN' && title[0]!.pos === 'DET' &&
    (kinds(head.lower).includes('Actor') || /(?:[^v]er|or|ist|ian|eer|nurse|chef|ant|man)$/.test(head.lower))
  return actor && /^(?:be|become)$/.test(verb) && subject.length < 4
    ? { predicate: 'job_title', value: valueOf(title) }
    : null
}

/** "My meeting with Ben is on Friday": an event and its date, by the words of the event. */
function eventOf ({ subject, verb, rest }: Clause, isDate: Speaker['isDate']): Found {
  const words = subject.filter(({ pos }) => /NOUN|PROPN|ADJ|NUM/.test(pos)).map(({ lower }) => lower).sort()
  const dated = /^(?:be|take|happen|start|begin|fall)$/.test(verb) && isDate(spaced(rest)) &&
    /^(?:on|in|at|from|next|this|tomorrow|now)$/.test(rest[0]?.lower ?? '')
  return dated && words.length > 0 ? { predicate: `date_of_${words.join('_')}`, value: valueOf(rest) } : null
}

/** "My phone is a Pixel", "my app has 500 users"; but several things may each be something. */
function ofThing ({ verb, rest }: Clause, { thing }: Owner, said: string): Found {
  const name = nameOf(thing.filter(({ lower }) => !/^(?:new|current|old|own)$/.test(lower)))
  if (name === '' || /[^s]s$/.test(name)) return null
  return /^(?:be|call|name)$/.test(verb) && !/^\d/.test(rest[0]?.text ?? '')
    ? { predicate: name.replace('favourite', 'favorite').replace('colour', 'color'), value: valueOf(rest) }
    : counted(name, said)
}

/**
 * "My wife Anna" is Anna, "my wife" is the user's wife; "my phone", "the game" and "they" are the speaker's matter, and
 * so is what others do to the speaker ("my doctor put me on it").
 */
export function ownerOf ({ subject, rest }: Clause, { self, grammar }: Speaker): Owner {
  const [first] = subject
  if (first === undefined || /^(?:i|we|they|it|there|that|this)$/.test(first.lower) || first.text === self) {
    return { name: self, thing: [] }
  }
  const toSpeaker = rest.some(({ lower }) => /^(?:me|us)$/.test(lower)) || subject.at(-1)!.lower === 'i'
  const related = subject.findIndex(({ lower }, at) => kin.test(lower) && subject[at + 1]?.lemma !== "'s")
  if (toSpeaker) return { name: self, thing: [] }
  if (related >= 0) return { name: relative(subject, related, self, grammar), thing: [] }
  const other = first.pos === 'PROPN' && !subject.some(({ lemma }) => lemma === "'s")
  return other || /^(?:he|she|you)$/.test(first.lower)
    ? { name: spaced(subject).replace(/,.*/, ''), thing: [] }
    : { name: self, thing: subject.filter(({ pos, lower }) => pos !== 'DET' && !/^(?:my|our)$/.test(lower)) }
}

function relative (subject: Token[], related: number, self: string, grammar: Grammar): string {
  const names = subject.filter(({ pos, text }) => pos === 'PROPN' && /^\p{Lu}/u.test(text))
  return names.length > 0 ? spaced(names) : inThirdPerson(subject.slice(0, related + 1), self, grammar).slice(0, -1)
}

function predicateOf ({ verb, rest, past }: Clause, { name, thing }: Owner, { self, grammar }: Speaker): string {
  const form = verb === 'be' ? past ? 'was' : 'is' : past ? grammar.pastTense(verb) : grammar.thirdPerson(verb)
  const preposition = rest[0]?.pos === 'ADP' ? `_${rest[0].lower}` : ''
  const own = name === self && thing.length > 0 ? `${nameOf(thing)}_` : ''
  return `${own}${form}${preposition}`.replace(/[^\p{L}\p{N}_]/gu, '') || 'is'
}
