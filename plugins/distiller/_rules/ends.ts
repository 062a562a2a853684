/** Clauses that tell of an end: a stop, a loss, a quitting, a parting. */
import { leavesNone } from './adjuncts.ts'
import { plainPhrase, temporal } from './phrases.ts'
import { leftBehind, mayFall } from './leaving.ts'
import { lower, wordAt, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'
import { type Changed, type Speaking, type State, noChange, over, valueOf } from './reading.ts'

const lengthOfTime =
  /^(?:\S+ )*?(?:in|for|since) (?:\S+ ){0,2}(?:days|weeks|months|years|ages|\d{4}|[jfmasond]\w+|new year|christmas|easter|spring|summer|winter)\b/

/** "No longer work at Acme", "stopped eating meat", "don't play any more", "haven't smoked in months". */
export function stopped (clause: Clause, state: State, speaking: Speaking): Changed | null {
  const { verb, rest, over, negated, tense } = clause
  const perfect = tense === 'perfect'
  const denied = over && (negated || /\bno longer\b/.test(lower(clause.group)))
  if (denied || (negated && perfect && lengthOfTime.test(lower(rest)))) {
    const object = perfect ? untimed(rest) : rest
    return ended(state, presentOf(verb, perfect ? [] : rest, speaking.grammar), object, verb)
  }
  return negated ? null : stoppedAction(clause, state, speaking)
}

function stoppedAction (clause: Clause, state: State, { grammar }: Speaking): Changed | null {
  const { rest } = clause
  const from = stopAt(clause)
  const next = rest[from]
  if (from < 0 || !next || !/ing$/.test(next.lower) || !/VERB|NOUN|ADJ|AUX/.test(next.pos)) return null
  const [inner, object] = [next.lower === 'being' ? 'be' : grammar.infinitive(next.lower), rest.slice(from + 1)]
  return ended(state, presentOf(inner, object, grammar), object, inner)
}

/** Where behind the verb the stopped one stands; -1 where nothing is stopped. */
function stopAt ({ verb, rest }: Clause): number {
  if (verb === 'give' && wordAt(rest, 0) === 'up') return 1
  return words.stops.has(verb) && verb !== 'finish' ? 0 : -1
}

/** What stands before "in three months". */
function untimed (rest: Token[]): Token[] {
  const end = rest.findIndex(({ lower }) => /^(?:in|for|since)$/.test(lower))
  return rest.slice(0, end < 0 ? undefined : end)
}

function presentOf (verb: string, rest: Token[], grammar: Grammar): string {
  const placed = /^(?:at|in|on|for|with|to|from|as|of)$/.test(wordAt(rest, 0)) && !leavesNone(rest)
  const preposition = placed ? `_${rest[0]!.lower}` : ''
  // "I can't stand coffee" is over for who liked it.
  if (words.attitudes[verb]) return 'likes'
  return `${verb === 'be' ? 'is' : grammar.thirdPerson(verb)}${preposition}`
}

/** What is over in part only ("in the evening") is kept and ends nothing. */
function ended (state: State, predicate: string, rest: Token[], verb: string): Changed {
  const from = /_/.test(predicate) ? 1 : 0
  const object = rest.slice(from, Math.max(from, plainPhrase(rest, from)))
  const whole = leavesNone(rest.slice(from + object.length))
  const value = valueOf(whole ? object : rest.slice(from))
  return {
    change: whole ? { kind: 'ending', previous: value || verb } : noChange,
    state: { ...state, predicate: predicate.replace(/[^\p{L}\p{N}_]/gu, ''), value: value || null, functional: false },
    negated: true
  }
}

/** "I sold my Volvo", "quit Google", "my cat died": what the verb names is over. */
export function gone (clause: Clause, state: State, self: string): Changed | null {
  if (mayFall(clause)) return null
  const behind = leftBehind(clause)
  if (behind !== null) return over(self, behind.predicate, behind.value)
  const parted = partedFrom(clause)
  return parted === null ? named(clause, state, self) : over(self, 'left', parted)
}

/** What the list of endings has a verb for, and what it names. */
function named (clause: Clause, state: State, self: string): Changed | null {
  const { rest, subject } = clause
  const key = keyOf(clause)
  // What says for whom one works says it whole.
  if (!Object.hasOwn(words.endings, key) || !isTold(clause) || state.predicate === 'works_at') return null
  const dead = isSubjectOver(key, rest)
  const object = dead ? subject : objectOf(key, rest, subject)
  const thing = dead ? subject : object.slice(0, plainPhrase(object, 0))
  const previous = valueOf(thing).replace(/^(?:old|own) /, '')
    .replace(/ (?:subscription|account|membership|licen[cs]e|plan|version|habit)$/, '')
  const unsaid = /^(?:it|them|that|this|home|early|there|him|her|me|weight|\d.*|)$/i.test(previous)
  const after = object.slice(thing.length)
  // Who is off coffee today drinks it.
  if (unsaid || (!dead && !(key === 'be off' ? /^(?:now )?\W*$/.test(lower(after)) : isWhole(after)))) return null
  return {
    change: { kind: 'ending', previous },
    state: {
      ...state,
      ...(dead && isOurs(subject[0]!) && { subject: self }),
      predicate: key.replaceAll(' ', '_'),
      value: previous,
      functional: false
    },
    negated: false
  }
}

/** "My cat died"; "Bosch laid me off": what is over is the one that did it. */
const isSubjectOver = (key: string, rest: Token[]) =>
  /^(?:die|pass away)$/.test(key) || (/^(?:fired|left by)$/.test(key) && wordAt(rest, 0) === 'me')

const isTold = ({ verb, tense, group, negated }: Clause) =>
  !negated && (verb === 'be' || /past|perfect/.test(tense) || lower(group) === 'let') &&
  !group.some(({ lower }) => lower === 'been')

const isOurs = ({ lower, pos }: Token) => /^(?:my|our|the)$/.test(lower) || pos === 'PROPN'

/** The verb with its particle, as the list of endings has it. */
function keyOf ({ verb, rest, group, tense }: Clause): string {
  if (verb === 'be' && tense === 'present' && /^(?:completely )?off (?!to\b)/.test(lower(rest))) return 'be off'
  if (verb === 'be' && /^dead\b/.test(lower(rest))) return 'die'
  if (isDismissed(verb, lower(rest), group)) return 'fired'
  if (verb === 'leave' && /^me(?:$| [.!,;]| for (?!work\b))/.test(lower(rest))) return 'left by'
  const particle = /^(?:up|away|out)\b/.exec(lower(rest))?.[0]
  return particle === undefined || !Object.hasOwn(words.endings, `${verb} ${particle}`) ? verb : `${verb} ${particle}`
}

/** "I got laid off", "I was made redundant", "they fired me": another did it, and it is over all the same. */
function isDismissed (verb: string, said: string, group: Token[]): boolean {
  if (/^(?:be|get)$/.test(verb)) return /^(?:laid off|fired)\b/.test(said)
  if (group.some(({ lemma }) => lemma === 'be')) return /^(?:fire|lay|make redundant)\b/.test(`${verb} ${said}`)
  return /^(?:fire me|lay me off|let me go)(?:$| [.!,;])/.test(`${verb} ${said}`)
}

/** "Trados and I have parted ways": the other one. */
const partedFrom = ({ subject, verb, rest, tense, negated }: Clause): string | null =>
  !negated && verb === 'part' && /^ways\b/.test(lower(rest)) && / and i$/.test(lower(subject)) &&
    /past|perfect/.test(tense)
    ? valueOf(subject.slice(0, -2))
    : null

/** What is sold, quit or left; of two who part, the other one. */
function objectOf (key: string, rest: Token[], subject: Token[]): Token[] {
  const passed = key === 'fired'
    ? /^(?:laid|fired|redundant|off|from|at|by)$/
    : /^(?:up|away|out|off|from|of|by|with)$/
  const from = rest.findIndex(({ lower }) => !passed.test(lower))
  const object = from < 0 ? [] : rest.slice(from)
  if (/^(?:break|split) up$/.test(key) && object.every(({ pos }) => /PUNCT|ADV/.test(pos))) {
    return subject.slice(0, subject.findIndex(({ lower }) => lower === 'and'))
  }
  const job = /^my (?:\w+ )?(?:job|position|role) (?:at|with|as|in) /.test(lower(object))
  return job ? object.slice(object.findIndex(({ lower }) => /^(?:at|with|as|in)$/.test(lower)) + 1) : object
}

/** "Dropped the aspirin on the floor" is no end of it; sold to a friend, and left for another, it is gone. */
const isWhole = (after: Token[]) =>
  leavesNone(after) ||
  /^for an? (?:new )?(?:startup|competitor|rival|job|role|position|company|firm|agency)\b/.test(lower(after)) ||
  (/^(?:to|for)$/.test(wordAt(after, 0)) &&
    !/^for (?:now|a|an|one|two|three|my|our|his|her|their|\d|lent|advent|ramadan|good luck)\b/.test(lower(after)) &&
    !temporal.test(lower(after)))
