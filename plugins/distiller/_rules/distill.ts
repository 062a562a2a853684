/** Turns to facts: sentences, clauses, what each states, and which of them are worth keeping. */
import type { CandidateFact, Conversation, Distillation, Turn } from '../../../domain/capabilities/distiller.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { normaliseText } from '../../../domain/text/identity.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { answerTo, leaningAnswer } from './answers.ts'
import { clausesOf } from './clause.ts'
import { unwrapped, withoutSaying } from './context.ts'
import { loadDates } from './dates.ts'
import { finished, type Draft } from './drafts.ts'
import { append, complete, completes, joined } from './joining.ts'
import { ownWords } from './material.ts'
import { saidBy, type Reader } from './reader.ts'
import { asksForHelp, forgotten, isIronic, isManner } from './requests.ts'
import { holdsSecret } from './secrets.ts'
import { fromClause } from './statements.ts'
import * as talks from './talk.ts'
import { loadGrammar, type Sentence } from './tokens.ts'
import { sentence as asSentence } from './voice.ts'

export async function distill (conversation: Conversation): Promise<Distillation> {
  const [grammar, find] = await Promise.all([loadGrammar(), loadDates()])
  const talk = talks.openTalk(conversation)
  const facts: CandidateFact[] = []
  const pause = timeSlices(conversation.signal)
  for (const [index, turn] of conversation.turns.entries()) {
    conversation.signal?.throwIfAborted()
    const isDate = (text: string) => find(text, turn.at, 'ahead').length > 0
    const self = selfOf(conversation, turn, talk)
    const reader: Reader = { grammar, find, talk, conversation, turn, index, self, isDate }
    const drafts: Draft[] = []
    if (conversation.aboutAssistant ? talks.isAssistant(turn) : talks.isUser(turn)) {
      Object.assign(talk, { event: null, fresh: -1, ironic: false })
      for (const read of sentencesOf(reader)) {
        fromSentence(reader, read, drafts)
        await pause()
      }
      talk.asked = null
    } else if (talks.isAssistant(turn)) talk.asked = talks.questionOf(turn)
    for (const draft of drafts) {
      facts.push(finished(draft, turn, find, grammar))
      await pause()
    }
  }
  return { facts: withoutRepeats(facts), degraded: [] }
}

/** What is said again is left out, unless what was said in between may have changed it: Berlin, Lyon, Berlin. */
function withoutRepeats (facts: CandidateFact[]): CandidateFact[] {
  const last = new Map<string, number>()
  const lastOfMatter = new Map<string, number>()
  let lastChange = -1
  return facts.filter(({ text, change, functional, predicate, subject }, place) => {
    const said = normaliseText(text)
    const matter = JSON.stringify([predicate, subject])
    const before = last.get(said)
    const changed = Math.max(lastChange, functional ? lastOfMatter.get(matter) ?? -1 : -1)
    last.set(said, place)
    lastOfMatter.set(matter, place)
    if (change.kind !== 'none') lastChange = place
    return before === undefined || changed > before
  })
}

function selfOf ({ aboutAssistant }: Conversation, turn: Turn, talk: talks.Talk): string {
  return aboutAssistant ? 'The assistant' : turn.name ?? talk.name ?? 'The user'
}

function* sentencesOf ({ grammar, turn, self }: Reader): Generator<Sentence> {
  const own = ownWords(turn.content, [self])
  for (const [line] of own.matchAll(/[^\n]+/g)) if (/[\p{L}\p{N}]/u.test(line)) yield* grammar.sentences(line)
}

/** Neither a question nor called out nor too short; "an" and "no" count where they are not English. */
const isTelling = (text: string, counted: number) =>
  !/[?？؟]\s*$/.test(text) && (terms(text).length >= 3 || (counted >= 3 && !/!\s*$/.test(text)))

/** What one sentence adds to the drafts. */
function fromSentence (reader: Reader, sentence: Sentence, drafts: Draft[]): void {
  const { talk } = reader
  const { text } = sentence
  const question = drafts.length === 0 ? talk.asked : null
  talk.asked = null
  if (holdsSecret(text) || isIronic(talk, text)) return
  const plain = unread(reader, sentence)
  if (plain) return add(reader, drafts, plain)
  if (/\bscratch that\b(?! about)|\bi take (?:that|it) back\b/i.test(text)) {
    const last = drafts.pop()
    talk.drafts = talk.drafts.filter(draft => draft !== last)
  }
  talk.asking ||= asksForHelp(text)
  const topic = /\babout (?:the|my|our) (\w+)/i.exec(text)?.[1]
  if (topic) talk.event = talks.naming(talk, topic)?.event ?? talk.event
  fromClauses(reader, withoutSaying(sentence), drafts, question)
}

/** What is kept as it was said: another language, a wish to forget, a wish about how to answer. */
function unread (reader: Reader, sentence: Sentence): Draft[] | null {
  const { grammar, self } = reader
  const { text } = sentence
  const quoted = `${self}: ${asSentence(text)}`
  const language = grammar.languageOf(sentence)
  if (language !== 'english') {
    const counted = language === 'other' ? text.split(/\s+/).length : 0
    return isTelling(text, counted) ? [{ ...saidBy(reader, sentence, quoted), foreign: true }] : []
  }
  const wish = forgotten(text)
  if (wish) {
    const draft = saidBy(reader, sentence, `${self} asked to forget: ${wish}`, 'asked_to_forget', wish)
    return [{ ...draft, change: { kind: 'forget', previous: wish } }]
  }
  return isManner(text) ? [{ ...saidBy(reader, sentence, quoted, 'prefers', text), procedural: true }] : null
}

function fromClauses (reader: Reader, sentence: Sentence, drafts: Draft[], question: string | null): void {
  const { grammar, talk, index } = reader
  const clauses = clausesOf(sentence, grammar)
  const answer = question === null ? null : answerTo(reader, question, sentence, clauses[0])
  if (answer) talks.noteNames(talk, clauses[0]!.tokens, index, grammar)
  const spoken = answer ? clauses.slice(1) : clauses
  const read = spoken.map(clause => fromClause(reader, unwrapped(clause, grammar), sentence))
  if (answer) {
    add(reader, drafts, [answer, ...read.flat()])
    talk.fresh = drafts.length
    return
  }
  const found = joined(reader, sentence, clauses, read)
  const leaning = question === null || found.length > 0 ? null : leaningAnswer(reader, question, sentence, clauses)
  follow(reader, drafts, leaning ? [leaning] : found, () => append(reader, drafts.at(-1)!, sentence, clauses))
}

/** Only what follows a statement at once belongs to it. */
function follow (reader: Reader, drafts: Draft[], found: Draft[], append: () => void): void {
  const { talk } = reader
  const before = drafts.length
  const last = before === talk.fresh ? drafts.at(-1) : undefined
  if (last && completes(last, found)) return complete(last, found[0]!)
  add(reader, drafts, found)
  if (drafts.length === before && last) append()
  talk.fresh = drafts.length > before || last ? drafts.length : -1
}

function add ({ talk }: Reader, drafts: Draft[], found: Draft[]): void {
  for (const draft of found.filter(({ text }) => !holdsSecret(text))) {
    drafts.push(draft)
    talk.drafts.push(draft)
    if (talk.drafts.length > 2 * talks.mostDrafts) talk.drafts.splice(0, talks.mostDrafts)
    talk.event = draft.event ?? talk.event
  }
}
