/** Turns to facts: own words, sentences, statements, and which of them are worth keeping. */
import type { CandidateFact, Conversation, Distillation, Turn } from '../../../domain/capabilities/distiller.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { isAssistantRole, isUserRole } from '../../../domain/roles.ts'
import { holdsSecret } from '../../_shared/secrets.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { ownWords } from '../../_shared/wording/own-words.ts'
import { openClassifier } from './classifier.ts'
import { loadDates } from '../../_shared/english/dates.ts'
import { factOf } from './facts.ts'
import { loadGrammar } from '../../_shared/english/grammar.ts'
import { statementsOf, type Reader, type Statement } from './statements.ts'
import { questionIn, type Talk } from './talk.ts'

/** A statement is kept from this probability on that a person would note it down. */
const worthKeeping = 0.5
/** A statement of so few words of content tells little by itself. */
const brief = 3
/** Longest text of a statement with what leans on it, in characters. */
const longest = 320

export async function distill (conversation: Conversation): Promise<Distillation> {
  const { turns, aboutAssistant, userName, signal } = conversation
  const [grammar, find, { keeps }] = await Promise.all([loadGrammar(), loadDates(), openClassifier()])
  const talk: Talk = { name: userName, people: [], asked: null }
  const told: Statement[] = []
  const facts: CandidateFact[] = []
  const pause = timeSlices(signal)
  for (const [index, turn] of turns.entries()) {
    signal?.throwIfAborted()
    const speaks = aboutAssistant ? isAssistantRole(turn.role) : isUserRole(turn.role)
    if (!speaks) {
      if (isAssistantRole(turn.role)) talk.asked = questionIn(turn)
      continue
    }
    const self = aboutAssistant ? 'The assistant' : turn.name ?? talk.name ?? 'The user'
    const isDate = (text: string) => find(text, turn.at, false).length > 0
    const reader: Reader = { self, grammar, isDate, talk, turn: index, told }
    const spoken = await spokenIn(reader, turn, pause)
    const probabilities = await keeps(
      spoken.map(({ context, statement: { text, partOf } }) => [context, partOf ?? text])
    )
    const kept = spoken.filter(({ statement: { unjudged } }, at) => unjudged || probabilities[at]! >= worthKeeping)
    for (const statement of joined(kept)) {
      told.push(statement)
      facts.push(factOf(statement, turn, index, self, find, grammar))
      await pause()
    }
  }
  return { facts, degraded: [] }
}

interface Spoken {
  statement: Statement
  /** The question that was asked, or the sentence before. */
  context: string
  /** The statement before it in the turn. */
  before: Statement | null
}

/** What a turn states, in order. */
async function spokenIn (reader: Reader, { content }: Turn, pause: () => Promise<void>): Promise<Spoken[]> {
  const { grammar, talk, self } = reader
  const spoken: Spoken[] = []
  let context = talk.asked ?? ''
  for (const line of ownWords(content, [self]).split('\n')) {
    if (!/[\p{L}\p{N}]/u.test(line)) continue
    for (const sentence of grammar.sentences(line)) {
      const statements = holdsSecret(sentence.text) ? [] : statementsOf(reader, sentence, talk.asked)
      talk.asked = null
      for (const statement of statements) spoken.push({ statement, context, before: spoken.at(-1)?.statement ?? null })
      context = sentence.text
      reader.self = talk.name ?? self
      await pause()
    }
  }
  return spoken
}

/** "It compiles in two seconds" goes with the statement before it, and so do a few words that tell little alone. */
function joined (kept: Spoken[]): Statement[] {
  const result: Statement[] = []
  for (const { statement, before } of kept) {
    const last = result.at(-1)
    const near = last !== undefined && last === before && last.text.length + statement.text.length <= longest
    if (near && (statement.leans || [last, statement].some(isBrief)) && [last, statement].every(mayBeJoined)) {
      Object.assign(last, { text: `${last.text} ${statement.text}` })
    } else result.push(statement)
  }
  return result
}

const isBrief = ({ quote }: Statement) => terms(quote).length <= brief
/** Not what may come to an end without what stands beside it, or tells what is new. */
const mayBeJoined = ({ state, partOf, past, change }: Statement) =>
  state?.functional !== true && partOf === null && (past || change.kind === 'none') && change.kind !== 'forget'
