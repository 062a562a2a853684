/** What is said, on its way to a fact: words, state, dates, and the names in it. */
import type { CandidateFact, NamedEntity, Turn } from '../../../domain/capabilities/distiller.ts'
import type { Modality, Tense } from './parts.ts'
import { datesIn, endOf, since, withDates, type FindDates, type FoundDate } from './dates.ts'
import type { Grammar, Token } from './tokens.ts'
import { ownAtStart } from './voice.ts'
import { type Change, type State, noChange } from './reading.ts'

export interface Draft {
  text: string
  /** The words of the turn that it was read from. */
  quote: string
  self: string
  state: State | null
  change: Change
  negated: boolean
  modality: Modality
  tense: Tense
  /** The clause's own tokens; names are read from them. */
  tokens: Token[]
  turn: number
  /** Of several clauses or sentences, so that no one tense says where its dates are. */
  whole?: boolean
  procedural?: boolean
  /** Of another language: what the English reader of dates finds there may be a word ("mon chien"). */
  foreign?: boolean
  /** What "it" is, when something is said of an event: the event's words. */
  event?: Token[]
}

/** Longest text of a fact, in characters. */
const longestFact = 50_000
/** A change stated with a date this long before the statement is history: much may have come after it. */
const recent = 370 * 86_400_000

/** Dates of a draft, and what they say of when it holds. */
interface Timing {
  dates: FoundDate[]
  began: number | null
  until: number | null
  /** Told long after, so that much may have come since. */
  history: boolean
  /** "She starts at Siemens on 1 June" holds then. */
  ahead: boolean
}

export function finished (draft: Draft, turn: Turn, find: FindDates, grammar: Grammar): CandidateFact {
  const { text, self, state, change, negated, modality } = draft
  const timing = timingOf(draft, turn, find)
  const { history } = timing
  const entities = namesIn(draft, grammar)
  return {
    text: withDates(text, timing.dates).slice(0, longestFact),
    memoryType: typeOf(draft),
    ...statedBy(draft, timing),
    negated,
    validAt: timing.began,
    invalidAt: modality === 'asserted' ? timing.until : null,
    entities,
    relations: state && !negated && modality === 'asserted' ? relations(state, self, entities) : [],
    quote: draft.quote,
    turnIndexes: [draft.turn],
    speaker: turn.name ?? (ownAtStart(self) ? null : self),
    confidence: confidenceOf(state),
    change: history ? noChange : change
  }
}

function statedBy (
  { state, self, negated }: Draft,
  { history, ahead }: Timing
): Pick<CandidateFact, 'subject' | 'predicate' | 'value' | 'functional'> {
  if (state === null) return { subject: self, predicate: null, value: null, functional: false }
  const when = history ? 'once_' : ahead ? 'planned_' : ''
  const { subject, predicate, value, functional } = state
  return { subject, predicate: `${when}${predicate}`, value, functional: functional && when === '' && !negated }
}

const confidenceOf = (state: State | null) => state === null ? 0.5 : state.functional ? 0.9 : 0.7

const isPast = ({ tense, negated, state }: Draft) =>
  (/past|perfect/.test(tense) || (negated && tense === 'present')) && !state?.predicate.startsWith('date_')

function typeOf (draft: Draft): CandidateFact['memoryType'] {
  if (draft.procedural) return 'procedural'
  return isPast(draft) && !draft.state?.functional && draft.change.kind === 'none' ? 'episodic' : 'semantic'
}

function timingOf (draft: Draft, turn: Turn, find: FindDates): Timing {
  const { text, self, state, modality } = draft
  const past = isPast(draft) && draft.tense !== 'present'
  const hidden = text.replaceAll(self, '_'.repeat(self.length))
  const before = (index: number) => hidden.slice(0, index)
  const dates = datesIn(hidden, turn.at, find, past && modality === 'asserted')
    .filter(({ open, text }) => (!open || draft.whole !== true) && (!draft.foreign || anyLanguage.test(text)))
  const isSince = dates.length > 0 && since.test(before(dates[0]!.index))
  const lasting = state?.functional && !/^(?:date_|birthday)|_when$/.test(state.predicate)
  const isAhead = ({ at, index }: FoundDate) => at > turn.at && !/\buntil\s+(?:the\s+)?$/i.test(before(index))
  return {
    dates,
    began: isDated(draft, isSince) ? startOf(draft, isSince, dates, turn.at) : null,
    until: endOf(hidden, dates),
    history: !isSince && past && dates.some(({ at }) => turn.at - at > recent),
    ahead: lasting === true && dates.some(isAhead)
  }
}

/** "3. April", "2025-04-03": a number with a month's whole name, or in the one order that all agree on. */
const anyLanguage = /\d.*\p{L}{4}|^\d{4}-\d{2}-\d{2}/u

/** A change is stated in order; the day it names stands in the text. What has lasted since a day began then. */
const isDated = ({ state, change, negated }: Draft, since: boolean) =>
  (since && !negated) || (!state?.functional && change.kind === 'none')

/** When it began to hold, if that was said: the one date of what is past, or "since …". */
function startOf (
  { tense, modality, state, text, negated }: Draft,
  since: boolean,
  dates: FoundDate[],
  at: number
): number | null {
  const [date] = dates
  if (!date || date.at > at || modality !== 'asserted' || state?.predicate.startsWith('date_')) return null
  return (since && !negated) ||
      (dates.length === 1 && (tense === 'past' || tense === 'perfect') && !/\bborn\b/.test(text))
    ? date.at
    : null
}

/** Capitalised words within the clause; what stands first only where it is known to be a name. */
function namesIn ({ tokens, self, state }: Draft, grammar: Grammar): NamedEntity[] {
  const names = new Map<string, NamedEntity>()
  if (!ownAtStart(self)) names.set(self, { name: self, type: 'person', aliases: [] })
  let run: Token[] = []
  for (const [at, token] of [...tokens, undefined].entries()) {
    if (token !== undefined && isNamed(token, at, state, grammar)) {
      run.push(token)
      continue
    }
    if (run.length > 0) {
      const name = run.map(({ text }) => text).join(' ')
      names.set(name, { name, type: kindOf(run, grammar), aliases: [] })
    }
    run = []
  }
  return [...names.values()]
}

function isNamed ({ text, lower, pos }: Token, at: number, state: State | null, grammar: Grammar): boolean {
  const kinds = grammar.kinds(lower)
  const capital = /^\p{Lu}|^\p{Ll}\p{Lu}/u.test(text) && lower !== 'i' &&
    !kinds.some(kind => /Month|WeekDay/.test(kind))
  if (!capital || at > 0) return capital
  return kinds.some(kind => /Name|City|Country|Region|Organization|Person/.test(kind)) ||
    (pos === 'PROPN' && state?.subject.startsWith(text) === true)
}

function kindOf (run: Token[], grammar: Grammar): string {
  const kinds = run.flatMap(({ lower }) => grammar.kinds(lower))
  if (kinds.some(kind => /City|Country|Region|Place/.test(kind))) return 'place'
  if (kinds.includes('Organization')) return 'organisation'
  return kinds.some(kind => /Name|Person/.test(kind)) ? 'person' : 'thing'
}

function relations (
  { predicate, subject, value }: State,
  self: string,
  entities: NamedEntity[]
): CandidateFact['relations'] {
  const from = entities.find(({ name }) => name === subject)?.name ?? entities.find(({ name }) => name === self)?.name
  return from
    ? entities.filter(({ name }) => name !== from && value?.includes(name)).slice(0, 4).map(({ name }) => ({
      from,
      predicate,
      to: name
    }))
    : []
}
