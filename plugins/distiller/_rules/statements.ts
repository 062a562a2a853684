/** Sentences to statements: each in the speaker's words, with what it states and what it leans on. */
import type { Sentence } from '../../_shared/english/grammar.ts'
import { changeOf, isSo } from '../../_shared/wording/cues.ts'
import { isForeign, shortAnswer } from '../../_shared/english/foreign.ts'
import { wishesToForget, wishIn } from '../../_shared/wording/wishes.ts'
import { tellsSomething } from '../../_shared/wording/tells.ts'
import { foreignClauses } from '../../_shared/wording/german.ts'
import { antecedentOfQuestion } from '../../_shared/english/antecedent.ts'
import { clausesOf, type Clause } from '../../_shared/english/clause.ts'
import { partsOf as listed } from '../../_shared/english/parts.ts'
import { isShort, leans, topicOf } from '../../_shared/english/leaning.ts'
import { isPolite, isAsserted, tellsNothing } from '../../_shared/english/unmeant.ts'
import { peopleIn } from '../../_shared/english/people.ts'
import { valueOf } from '../../_shared/english/value.ts'
import { answeredBy, asksOfPast, predicateAsked } from '../../_shared/english/questions.ts'
import { statedBeside } from '../../_shared/english/requests.ts'
import { named, pointedTo } from '../../_shared/english/named.ts'
import { areApart, holdTogether } from '../../_shared/english/together.ts'
import { putRight } from './put-right.ts'
import { stateOf, type Reader, type Statement } from './state.ts'
import { nameSaid, note, noteAsked, withPerson } from '../../_shared/english/talk.ts'
import { answered, inThirdPerson, quoted, spaced, textOf, verbatim } from '../../_shared/english/third-person.ts'

export function statementsOf (reader: Reader, sentence: Sentence, asked: string | null): Statement[] {
  const { text } = sentence
  const { self, grammar, talk } = reader
  if (wishesToForget(text).length > 0) return [forgetting(sentence, self)]
  const isOurs = !isForeign(sentence, asked, grammar)
  const clauses = isOurs ? clausesOf(sentence) : []
  const right = putRight(reader, clauses, sentence, asked !== null)
  if (right !== null) {
    talk.topic = right.topic
    return [right]
  }
  if (!isOurs) return inTheirLanguage(sentence, self, asked)
  if (asked !== null) noteAsked(talk, asked, reader.turn, self, grammar)
  const answer = asked === null ? null : answerTo(reader, answeredBy(text, asked), sentence, clauses[0]!)
  const told = statedIn(reader, clauses, answer !== null, text)
  const statements = told.flatMap(clause => {
    const found = inParts(reader, named(reader, clause, text), text)
    talk.topic = found.at(-1)?.topic ?? null
    return found
  })
  if (answer !== null) return [answer, ...statements]
  const from = clauses[0]!.tokens[0]!.start
  const whole = inThirdPerson(sentence.tokens.filter(({ start }) => start >= from), self, grammar)
  if (told.length < 2 || told.length < clauses.length || !holdTogether(statements)) return statements
  return areApart(statements, sentence)
    ? statements.map(statement => ({ ...statement, partOf: whole }))
    : [{ ...statements[0]!, text: whole, quote: text }]
}

/** Without what is asked, another's opinion and places that are not known; whom they speak of is noted. */
function statedIn (
  { talk, turn, self, grammar }: Reader,
  clauses: Clause[],
  answered: boolean,
  text: string
): Clause[] {
  const told = clauses.slice(answered ? 1 : 0)
    .flatMap(clause => statedBeside(clause, text))
    .filter(clause => !tellsNothing(clause))
  for (const clause of clauses) if (!told.includes(clause)) note(talk, peopleIn(clause, self, grammar), turn)
  return told
}

const asItIs = ({ text, tokens }: Pick<Sentence, 'text' | 'tokens'>, written: string): Statement => ({
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
  language: 'english',
  answers: false,
  after: null,
  before: { said: [], asked: null },
  withdrawn: false,
  parts: [],
  topic: null,
  sentence: text,
  turn: 0
})

