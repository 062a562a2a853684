/** What a statement is about, where it does not say so itself: "we fly home on the 27th" of the trip named before. */
import type { Ask } from '../onnx/pairs.ts'
import { pointing } from './anaphors.ts'
import { isBrief } from './leaning.ts'
import { isOfText } from './requests.ts'
import { answered, askedAfter, following, inQuotes, omission, spaced } from './third-person.ts'
import type { Token } from './token.ts'

/** What was said before a statement. */
export interface Before {
  /** Sentences of the speaker's, oldest first. */
  said: string[]
  /** The question that was put to them right before. */
  asked: string | null
}

interface Stated {
  text: string
  quote: string
  tokens: Token[]
  parts: { text: string, past: boolean }[]
  before: Before
  /** The words said before that it points back to, as far as the grammar says. */
  after: string | null
  language: string
  change: { kind: string }
}

/** The two questions that are put to the model (`models/statements/README.md`). */
export interface Judge {
  /** Probability that of the second text, the first being empty, one does not know what it is about. */
  lacks: Ask
  /** Odds, against that nothing said before does, that the first text says what the second is about. */
  explains: Ask
}

/** Probabilities from which on a statement lacks what it is about, and some sentence says it. */
const [lacking, explaining] = [0.45, 0.45]
/** What is added to the probability of what the grammar says. */
const ofGrammar = 0.2
/** Below this the likeliest sentence may be another: the next is quoted with it where it is half as likely, or more. */
const [sure, possible, half] = [0.75, 0.1, 0.5]
/** Sentences that may be quoted, of which the first of a talk often say what all of it is about; characters of one. */
const [mostSaid, opening, longest] = [8, 2, 160]

interface Candidate {
  text: string
  /** With how far back it was said, as the model reads it. */
  read: string
  /** Whether it was put to the speaker right before. */
  isQuestion: boolean
}

const said = (text: string, back = 1): Candidate => ({ text, read: `${back} back: ${text}`, isQuestion: false })

interface Likely extends Candidate {
  /** Its place among the candidates, in the order of the talk. */
  at: number
  chance: number
}

/** The sentences said before, oldest first, and the question put right before. */
export function candidatesOf (sentences: string[], asked: string | null): Candidate[] {
  const all = sentences.map((text, at) => said(text, sentences.length - at))
  const near = all.length > mostSaid ? [...all.slice(0, opening), ...all.slice(opening - mostSaid)] : all
  const own = near.filter(({ text }) => text.length <= longest && !isOfText(text))
  return asked === null ? own : [...own, { text: asked, read: `asked: ${asked}`, isQuestion: true }]
}

/** With the sentence said before that best says what it is about, if any; without a judge, what the grammar says. */
export async function withTopic<S extends Stated> (statement: S, self: string, judge: Judge | null): Promise<S> {
  const { text, after } = statement
  const candidates = isOpen(statement) ? candidatesFor(statement) : []
  if (candidates.length === 0) return statement
  // "She's a nurse" cannot do without, unless she was named in front of it.
  const cannotStand = candidates.some(one => one.text === after)
  if (judge === null) return cannotStand ? quoting(statement, [said(after!)], self) : statement
  if (!cannotStand && (await judge.lacks([['', text]]))[0]! < lacking) return statement
  const odds = await judge.explains(candidates.map(({ read }) => [read, text]))
  const all = odds.reduce((sum, one) => sum + one, 1)
  const isExplained = 1 - 1 / all >= explaining
  if (!isExplained && !cannotStand) return statement
  const likely = candidates.map((one, at) => ({
    at,
    ...one,
    chance: odds[at]! / all + (one.text === after ? ofGrammar : 0)
  }))
  const [best, ...others] = likely.sort((one, other) => other.chance - one.chance) as [Likely, ...Likely[]]
  const next = others.find(({ text }) => !best.text.includes(text) && !text.includes(best.text))
  // What the grammar points to is one sentence.
  const isSure = !isExplained || best.text === after || best.chance >= sure
  const isOther = !isSure && next !== undefined && next.chance >= Math.max(possible, half * best.chance)
  const quoted = isOther ? [best, next] : [best]
  return quoting(statement, quoted.sort((one, other) => one.at - other.at), self)
}

/** With what stands right before it; where that has a fact of its own, it is quoted, and not stated twice. */
export function behind<S extends Stated & { answers: boolean }> (
  host: S | null,
  statement: S,
  whole: Partial<S>,
  self: string
): S {
  const quote = host?.quote ?? ''
  const leans = host === null || host.after !== null || (host.answers && isBrief(quote)) ||
    pointing.test(/^\p{L}+/u.exec(quote)?.[0].toLowerCase() ?? '')
  return leans || quote === statement.quote || bareDay.test(statement.quote) || ofThing.test(statement.quote)
    ? { ...statement, ...whole }
    : quoting(statement, [said(quote)], self)
}
/** "I use Excel. I'd love to do it in Python": of what, the one sentence says less than both. */
const ofThing = /\b(?:it|this|that|there)\b/i
/** It is of the month before it. */
const bareDay = /^(?:(?:on|at|from|by|till|until|the) )*\d/i

/** Nothing is quoted in front of it yet but a question. */
const isOpen = ({ text, language, change }: Stated) =>
  language === 'english' && /^(?:none|ending)$/.test(change.kind) && !/^After "|^Asked "[^"]*" after /.test(text)

function candidatesFor ({ text, quote, before, after }: Stated): Candidate[] {
  const found = candidatesOf(before.said, text.startsWith('Asked "') ? null : before.asked)
  const isListed = found.some(one => one.text === after)
  return [...found, ...after === null || isListed ? [] : [said(after)]].filter(one =>
    // Not what it says already.
    !quote.includes(one.text) && !text.includes(inQuotes(one.text))
  )
}

function quoting<S extends Stated> (statement: S, quoted: Candidate[], self: string): S {
  const { text, quote, tokens, parts } = statement
  const question = quoted.length > 1 ? quoted.find(({ isQuestion }) => isQuestion) : undefined
  const sentence = quoted.filter(one => one !== question).map(({ text }) => text).join(omission)
  const inFront = (words: string) =>
    words.startsWith(`${self}: `) ? words.slice(self.length + 2) : askedAfter(words, sentence)
  // A name may stand for a pronoun, and what was joined has dates of its own.
  const words = parts.length === 0 && quote.includes(spaced(tokens)) ? quote : inFront(text)
  const led = question === undefined
    ? following(sentence, self, words)
    : askedAfter(answered(question.text, self, words), sentence)
  return {
    ...statement,
    text: text.startsWith('Asked "') ? inFront(text) : led,
    parts: parts.map(part => ({ ...part, text: inFront(part.text) }))
  }
}
