/** Sentences to statements: each in the speaker's words, with what it states and what it leans on. */
import { normaliseText } from '../../../domain/text/identity.ts'
import type { Sentence, Token } from '../../_shared/english/grammar.ts'
import {
  isAnnounced,
  isConsidered,
  isCorrected,
  isUnderWay,
  tellsOfChange,
  wishesToForget
} from '../../_shared/wording/cues.ts'
import { forgettingWords } from '../../_shared/wording/words/forget.ts'
import { clausesOf, type Clause } from '../../_shared/english/clause.ts'
import { partsOf } from './parts.ts'
import { isVerb } from '../../_shared/english/phrases.ts'
import { ownerOf, stateOf, type Speaker, type State } from './state.ts'
import { note, personMeant, predicateAsked, type Talk } from './talk.ts'
import { asSentence, inThirdPerson, quoted, spaced } from '../../_shared/english/third-person.ts'

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
}

export interface Reader extends Speaker {
  talk: Talk
  /** Place of the turn that is read. */
  turn: number
  /** What was stated so far in the conversation. */
  told: Statement[]
}

/** Whose words a report gives: another's. */
const reporting = /^(?:say|tell|claim|think|believe|insist|suggest|want|reckon|joke)$/
const pointing = /^(?:it|this|that|these|those|they|he|she|there|which|one|both|neither|everything|everyone)$/

export function statementsOf (reader: Reader, sentence: Sentence, asked: string | null): Statement[] {
  const { text } = sentence
  const { self, grammar } = reader
  if (wishesToForget(text).length > 0) return [forgetting(sentence, self)]
  if (!grammar.isEnglish(sentence)) return isTold(text) ? [inTheirLanguage(sentence, self)] : []
  const clauses = clausesOf(sentence)
  const right = putRight(reader, clauses[0]!, text)
  if (right !== null) return [right]
  const answer = asked === null ? null : answerTo(reader, asked, sentence, clauses[0]!)
  const told = (answer === null ? clauses : clauses.slice(1)).filter(clause => !isAsked(clause, text))
  const statements = told.flatMap(clause => inParts(reader, named(reader, clause), text))
  if (answer !== null) return [answer, ...statements]
  return told.length > 1 && told.length === clauses.length && holdTogether(statements)
    ? [{ ...statements[0]!, text: inThirdPerson(sentence.tokens, self, grammar), quote: text }]
    : statements
}

const asItIs = ({ text, tokens }: Sentence, written: string): Statement => ({
  text: written,
  quote: text,
  tokens,
  state: null,
  negated: false,
  past: false,
  asserted: true,
  change: { kind: 'none', previous: null },
  leans: false,
  partOf: null,
  unjudged: false
})

/** Word for word: our grammar is English. */
const inTheirLanguage = (sentence: Sentence, self: string): Statement => ({
  ...asItIs(sentence, quoted(self, sentence.text)),
  asserted: false,
  unjudged: true
})

/** More than a greeting, and no question. */
const isTold = (text: string) => !/[?？]\W*$/.test(text) && (text.match(word) ?? []).length > 1
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{3}|\p{L}{2,}/gu

function forgetting (sentence: Sentence, self: string): Statement {
  const wish = sentence.text.split(/\s+/).filter(word => !forgettingWords.has(normaliseText(word))).join(' ')
  const change = { kind: 'forget', previous: wish } as const
  return { ...asItIs(sentence, `${self} asked to forget: ${asSentence(wish)}`), change, unjudged: true }
}

const isAsked = ({ tokens }: Clause, sentence: string) =>
  /\?\W*$/.test(sentence) && sentence.trimEnd().endsWith(tokens.at(-1)?.text ?? '?')

/** Clauses of one matter, none of which may come to an end without the others: "I tried Cython but it was messy". */
function holdTogether (statements: Statement[]): boolean {
  const [first] = statements
  return statements.some(({ past, asserted }) => past || !asserted) &&
    statements.every(({ state, asserted }) =>
      state?.functional !== true && asserted === first!.asserted && state?.subject === first!.state?.subject
    )
}

/** "Denver." after "Where do you live?": what does not stand alone is kept with its question. */
function answerTo ({ self }: Reader, question: string, sentence: Sentence, first: Clause): Statement | null {
  if (/\?\W*$/.test(sentence.text) || (!leans(first) && first.tokens.length > 3)) return null
  const words = spaced(sentence.tokens.filter(({ start }) => start < (first.tokens.at(-1)?.end ?? 0)))
  const predicate = /^(?:yes|yeah|no|nope)\b/i.test(words) ? null : predicateAsked(question)
  const text = `Asked "${question}", ${self.replace(/^The /, 'the ')} said: ${asSentence(words)}`
  const value = words.replace(/[.!]+$/, '')
  return {
    ...asItIs({ text: words, tokens: first.tokens }, text),
    state: predicate === null ? null : { subject: self, predicate, value, functional: true },
    negated: first.negated,
    past: first.past
  }
}