/** Word for word: our grammar is English, and knows a few things that German says. */
function inTheirLanguage (sentence: Sentence, self: string, asked: string | null): Statement[] {
  const { text } = sentence
  if (!tellsSomething(text, asked !== null)) return []
  const clauses = foreignClauses(sentence.written)
  const most = clauses.some(({ stated }) => stated !== null) ? shortAnswer : longAnswer
  if (asked !== null && clauses.length < 2 && text.length <= most) {
    return [{ ...asItIs(sentence, answered(asked, self, text)), language: clauses[0]!.language }]
  }
  return clauses.map(({ clause, language, stated, leans }) => ({
    ...asItIs(sentence, quoted(self, clause)),
    state: stated && { subject: self, ...stated, functional: true },
    change: stated ? changeOf(clause) : { kind: 'none', previous: null },
    asserted: stated !== null,
    leans,
    language
  }))
}

/** Characters of an answer of which it is not known whether it tells anything without its question. */
const longAnswer = 160

function forgetting (sentence: Sentence, self: string): Statement {
  const wish = wishIn(sentence.text)
  return {
    ...asItIs(sentence, quoted(`${self} asked to forget`, wish)),
    change: { kind: 'forget', previous: wish }
  }
}

/** "Denver." after "Where do you live?": what does not stand alone is kept with its question. */
function answerTo (reader: Reader, question: string, sentence: Sentence, first: Clause): Statement | null {
  const { self, talk, turn, grammar } = reader
  // "He's nine" tells whose age it is by his name.
  const read = first.subject[0] === sentence.tokens[0] ? named(reader, first, sentence.text) : first
  if (/\?\W*$/.test(sentence.text) || isPolite(sentence.written) || !isShort(read)) return null
  const words = spaced(sentence.tokens.filter(({ start }) => start < (first.tokens.at(-1)?.end ?? 0)))
  const predicate = /^(?:yes|yeah|no|nope)\b/i.test(words) ? null : predicateAsked(question)
  const after = antecedentOfQuestion(question, talk, grammar)
  const text = answered(withPerson(question, talk, turn), self, words)
  const value = valueOf(first.verb === '' ? [] : first.rest) ?? words.replace(/[.!]+$/, '')
  return {
    ...asItIs({ text: words, tokens: first.tokens }, text),
    state: predicate === null ? null : { subject: self, predicate, value, functional: true },
    negated: first.negated,
    past: first.past || (first.verb === '' && asksOfPast(question)),
    after,
    // "Yes" alone tells what the question guessed, if anything.
    answers: !/^(?:yes|yeah|yep|no|nope|sure)\W*$/i.test(words)
  }
}

function inParts (reader: Reader, clause: Clause, sentence: string): Statement[] {
  const parts = listed(clause)
  if (parts.length === 1) return parts.map(part => stated(reader, part, sentence))
  const partOf = inThirdPerson(clause.tokens, reader.self, reader.grammar)
  // The quote shows what stood beside it.
  return parts.map(part => ({ ...stated(reader, part, sentence), partOf, quote: verbatim(clause.tokens, sentence) }))
}

function stated (reader: Reader, clause: Clause, sentence: string): Statement {
  const { self, grammar, talk, turn } = reader
  const { tokens, negated, past } = clause
  const words = spaced(tokens)
  const asserted = isAsserted(clause)
  const state = stateOf(clause, reader)
  note(talk, peopleIn(clause, self, grammar), turn)
  const name = asserted && state?.predicate === 'name' && state.subject === self ? state.value : null
  // What else the sentence tells is said of the name.
  if (name !== null) reader.self = talk.name ??= name
  const text = name === null ? textOf(clause, self, grammar) : nameSaid(name, self, talk)
  return {
    ...asItIs({ text: verbatim(tokens, sentence), tokens }, text),
    state: state && { ...state, functional: state.functional && asserted },
    negated,
    past,
    asserted,
    change: asserted && isSo(words) ? changeOf(words) : { kind: 'none', previous: null },
    leans: leans(clause),
    after: pointedTo(reader, clause),
    topic: topicOf(clause, self, grammar)
  }
}
