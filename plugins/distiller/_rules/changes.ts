/** What an asserted clause ends, in its own words: a stop, a loss, a going from one to another, or a correction. */
import { plainPhrase } from './clause.ts'
import { lower, type Clause } from './parts.ts'
import * as words from './lexicon.ts'
import type { Grammar, Token } from './tokens.ts'
import { valueOf, type Speaking, type State } from './states.ts'
import { spaced } from './voice.ts'

export type Change = { kind: 'none' | 'correction' | 'ending' | 'forget', previous: string | null }

/** What changes, and the state as it is to be understood then: "stopped playing" denies `plays`. */
export interface Changed {
  change: Change
  state: State
  negated: boolean
}

export const noChange: Change = { kind: 'none', previous: null }

export function changeOf (clause: Clause, state: State, { grammar, self }: Speaking): Changed {
  // Who hates it does not like it.
  const none = { change: noChange, state, negated: clause.negated !== (words.attitudes[clause.verb] === 'against') }
  if (clause.modality !== 'asserted') return none
  const done = obliged(clause)
  if (done) return gone(done, state, self) ?? none
  return corrected(clause, state) ??
    (clause.negated && !clause.over && clause.tense !== 'perfect'
      ? none
      : stopped(clause, state, grammar) ?? gone(clause, state, self) ?? went(clause, state) ?? none)
}

/** "We had to sell the car" and "I managed to quit" tell that it was done. */
function obliged (clause: Clause): Clause | null {
  const { verb, rest, tense, negated } = clause
  const past = tense === 'past' || tense === 'perfect'
  return past && !negated && /^(?:have|manage)$/.test(verb) && rest[0]?.lower === 'to' && rest[1]?.pos === 'VERB'
    ? { ...clause, verb: rest[1].lemma, rest: rest.slice(2) }
    : null
}

/** Where in the words behind the verb the wrong ones begin; -1 when there are none. */
export const correctedAt = (rest: Token[]) =>
  rest.findIndex(({ lower }, at) =>
    (lower === 'not' && at > 0) || (lower === 'instead' && rest[at + 1]?.lower === 'of') ||
    (lower === 'rather' && rest[at + 1]?.lower === 'than')
  )

/** "… at Oracle, not SAP", "Docusaurus instead of GitBook". */
function corrected ({ rest, negated }: Clause, state: State): Changed | null {
  const at = correctedAt(rest)
  if (at < 1 || negated) return null
  const from = rest[at]!.lower === 'not' ? at + 1 : at + 2
  const preposition = rest[from]?.pos === 'ADP' ? 1 : 0
  const previous = valueOf(
    rest.slice(from + preposition, Math.max(plainPhrase(rest, from + preposition), from + preposition + 1))
  )
  if (
    previous === '' || (/VERB|AUX/.test(rest[from]?.pos ?? '') && !/^\p{Lu}{2,}$/u.test(previous)) ||
    /^(?:only|just|really|much|very|sure|any|the)\b/.test(previous)
  ) return null
  return {
    change: { kind: 'correction', previous },
    state: { ...state, value: state.value?.split(/,? (?:not|instead of|rather than) /)[0] ?? null },
    negated: false
  }
}

/** "No longer work at Acme", "stopped eating meat", "don't play any more", "haven't smoked in months", "used to smoke". */
function stopped (clause: Clause, state: State, grammar: Grammar): Changed | null {
  const { verb, rest, over, negated, tense } = clause
  const denied = (over && (negated || /\bno longer\b/.test(lower(clause.group)))) ||
    (negated && tense === 'perfect' &&
      /^(?:\S+ )*?(?:in|for|since) (?:\S+ ){0,2}(?:days|weeks|months|years|ages|january|february|march|april|may|june|july|august|september|october|november|december)\b/
        .test(lower(rest)))
  if (denied) {
    return tense === 'perfect'
      ? ended(state, presentOf(verb, [], grammar), untimed(rest), verb)
      : ended(state, presentOf(verb, rest, grammar), rest, verb)
  }
  const stops = words.stops.has(verb) || (verb === 'give' && rest[0]?.lower === 'up')
  const from = verb === 'give' ? 1 : 0
  const next = rest[from]
  if (!stops || negated || !next || !/ing$/.test(next.lower) || !/VERB|NOUN/.test(next.pos) || verb === 'finish') {
    return null
  }
  const inner = grammar.infinitive(next.lower)
  return ended(state, presentOf(inner, rest.slice(from + 1), grammar), rest.slice(from + 1), inner)
}

/** What stands before "in three months". */
function untimed (rest: Token[]): Token[] {
  const end = rest.findIndex(({ lower }) => /^(?:in|for|since)$/.test(lower))
  return rest.slice(0, end < 0 ? undefined : end)
}

function presentOf (verb: string, rest: Token[], grammar: Grammar): string {
  const preposition = /^(?:at|in|on|for|with|to|from|as|of)$/.test(rest[0]?.lower ?? '') ? `_${rest[0]!.lower}` : ''
  // "I can't stand coffee" is over for who liked it.
  if (words.attitudes[verb]) return 'likes'
  return `${verb === 'be' ? 'is' : grammar.thirdPerson(verb)}${preposition}`
}