/** He or she by name, where it is certain who is meant. */
function named ({ talk, turn }: Reader, clause: Clause): Clause {
  const [pronoun] = clause.subject
  const name = clause.subject.length === 1 ? personMeant(talk, pronoun!.lower, turn) : null
  if (name === null) return clause
  const subject: Token = { ...pronoun!, text: name, lower: name.toLowerCase(), lemma: name, pos: 'PROPN' }
  return { ...clause, subject: [subject], tokens: clause.tokens.map(token => token === pronoun ? subject : token) }
}

function inParts (reader: Reader, clause: Clause, sentence: string): Statement[] {
  const parts = partsOf(clause)
  if (parts.length === 1) return parts.map(part => stated(reader, part, sentence))
  const partOf = inThirdPerson(clause.tokens, reader.self, reader.grammar)
  // The quote shows what stood beside it.
  return parts.map(part => ({ ...stated(reader, part, sentence), partOf, quote: verbatim(clause, sentence) }))
}

/** The clause as it was typed; the whole sentence where words were supplied. */
function verbatim ({ tokens }: Clause, sentence: string): string {
  const words = spaced(tokens)
  return sentence.includes(words) ? words : sentence
}

function stated (reader: Reader, clause: Clause, sentence: string): Statement {
  const { self, grammar, talk, turn } = reader
  const { tokens, subject, negated, past } = clause
  const words = spaced(tokens)
  const asserted = !isConsidered(words) && !isAnnounced(words) && !isUnderWay(words) && !isReport(clause)
  const state = stateOf(clause, reader)
  if (subject.length > 0) note(talk, subject, ownerOf(clause, reader).name, turn, grammar)
  const name = asserted ? introduced(state, self) : null
  talk.name ??= name
  return {
    text: name === null ? inThirdPerson(tokens, self, grammar) : `${self}'s name is ${name}.`,
    quote: verbatim(clause, sentence),
    tokens,
    state: state && { ...state, functional: state.functional && asserted },
    negated,
    past,
    asserted,
    change: asserted ? changeIn(words) : { kind: 'none', previous: null },
    leans: leans(clause),
    partOf: null,
    unjudged: false
  }
}

const introduced = (state: State | null, self: string) =>
  state?.predicate === 'name' && state.subject === self ? state.value : null

function changeIn (words: string): Statement['change'] {
  if (!tellsOfChange(words)) return { kind: 'none', previous: null }
  return { kind: isCorrected(words) ? 'correction' : 'ending', previous: words }
}

const isReport = ({ subject, verb, rest }: Clause) =>
  reporting.test(verb) && !/^(?:i|we)$/.test(subject[0]?.lower ?? '') && rest.some(isVerb)

/** Without a subject of its own, or with one that points back; "love it", "benchmark it". */
const leans = ({ subject, rest, verb }: Clause) =>
  subject.length === 0 || (subject.length === 1 && pointing.test(subject[0]!.lower)) ||
  (verb !== 'be' && /^(?:it|them|that|those|one)$/.test(rest[0]?.lower ?? '') && rest[1]?.pos !== 'NOUN')

/** "Sorry, it's Tuesday, not Wednesday": the statement that it puts right, with the other word in its place. */
function putRight ({ told, isDate }: Reader, clause: Clause, sentence: string): Statement | null {
  if (!isCorrected(sentence) || !putsRight(clause)) return null
  const words = spaced(clause.verb === '' ? clause.tokens : clause.rest).replace(/[.!]+$/, '')
  const [value = '', wrong] = words.split(/,? not /) as [string, string?]
  const before = told.findLast(({ text, state }) =>
    wrong === undefined ? isDate(value) && isDate(state?.value ?? '') : text.includes(wrong)
  )
  return before === undefined || value === ''
    ? null
    : withWord(before, wrong ?? before.state?.value ?? '', value, sentence)
}

/** "It's the 12th", "I meant Tuesday", "not Lisbon"; but "they moved it to 12 July" may be said of anything. */
const putsRight = (clause: Clause) => clause.verb === 'mean' || (leans(clause) && /^(?:be)?$/.test(clause.verb))

function withWord (before: Statement, previous: string, value: string, quote: string): Statement | null {
  if (previous === '' || !before.text.includes(previous)) return null
  const state = before.state && { ...before.state, value }
  return {
    ...before,
    text: before.text.replace(previous, () => value),
    quote,
    state,
    change: { kind: 'correction', previous }
  }
}
