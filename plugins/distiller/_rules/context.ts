/** Words that lean on what was said before: he and she, "it", no subject at all, and what is put right. */
import { readClause } from './clause.ts'
import type { Draft } from './drafts.ts'
import { lower, wordAt, type Clause } from './parts.ts'
import type { Reader } from './reader.ts'
import * as talks from './talk.ts'
import type { Grammar, Sentence, Token } from './tokens.ts'
import { spaced } from './voice.ts'
import { isOpen } from './worth.ts'
import type { State } from './reading.ts'

const saying = new RegExp(
  '^(?:(?:also|oh|and|btw|plus|so|well|,) )*(?:i|we) (?:(?:should|also|just|wanted to|want to|forgot to|have to|must|' +
    'did|already|probably) )*(?:mention|mentioned|say|said|tell you|told you|add|note) (?:that )?(?=(?:i|my|we|our)\\b)'
)

const takenBack = /^(?:(?:actually|no|oh|wait|sorry|well|,) )*scratch that ,? ?(?=\S)(?!about)/

/** "I should mention I use Vim and I'm on Linux": what is mentioned, clause by clause. */
export function withoutSaying (sentence: Sentence): Sentence {
  const words = lower(sentence.tokens)
  const said = (saying.exec(words) ?? takenBack.exec(words))?.[0]
  return said === undefined ? sentence : { ...sentence, tokens: sentence.tokens.slice(said.trim().split(' ').length) }
}

/** "I told you that I love jazz", "remind me that …": what is said, without the saying. */
export function unwrapped (clause: Clause, grammar: Grammar): Clause {
  const { rest } = clause
  const that = rest.findIndex(({ lower }) => /^(?:that|i|my|we|our)$/.test(lower))
  if (that < 0 || that > 4 || (!tellsOwn(clause) && !asksToKeep(clause))) return clause
  const inner = readClause(rest.slice(rest[that]!.lower === 'that' ? that + 1 : that), grammar)
  return inner.verb !== '' && inner.subject.length > 0 ? inner : clause
}

const tellsOwn = ({ subject, verb, modality, negated }: Clause) =>
  /^(?:i|we)$/.test(lower(subject)) && /^(?:say|tell|mention|mean)$/.test(verb) && modality !== 'asked' && !negated

const asksToKeep = ({ subject, verb, tokens, negated }: Clause) =>
  subject.length === 0 && tokens.length > 0 && /^(?:remind|remember|note|know|forget)$/.test(verb) &&
  negated === (verb === 'forget')

/** "Actually it's Tuesday, not Wednesday": the statement that it puts right, with the other word in its place. */
export function putRight (reader: Reader, clause: Clause, sentence: Sentence): Draft | null {
  if (!putsRight(clause)) return null
  const { value, wrong } = valuesOf(clause)
  const draft = meant(reader, value, wrong)
  const previous = wrong ?? draft?.state?.value
  if (!draft || !previous || value === '' || value.length > 60) return null
  const text = draft.text.replace(previous, () => value)
  if (text === draft.text) return null
  return {
    ...draft,
    text,
    self: reader.self,
    quote: sentence.text,
    turn: reader.index,
    change: { kind: 'correction', previous },
    state: draft.state && withValue(draft.state, previous, value)
  }
}

const withValue = (state: State, previous: string, value: string): State => ({
  ...state,
  value: state.value?.replace(previous, () => value) ?? null
})

/** The right word, and the wrong one where it is said. */
function valuesOf ({ subject, verb, tokens, rest }: Clause): { value: string, wrong: string | null } {
  const words = subject.length === 0 && verb === '' ? tokens : rest
  const not = words.findIndex(({ lower }) => lower === 'not')
  const plain = (part: Token[]) => spaced(part).replace(/[\s,.!]+$/, '')
  if (not < 1) return { value: plain(words), wrong: null }
  return { value: plain(words.slice(0, not)), wrong: plain(words.slice(not + 1)) }
}

function putsRight (clause: Clause): boolean {
  const about = lower(clause.subject)
  const meaning = clause.verb === 'mean'
  if (/^(?:he|she|they|there)$/.test(about) || (!clause.correcting && !meaning)) return false
  return about === '' || isOpen(clause) || (about === 'i' && meaning)
}

/** The statement that names the wrong word, or the latest with a date. */
function meant ({ talk, isDate }: Reader, value: string, wrong: string | null): Draft | undefined {
  if (wrong) return talks.naming(talk, wrong)
  return isDate(value) ? talk.drafts.findLast(({ state }) => state?.value && isDate(state.value)) : undefined
}

/** The clause with a name for whom it is about; null when it is not certain whose it is. */
export function placed (reader: Reader, clause: Clause): Clause | null {
  const { talk, index } = reader
  const about = lower(clause.subject)
  if (talk.event !== null) {
    if (about === 'it') return { ...clause, subject: talk.event, tokens: [...talk.event, ...clause.tokens.slice(1)] }
    if (movesIt(clause, about)) return ofEvent(clause, talk.event)
  }
  if (about === 'he' || about === 'she') {
    const person = talks.personMeant(talk, about, index)
    return person === null ? null : renamed(clause, person)
  }
  return clause.subject.length > 0 || clause.verb === '' ? clause : withSubject(reader, clause)
}

const movesIt = ({ verb, rest }: Clause, about: string) =>
  /^(?:they|we|i)$/.test(about) && /^(?:move|postpone|push|reschedule|shift|delay|cancel)$/.test(verb) &&
  wordAt(rest, 0) === 'it'

/** "Fell off his bike": his who was spoken of; without a "his" it is the speaker. */
function withSubject ({ talk, index, self }: Reader, clause: Clause): Clause | null {
  const [theirs] = /\b(?:his|her|himself|herself)\b/.exec(lower(clause.rest)) ?? []
  const person = theirs ? talks.personMeant(talk, theirs, index) : null
  if (person !== null && clause.tense === 'past') return renamed(clause, person)
  return clause.modality === 'ordered' || theirs ? null : renamed(clause, self)
}

/** "They moved it to 12 July": "it" is the event that was spoken of. */
function ofEvent (clause: Clause, event: Token[]): Clause {
  const [first, ...more] = event
  const rest = [{ ...first!, text: first!.lower }, ...more, ...clause.rest.slice(1)]
  return { ...clause, rest, tokens: [...clause.subject, ...clause.group, ...rest] }
}

function renamed (clause: Clause, label: string): Clause {
  const end = clause.subject.at(-1)?.end ?? -1
  const subject: Token[] = [{ text: label, lower: label.toLowerCase(), lemma: label, pos: 'PROPN', start: -1, end }]
  const [next, ...more] = clause.tokens.slice(clause.subject.length)
  const first = next && (next.pos === 'PROPN' ? next : { ...next, text: next.lower })
  return { ...clause, subject, tokens: [...subject, ...(first ? [first] : []), ...more] }
}
