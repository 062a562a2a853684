/** What one clause tells, as drafts: one for each part that may come to an end without the others. */
import { nameIn } from './attributes.ts'
import { changeOf, correctedAt, obliged } from './changes.ts'
import { readClause } from './clause.ts'
import { placed, putRight } from './context.ts'
import type { Draft } from './drafts.ts'
import { fragment } from './fragments.ts'
import { split } from './lists.ts'
import { quotesAnother } from './material.ts'
import { kindAt, lower, wordAt, type Clause } from './parts.ts'
import { plainPhrase } from './phrases.ts'
import { isOccupation, titleEnd } from './places.ts'
import type { Reader } from './reader.ts'
import { ownerOf, stateOf } from './states.ts'
import * as talks from './talk.ts'
import type { Sentence, Token } from './tokens.ts'
import { inThirdPerson, sentence as asSentence, spaced } from './voice.ts'
import { isForNow, isWorthKeeping } from './worth.ts'
import { type State, noChange } from './reading.ts'

export function fromClause (reader: Reader, clause: Clause, sentence: Sentence): Draft[] {
  const right = putRight(reader, clause, sentence)
  if (right) return [right]
  const known = placed(reader, clause)
  if (known === null || (quotesAnother(sentence.text) && wordAt(known.subject, 0) !== 'i')) return []
  return parts(reader, known).flatMap(part => stated(reader, part, sentence))
}

/**
 * One statement each: "I'm Sarah, a nurse at St Mary's based in Leeds" is a name, a title, an employer and a home.
 */
function parts (reader: Reader, clause: Clause): Clause[] {
  const { verb, rest, subject, group, negated, modality } = clause
  if (verb !== 'be' || negated || modality !== 'asserted') return split(clause)
  const again = (...tokens: Token[][]) => readClause(tokens.flat(), reader.grammar)
  const name = lower(subject) === 'i' ? nameIn(rest, reader.grammar) : null
  const comma = rest.findIndex(({ text }) => text === ',')
  const title = rest[plainPhrase(rest, comma + 1) - 1]
  const described = kindAt(rest, comma + 1) === 'DET' || (title && isOccupation(title.lower, reader.grammar))
  if (name && comma > 0 && described) {
    return [
      again(subject, group, rest.slice(0, comma)),
      ...parts(reader, again(subject, group, rest.slice(comma + 1)))
    ]
  }
  return besideTitle(reader, clause, again)
}

/** "A nurse at St Mary's" names where as well; "a nurse at a clinic" is one description. */
function besideTitle (reader: Reader, clause: Clause, again: (...tokens: Token[][]) => Clause): Clause[] {
  const { rest, subject, group } = clause
  const end = titleEnd(clause, reader.grammar)
  const next = rest[end]
  if (end < 0 || !next) return split(clause)
  const more = rest.slice(end)
  const kind = beside(next.lower)
  if (kind === null || (kind === 'works' && !isNamed(more))) return [clause]
  const second = kind === 'works' ? [working(subject, next)] : group
  return [again(subject, group, rest.slice(0, end)), again(subject, second, more)]
}

const isNamed = (more: Token[]) => more.slice(1, plainPhrase(more, 1)).some(({ text }) => /^\p{Lu}/u.test(text))

const beside = (word: string) =>
  /^(?:at|for)$/.test(word) ? 'works' : /^(?:based|living|located)$/.test(word) ? 'is' : null

/** "At St Mary's" of a nurse is where they work. */
function working (subject: Token[], { start }: Token): Token {
  const text = /^(?:i|we)$/.test(lower(subject)) ? 'work' : 'works'
  return { text, lower: text, lemma: 'work', pos: 'VERB', start: start - 1 - text.length, end: start - 1 }
}

function stated (reader: Reader, told: Clause, sentence: Sentence): Draft[] {
  const clause = obliged(told)
  const { grammar, talk, index } = reader
  const read = stateOf(clause, reader)
  const owner = ownerOf(clause.subject, reader)
  const bare = isBare(clause)
  const { change, state, negated } = read && !bare
    ? changeOf(clause, read, reader)
    : fragment(clause, reader) ?? { change: noChange, state: null, negated: clause.negated }
  if (clause.subject.length > 0) talks.notePeople(talk, clause, owner.name, owner.own, index, grammar)
  if (!isWorthKeeping(clause, state, change.kind !== 'none') || (talk.asking && isForNow(clause))) return []
  // "Tom works at Oracle, not SAP": what is wrong stands in the quote.
  const tokens = change.kind === 'correction' ? rightPart(clause) : clause.tokens
  const { modality, tense } = clause
  return [{
    text: written(reader, tokens, bare, owner.own ? state : null),
    quote: sentence.text,
    self: reader.self,
    state,
    change,
    negated,
    modality,
    tense,
    tokens: clause.tokens,
    turn: index,
    ...(isOfEvent(clause, state) && { event: clause.subject })
  }]
}

function rightPart ({ tokens, rest }: Clause): Token[] {
  const wrong = correctedAt(rest)
  return wrong < 0 ? tokens : tokens.slice(0, tokens.length - rest.length + wrong)
}

/** "Living in Ghent": no word says when. */
const isBare = ({ group, subject }: Clause) => subject[0]?.start === -1 && /ing$/.test(wordAt(group, 0))

const isOfEvent = ({ subject }: Clause, state: State | null) =>
  state?.predicate.startsWith('date_') === true && !/^(?:i|we|they)$/.test(lower(subject))

function written (reader: Reader, tokens: Token[], bare: boolean, state: State | null): string {
  const { self, conversation, turn, talk, grammar } = reader
  if (state?.predicate !== 'name' || state.value === null) {
    return bare ? `${self}: ${asSentence(spaced(tokens.slice(1)))}` : inThirdPerson(tokens, self, grammar)
  }
  if (!conversation.aboutAssistant && turn.name === null) {
    talk.name ??= state.value
    // What follows in this turn is said by name.
    reader.self = talk.name
  }
  return `${self}'s name is ${state.value}.`
}