function ended (state: State, predicate: string, rest: Token[], verb: string): Changed {
  const end = rest.findIndex(({ lower }, at) =>
    at > 0 &&
    /^(?:any|anymore|altogether|completely|entirely|forever|since|because|but|in|for|and|at|last|this|when|,)$/.test(
      lower
    )
  )
  const value = valueOf(rest.slice(/_/.test(predicate) ? 1 : 0, end < 0 ? undefined : end))
  return {
    change: { kind: 'ending', previous: value || verb },
    state: { ...state, predicate: predicate.replace(/[^\p{L}\p{N}_]/gu, ''), value: value || null, functional: false },
    negated: true
  }
}

/** "I sold my Volvo", "quit Google", "my cat died": what the verb names is over. */
function gone ({ verb, rest, tense, group, negated, subject }: Clause, state: State, self: string): Changed | null {
  const particle = /^(rid of|up|away)\b/.exec(lower(rest))?.[1]
  const key = verb === 'give' && (particle === 'up' || particle === 'away')
    ? `give ${particle}`
    : verb === 'get' && particle === 'rid of'
    ? 'get rid of'
    : verb === 'pass' && particle === 'away'
    ? 'pass away'
    : verb === 'be' && /^dead\b/.test(lower(rest))
    ? 'die'
    : verb
  if (
    !(key in words.endings) || negated || (verb !== 'be' && !/past|perfect/.test(tense)) ||
    group.some(({ lower }) => lower === 'been')
  ) return null
  const dead = key === 'die' || key === 'pass away'
  const object = dead
    ? subject
    : rest.slice(key.includes(' ') ? key.split(' ').length - 1 : /^(?:from|out)$/.test(rest[0]?.lower ?? '') ? 1 : 0)
  const job = /^my (?:\w+ )?job (?:at|with|as|in) /.test(lower(object))
    ? object.slice(object.findIndex(({ lower }) => /^(?:at|with|as|in)$/.test(lower)) + 1)
    : object
  const named = upToClauseEnd(job)
  if (!dead && isPlaced(job.slice(named.length))) return null
  const previous = valueOf(named).replace(/^(?:old|own) /, '').replace(
    / (?:subscription|account|membership|licen[cs]e|plan)$/,
    ''
  )
  if (
    previous === '' || /^\d/.test(previous) ||
    /^(?:it|them|that|this|home|early|there|him|her|me|weight)$/i.test(previous)
  ) return null
  return {
    change: { kind: 'ending', previous },
    state: {
      ...state,
      ...(dead && /^(?:my|our|the)$/.test(subject[0]!.lower) && { subject: self }),
      predicate: key.replaceAll(' ', '_'),
      value: previous,
      functional: false
    },
    negated: false
  }
}

/** "Dropped the aspirin on the floor" is no end of it. */
const isPlaced = (after: Token[]) =>
  /^for (?:now|(?:the|a|this|one|two|three|\d+) (?:\w+ )?(?:day|week|month|night|moment|while|evening|weekend|minute|hour)s?\b)/
    .test(lower(after)) ||
  /^(?:on|onto|into|at|from|with|off|over|under|behind|near|to)$/.test(
      after.find(({ pos }) => pos !== 'ADV')?.lower ?? ''
    ) &&
    !/^(?:on|at|to) (?:\w+day|last|this|january|february|march|april|may|june|july|august|september|october|november|december|me\b|us\b|\d)/
      .test(lower(after))

function upToClauseEnd (tokens: Token[]): Token[] {
  const end = tokens.findIndex(({ lower, pos }, at) =>
    at > 0 &&
    (/PUNCT|CCONJ|SCONJ|INTJ/.test(pos) ||
      /^(?:last|yesterday|today|this|after|in|for|on|to|because|two|three|a|onto|into|with|from|off|over|under|behind|near|at)$/
        .test(lower))
  )
  return tokens.slice(0, end < 0 ? undefined : end)
}

/** "I switched from Evernote to Obsidian", "replaced Jenkins with Actions": the speaker goes, and no object of theirs. */
function went ({ verb, rest, tense, negated, group }: Clause, state: State): Changed | null {
  if (!/past|perfect/.test(tense) || negated) return null
  const said = spaced(rest)
  const passive = group.some(({ lemma }) => lemma === 'be') || verb === 'get'
  const [, from, to] = (words.moves.has(verb) &&
    /^(?:up |down |over |back |away )?from (.+?) (?:(?:over |back |up |down )?to|into) (.+)$/i.exec(said)) || []
  const [, to2, from2] = (words.moves.has(verb) && /^(?:over )?to (.+?) from (.+)$/i.exec(said)) || []
  const [, from3, to3] = (/^(?:replace|swap|trade|exchange)$/.test(verb) && !passive &&
    /^(?:out |in )?(?:my |our |the )?(.+?) (?:with|by|for) (.+)$/i.exec(said)) || []
  const previous = from ?? from2 ?? from3
  const value = to ?? to2 ?? to3
  if (!previous || !value) return null
  const clean = (text: string) =>
    text.replace(/[,.;!].*$/, '').replace(/ (?:last|this|because|yesterday|for|in|and|so) .*$/, '').replace(
      /^(?:a|an|the|my|our) /i,
      ''
    )
  const home = state.predicate === 'lives_in'
  return {
    change: { kind: 'correction', previous: clean(previous) },
    state: { ...state, predicate: home ? 'lives_in' : `${verb}_to`, value: clean(value) },
    negated: false
  }
}
