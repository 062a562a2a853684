/** Turns to facts: own words, sentences, statements, and which of them are worth keeping. */
import type { CandidateFact, Conversation, Distillation, Turn } from '../../../domain/capabilities/distiller.ts'
import { isAssistantRole, isUserRole } from '../../../domain/roles.ts'
import { timeSlices } from '../../_shared/time-slice.ts'
import { opensCorrection } from '../../_shared/wording/cues.ts'
import { notQuoting } from '../../_shared/wording/lead.ts'
import { sentencesIn, underHeading } from '../../_shared/wording/list-items.ts'
import { ownWords } from '../../_shared/wording/own-words.ts'
import { meantToForget } from '../../_shared/wording/withdrawn.ts'
import { noteSaid } from '../../_shared/english/antecedent.ts'
import { pointsBack } from '../../_shared/english/anaphors.ts'
import { openClassifier } from './classifier.ts'
import { brief, isBrief, isNote, mayMean, opensMatter, standsAlone } from '../../_shared/english/leaning.ts'
import { isUnmeant } from '../../_shared/english/unmeant.ts'
import { withRelations } from '../../_shared/english/introduced.ts'
import { isOfOne, isOwnAnswer } from '../../_shared/english/questions.ts'
import { loadDates, opensWithDate } from '../../_shared/english/dates.ts'
import { factOf } from './facts.ts'
import { loadGrammar, type Sentence } from '../../_shared/english/grammar.ts'
import { madeUpIn } from '../../_shared/english/made-up.ts'
import { mayBeJoined, partsOf, type Reader, type Statement } from './state.ts'
import { inOneQuote, quoted, spaced } from '../../_shared/english/third-person.ts'
import { withoutWithdrawal } from '../../_shared/english/taken-back.ts'
import { withoutContext } from '../../_shared/english/together.ts'
import { behind, withTopic } from '../../_shared/english/topic.ts'
import { noDaysSpoken, noteDays, ofThatWeek } from '../../_shared/english/spoken-days.ts'
import { statementsOf } from './statements.ts'
import { begun, noteHeard, quotable } from '../../_shared/english/heard.ts'
import { newTalk } from '../../_shared/english/talk.ts'
import { keptOf, longest, spokenAfter, type Spoken } from './worth.ts'

/** Statements back that may be put right or taken back, and those that are explained, so that time is linear. */
const [remembered, explained] = [200, 300]

export async function distill (conversation: Conversation): Promise<Distillation> {
  const { turns, aboutAssistant, userName, signal } = conversation
  const [grammar, find, classifier] = await Promise.all([loadGrammar(), loadDates(), openClassifier()])
  const [talk, days] = [newTalk(aboutAssistant, userName), noDaysSpoken()]
  /** What is kept; and with the rest, of which a sentence may be quoted in front of a fact. */
  const [all, spoken]: [Statement[], Statement[]] = [[], []]
  const facts: CandidateFact[] = []
  const pause = timeSlices(signal)
  const findOwn = ofThatWeek(days, find)
  for (const [index, turn] of turns.entries()) {
    signal?.throwIfAborted()
    noteDays(days, turn.content, turn.at, find)
    const speaks = aboutAssistant ? isAssistantRole(turn.role) : isUserRole(turn.role)
    if (!speaks) {
      if (isAssistantRole(turn.role)) noteHeard(talk, turn.content)
      continue
    }
    const self = (aboutAssistant ? null : turn.name ?? talk.name) ?? talk.speaker
    const isDate = (text: string) => opensWithDate(text, find(text, turn.at, false))
    const [asked, prior] = [talk.asked, all.slice(-remembered)]
    const isMadeUp = madeUpIn(turns, index, talk, classifier, grammar)
    const reader: Reader = { self, grammar, isDate, talk, turn: index, isMadeUp, prior, takenBack: null, asked }
    const said = await spokenIn(reader, turn, pause)
    spoken.push(...said.map(({ statement }) => statement))
    const isDated = (text: string) => find(text.replace(/\s+/g, ' '), turn.at, false).length > 0
    const kept = await keptOf(said, classifier.keeps, isDated)
    for (const statement of joined(kept, self)) {
      all.push(statement)
      const whole = await withTopic(statement, self, all.length < explained ? classifier : null)
      facts.push(withRelations(factOf(whole, turn, index, self, findOwn, grammar), talk.relations, self))
      await pause()
    }
  }
  const takenBack = [...spoken, ...all].filter(({ withdrawn }) => withdrawn)
  const unsaid = [...new Set(takenBack.flatMap(({ sentence, quote }) => [sentence, quote]))]
  return { facts: facts.filter((_, at) => !all[at]!.withdrawn).map(fact => notQuoting(fact, unsaid)), degraded: [] }
}

