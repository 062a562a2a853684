/** A statement as a fact: what it states, when it holds, and the names in it. */
import type { CandidateFact, Turn } from '../../../domain/capabilities/distiller.ts'
import type { NotHeld } from '../../../domain/predicates.ts'
import { since } from '../../_shared/english/date-direction.ts'
import { endOf, isEndOnly } from '../../_shared/english/date-ends.ts'
import type { FindDates } from '../../_shared/english/dates.ts'
import { ordered } from '../../_shared/english/revised.ts'
import { withDates, withHidden, type FoundDate } from '../../_shared/english/found-dates.ts'
import { areMixed, isBesideSpan, saysFromWhen, spanStart, spanUntil } from '../../_shared/english/spans.ts'
import type { Grammar } from '../../_shared/english/grammar.ts'
import { isLastingRequest, isManner } from '../../_shared/wording/cues.ts'
import { entitiesOf, relationsOf } from '../../_shared/english/names.ts'
import { partsOf, type Statement } from './state.ts'

/** Longest text of a fact, in characters. */
const longestFact = 50_000
/** A change stated with a date this long before the statement is history: much may have come after it. */
const recent = 370 * 86_400_000
/** What the dates in a statement say of when it holds. */
interface Timing {
  dates: FoundDate[]
  began: number | null
  until: number | null
  /** Told long after, so that much may have come since. */
  history: boolean
  /** "She starts at Siemens on 1 June" holds then. */
  ahead: boolean
}

export function factOf (
  statement: Statement,
  turn: Turn,
  turnIndex: number,
  self: string,
  find: FindDates,
  grammar: Grammar
): CandidateFact {
  const { text, negated, asserted, change, quote, state } = statement
  const timing = timingOf(statement, turn, self, find)
  const entities = entitiesOf(statement.tokens, state?.subject, self, grammar)
  return {
    text: withDates(text, timing.dates).slice(0, longestFact),
    memoryType: typeOf(statement),
    ...statedBy(statement, timing, self),
    negated,
    validAt: timing.began,
    invalidAt: timing.until,
    entities,
    relations: asserted && !negated && state !== null ? relationsOf(state, self, entities) : [],
    quote,
    turnIndexes: [turnIndex],
    speaker: turn.name ?? (self.startsWith('The ') ? null : self),
    confidence: state === null ? 0.5 : state.functional ? 0.9 : 0.7,
    change: timing.history ? { kind: 'none', previous: null } : change
  }
}

function typeOf (statement: Statement): CandidateFact['memoryType'] {
  const { text, quote, past, state } = statement
  if (isManner(text) || isLastingRequest(quote)) return 'procedural'
  const isOver = past && !(isLasting(statement) && /\b(?:since|for)\b/.test(text))
  return isOver && state?.functional !== true ? 'episodic' : 'semantic'
}

function statedBy (
  { state, asserted, negated }: Statement,
  { history, ahead }: Timing,
  self: string
): Pick<CandidateFact, 'subject' | 'predicate' | 'value' | 'functional'> {
  if (state === null) return { subject: self, predicate: null, value: null, functional: false }
  const when: NotHeld | '' = history ? 'once_' : ahead || !asserted ? 'planned_' : ''
  const { subject, predicate, value, functional } = state
  return { subject, predicate: when + predicate, value, functional: functional && when === '' && !negated }
}

function timingOf (statement: Statement, { at }: Turn, self: string, find: FindDates): Timing {
  const { text, state, past, asserted, language, change } = statement
  const hidden = withHidden(text, self)
  const parts = partsOf(statement)
  const found = parts.flatMap(({ text: said, past }) =>
    find(withHidden(said, self), at, past, language).map(date => ({ ...date, index: date.index + text.indexOf(said) }))
  )
  const dates = ordered(found, change.kind)
  const [first] = dates
  const until = asserted && !statement.negated && parts.length === 1 ? endOf(hidden, dates) : null
  const isSince = first !== undefined && since.test(hidden.slice(0, first.index))
  const lasting = state?.functional === true && !state.predicate.startsWith('date_')
  return {
    dates,
    began: spanUntil(hidden, until, first, past) ??
      beganOn(statement, hidden, isSince, dates, at) ??
      spanStart(hidden, at, isLasting(statement)),
    until,
    history: !isSince && past && dates.some(date => at - date.at > recent),
    ahead: lasting && dates.some(date => date.at > at && saysFromWhen(date, state.value, hidden))
  }
}

/** Told as done, not denied ("no, last year"); a correction is told in order, and its day stands in the text. */
const isPast = ({ past, language, change, answers, quote }: Statement) =>
  (past || language === 'german') && change.kind !== 'correction' && !(answers && /^(?:no|nope|nah)\b/i.test(quote))

/** "I have lived here for two years": it goes on. */
const isLasting = ({ past, asserted, tokens }: Statement) =>
  past && asserted && tokens.some(({ lower }) => /^(?:have|has|'ve|been)$/.test(lower)) &&
  // "I'd been a teacher for ten years when I retired."
  !tokens.some(({ lower }) => /^(?:had|'d)$/.test(lower))

function beganOn (statement: Statement, hidden: string, isSince: boolean, [date, ...others]: FoundDate[], at: number) {
  // What was joined to it has times of its own.
  if (date === undefined || date.index >= partsOf(statement)[0]!.text.length || isBesideSpan(hidden, date)) return null
  if (others.length > 0 || date.at > at || areMixed(statement.parts) || isEndOnly(hidden, date)) return null
  return (statement.asserted || statement.language === 'german') && (isSince || isPast(statement)) ? date.at : null
}
