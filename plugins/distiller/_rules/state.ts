/**
 * What a clause states: of whom, which predicate, which value, and whether there is one value at a time. Single-valued
 * are only a home, an employer, a title, an age, a marital status, a diet, a name, a count or measure of the same, the
 * date of an event, and what a thing of one's own is.
 */
import type { Grammar, Sentence } from '../../_shared/english/grammar.ts'
import type { Token } from '../../_shared/english/token.ts'
import type { Clause } from '../../_shared/english/clause.ts'
import type { Language } from '../../_shared/english/month-dates.ts'
import type { Talk } from '../../_shared/english/talk.ts'
import type { Before } from '../../_shared/english/topic.ts'
import { isOfAsked } from '../../_shared/english/named.ts'
import { severalOf, singleOf } from '../../_shared/english/predicates.ts'
import { roleOf } from '../../_shared/english/single-valued.ts'
import { ownerOf } from '../../_shared/english/owner.ts'
import { isSure, withoutDay } from '../../_shared/english/sure.ts'

export interface State {
  subject: string
  predicate: string
  value: string | null
  functional: boolean
}

export interface Part {
  text: string
  past: boolean
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
  language: Language
  /** Whether it answers a question. */
  answers: boolean
  /** What the speaker said before that it points back to. */
  after: string | null
  /** What was heard and said before it. */
  before: Before
  /** Taken back later in the talk. */
  withdrawn: boolean
  /** Its text in the parts that were joined, each with its tense. */
  parts: Part[]
  /** What it is about, so that "it" may mean it. */
  topic: string | null
  /** The sentence that says it. */
  sentence: string
  /** Place of the turn that says it. */
  turn: number
}

export interface Reader {
  /** "The user" or a name. */
  self: string
  grammar: Grammar
  /** Whether words name a day, a month or a year. */
  isDate: (text: string) => boolean
  talk: Talk
  /** Place of the turn that is read. */
  turn: number
  /** Of a sentence and the one before it in the turn. */
  isMadeUp: (sentence: Sentence, before: string) => Promise<boolean>
  /** What was stated last in the conversation, in order. */
  prior: Statement[]
  /** The question that was put to the speaker right before. */
  asked: string | null
  /** What the words before took back, and the sentence may put right. */
  takenBack: Statement | null
}

export function stateOf (said: Clause, speaker: Reader): State | null {
  const clause = withoutDay(said)
  if (!isSure(clause) || isOfAsked(speaker, said)) return null
  const { negated } = clause
  const role = negated ? null : roleOf(clause)
  if (role !== null) return { subject: speaker.self, ...role, functional: true }
  const owner = ownerOf(clause, speaker.self, speaker.grammar)
  const found = negated ? null : singleOf(clause, owner, speaker)
  const stated = found ?? severalOf(clause, owner, speaker)
  return stated && { subject: owner.name, ...stated, functional: found !== null }
}

export const partsOf = ({ text, past, parts }: Statement): Part[] => parts.length > 0 ? parts : [{ text, past }]

/** Not what may come to an end without what stands beside it, or tells what is new. */
export const mayBeJoined = ({ state, partOf, past, change }: Statement) =>
  state?.functional !== true && partOf === null && (past || change.previous === null) && change.kind !== 'forget'
