/** What is read off a clause: whose it is, the state, what changes by it, and the words of a value. */
import { kindAt, wordAt, type Clause } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import type { Grammar, Token } from './tokens.ts'
import { spaced } from './voice.ts'

export interface State {
  subject: string
  predicate: string
  value: string | null
  functional: boolean
}

export interface Speaking {
  /** "The user" or a name. */
  self: string
  grammar: Grammar
  /** Whether words name a day, a month or a year. */
  isDate: (text: string) => boolean
}

export interface Reading extends Speaking {
  clause: Clause
  owner: Owner
  said: string
}

/** Whose statement it is: the subject's name, and what of theirs it is said of. */
export interface Owner {
  name: string
  own: boolean
  thing: Token[]
}

/** What one reader found; `subject` only where it is not the clause's own. */
export type Found = Omit<State, 'subject'> & { subject?: string } | null

export type Change = { kind: 'none' | 'correction' | 'ending' | 'forget', previous: string | null }

/** What changes, and the state as it is to be understood then: "stopped playing" denies `plays`. */
export interface Changed {
  change: Change
  state: State
  negated: boolean
}

export const noChange: Change = { kind: 'none', previous: null }

/** What is over with what is named, whatever held it. */
export const over = (subject: string, predicate: string, value: string): Changed => ({
  change: { kind: 'ending', previous: value },
  state: { subject, predicate, value, functional: false },
  negated: false
})

const articles = /^(?:a|an|the|my|our|some|about|around|over|roughly|nearly|almost|approximately)$/
const trailing = /^(?:now|too|currently|anymore|today|already|again)$/
const when = /(?:,? (?:(?:last|next|this) \w+|yesterday|today|tomorrow|\w+ (?:\w+ )?ago|in \d{4}))+$/i

export function valueOf (tokens: Token[]): string {
  const from = tokens.findIndex(token => token.pos !== 'PUNCT' && !articles.test(token.lower))
  const to = tokens.findLastIndex(token => token.pos !== 'PUNCT' && !trailing.test(token.lower))
  return from < 0 ? '' : spaced(tokens.slice(from, to + 1)).replace(when, '')
}

/** The phrase behind one of the prepositions. */
export function behind (rest: Token[], prepositions: RegExp): string | null {
  const at = rest.findIndex(({ lower, pos }) => prepositions.test(lower) && pos !== 'VERB')
  if (at < 0 || at > 4) return null
  let end = plainPhrase(rest, at + 1)
  if (wordAt(rest, end) === 'of' || (rest[end]?.text === ',' && kindAt(rest, end + 1) === 'PROPN')) {
    end = Math.max(end, plainPhrase(rest, end + 1))
  }
  return valueOf(rest.slice(at + 1, end)) || null
}