/** What a turn states, in order. */
async function spokenIn (reader: Reader, { content }: Turn, pause: () => Promise<void>): Promise<Spoken[]> {
  const { grammar, talk, self } = reader
  const spoken: Spoken[] = []
  let [context, before] = [talk.asked ?? '', '']
  for (const { sentence, item } of sentencesIn(begun(talk, ownWords(content, [self])), grammar)) {
    const said = await reader.isMadeUp(sentence, before)
      ? null
      : withoutWithdrawal(reader, sentence, before, spoken.length === 0)
    const statements = said === null || isUnmeant(said, talk.asked) ? [] : statementsOf(reader, said, talk.asked)
    // "Not yet. I've sent it to four agents": the second answers as well.
    if (!isOfOne(sentence.text) && (statements.length > 0 || sentence.tokens.length > brief)) talk.asked = null
    for (const [at, statement] of statements.entries()) {
      place(statement, sentence, before, statements.slice(0, at).map(({ quote }) => quote), reader)
      Object.assign(statement, underHeading(item, statement, reader))
      forget(statement, reader)
      reader.prior.push(statement)
      spoken.push(spokenAfter(spoken.at(-1) ?? null, statement, context))
    }
    context = before = sentence.text
    noteSaid(talk, said)
    reader.self = talk.name ?? self
    await pause()
  }
  return spoken
}

/** Where it is said, and which question of the speaker's own, right `before`, it answers. */
function place (statement: Statement, { text }: Sentence, before: string, earlier: string[], reader: Reader): void {
  const { turn, self, talk, asked } = reader
  Object.assign(statement, { turn, sentence: text, before: { said: quotable(talk, statement.after, earlier), asked } })
  if (!isOwnAnswer(before, statement.tokens)) return
  const answered = { text: quoted(self, `${before} ${statement.quote}`), leans: false, after: null }
  Object.assign(statement, answered, { before: { said: [], asked: null } })
}

/** "Please delete the code": of this talk, it is not stored at all. */
function forget ({ change: { kind, previous } }: Statement, { prior }: Reader): void {
  if (kind !== 'forget') return
  const known = prior.map(statement => ({ statement, text: statement.text, subject: statement.state?.subject ?? null }))
  for (const { statement } of meantToForget(known, previous ?? '')) statement.withdrawn = true
}

/** What leans on the statement before goes with it: "I built a shed. It is four metres long." */
function joined (kept: Spoken[], self: string): Statement[] {
  const result: Statement[] = []
  /** What the last of them ends with. */
  let end: Statement | null = null
  for (const one of kept) {
    const { statement } = one
    const host = hostOf(one, result.at(-1), end)
    const whole = [host, statement].every(isNote) ? null : withBefore(one, host)
    if (whole !== null && host !== null && goesWith(statement, host, host !== one.before)) {
      // What there is one of stays so: "Pre-launch. We have 500 users."
      if (mayBeJoined(statement)) Object.assign(host, whole)
      else result[result.length - 1] = { ...statement, ...whole }
    } else {
      const apart = besideOthers(statement, whole, host, self)
      if (apart === null) continue
      result.push(apart)
    }
    end = statement
  }
  return result
}

/** Null where nothing says what it leans on. */
function besideOthers (statement: Statement, whole: Whole | null, host: Statement | null, self: string) {
  // A correction has what it corrects in front.
  const isWhole = !statement.leans || standsAlone(statement) || (whole === null && isNote(statement))
  if (isWhole || statement.change.kind === 'correction') return statement
  if (whole !== null && (host !== null || pointsBack(statement.tokens))) return behind(host, statement, whole, self)
  return statement.after !== null && pointsBack(statement.tokens) ? statement : withoutContext(statement, self)
}

/** What stands right before it, with what was joined to that. */
const hostOf = ({ before }: Spoken, last: Statement | undefined, end: Statement | null) =>
  last !== undefined && before !== null && end === before ? last : null

type Whole = Pick<Statement, 'text' | 'parts' | 'quote' | 'before'>

/** Null where it cannot be what the statement leans on, or where both are long. */
function withBefore ({ statement, before }: Spoken, host: Statement | null): Whole | null {
  if (before === null || before.withdrawn || !(before.answers || mayMean(statement.tokens, before.tokens))) return null
  const parts = [...partsOf(host ?? before), ...partsOf(statement)].map(inOneQuote)
  const text = parts.map(({ text }) => text).join(' ')
  const { quote, before: said } = host ?? before
  return text.length <= longest ? { text, parts, quote: `${quote} ${statement.quote}`, before: said } : null
}

/** `further` where others were joined to it already: then only what leans is. */
function goesWith (statement: Statement, last: Statement, further: boolean): boolean {
  if (!further && last.answers && !statement.answers && last.state === null && isBrief(spaced(last.tokens))) {
    return !opensCorrection(statement.quote) && !opensMatter(statement)
  }
  return [last, statement].every(mayBeJoined) &&
    (statement.leans || (!further && continues(last, statement)))
}

/** "I bought a loom. Its frame is of oak", and a few words of one sentence that tell little alone. */
const continues = (last: Statement, { tokens, quote, sentence, state }: Statement) =>
  /^(?:this|that|these|those|their|its|his|her)$/.test(tokens[0]?.lower ?? '') ||
  (last.sentence === sentence && last.state?.subject === state?.subject && [last.quote, quote].some(isBrief))
