/**
 * Turns the model's answer into candidate facts. Every claim about the conversation is verified there; what cannot be
 * found is dropped.
 */
import {
  localTime,
  type CandidateFact,
  type Conversation,
  type LeftOut,
  type NamedEntity,
  type StatedRelation,
  type Turn
} from '../../../domain/capabilities/distiller.ts'
import { memoryTypes, type MemoryType } from '../../../domain/nouns.ts'
import { isAssistantRole, isMachineRole } from '../../../domain/roles.ts'
import { terms } from '../../../domain/text/analyse.ts'
import { nameKey, normaliseText } from '../../../domain/text/identity.ts'
import type { Moment, ReadMoment } from './dates.ts'
import { canonicalPredicate, isFunctional } from './predicates.ts'
import type { ExtractedFact } from './prompts/extract.ts'
import { statedIn, timeIn, verbatim } from './quotes.ts'
import { holdsSecret } from '../../_shared/secrets.ts'
import type { Window } from './windows.ts'

const longestText = 2_000
const changes = ['none', 'correction', 'ending', 'forget'] as const

/** Why a fact was not kept; for the log, never with its words. */
export type Refusal = 'empty' | 'question' | 'secret' | 'speaker' | 'quote'

export interface Read {
  facts: CandidateFact[]
  refused: Refusal[]
  leftOut: LeftOut[]
}

const longestShown = 200

export function readFacts (
  extracted: ExtractedFact[],
  window: Window,
  conversation: Conversation,
  readMoment: ReadMoment
): Read {
  const facts: CandidateFact[] = []
  const refused: Refusal[] = []
  const leftOut: LeftOut[] = []
  for (const one of extracted) {
    const fact = readFact(one, window, conversation, readMoment)
    if (typeof fact !== 'string') facts.push(fact)
    else {
      refused.push(fact)
      leftOut.push(...leftOutOf(one, fact, window.fresh))
    }
  }
  return { facts, refused, leftOut }
}

/** For the person who spoke: what was claimed of which turn. A secret is not said again. */
function leftOutOf (
  { text, quote, turn: number }: ExtractedFact,
  refusal: Refusal,
  fresh: number[]
): LeftOut[] {
  const turnIndex = fresh.includes(number - 1) ? number - 1 : fresh.at(-1)
  const claimed = text.trim()
  if (turnIndex === undefined || claimed === '' || [text, quote].some(holdsSecret)) return []
  const words = shortened(quote.trim())
  if (refusal === 'quote') return [{ turnIndex, text: shortened(claimed), reason: `Nobody said “${words}”.` }]
  return refusal === 'speaker'
    ? [{ turnIndex, text: shortened(claimed), reason: `Somebody else said “${words}”.` }]
    : []
}

function shortened (text: string): string {
  // Half a character at the cut is left out.
  return text.length > longestShown ? `${text.slice(0, longestShown).replace(/[\uD800-\uDBFF]$/, '')}…` : text
}

function readFact (
  one: ExtractedFact,
  { fresh }: Window,
  { turns, aboutAssistant }: Conversation,
  readMoment: ReadMoment
): CandidateFact | Refusal {
  const text = one.text.trim()
  if (text === '' || text.length > longestText) return 'empty'
  if (/[?？؟]\s*$/u.test(text)) return 'question'
  const evidence = findQuote(one, fresh, turns, aboutAssistant)
  // Said by another speaker is another refusal than never said at all.
  if (evidence === null) return turns.some(turn => verbatim(one.quote, turn.content) !== null) ? 'speaker' : 'quote'
  const { quote, place, turn } = evidence
  if ([text, quote, one.value].some(holdsSecret)) return 'secret'

  const kind = changes.find(kind => kind === one.change) ?? 'none'
  const predicate = kind === 'forget' ? null : canonicalPredicate(one.predicate)
  const when = timeIn(one.when, turn)
  const since = readMoment(when, localTime(turn))
  const entities = namedIn(one.entities, turns, text)
  return {
    text: dated(text, when, since),
    memoryType: typeOf(one.type, since),
    subject: subjectOf(one.subject, aboutAssistant),
    predicate,
    value: one.value.trim() || null,
    functional: isFunctional(predicate, one.single, one.negated),
    negated: one.negated,
    validAt: since?.at ?? null,
    // A fact that ends another is not ended itself: `until` is then the end of the other.
    invalidAt: kind === 'none' ? readMoment(timeIn(one.until, turn), localTime(turn))?.at ?? null : null,
    entities,
    relations: between(one.relations, entities),
    quote,
    turnIndexes: [place],
    speaker: turn.name,
    ...basisOf(one.rests_on),
    confidence: Math.min(1, Math.max(0, one.confidence)),
    change: { kind, previous: statedIn(one.previous, turn) }
  }
}

const basisOf = (said: string): { restsOn?: string } => said.trim() === '' ? {} : { restsOn: said.trim() }

/** The model's type when it is one; else what happened at a stated time is episodic. */
function typeOf (written: string, since: Moment | null): MemoryType {
  return memoryTypes.find(type => type === written) ?? (since === null ? 'semantic' : 'episodic')
}

/** The quote in the turn the model named, or else in another turn it may take facts from. */
function findQuote (
  { quote, turn: number }: ExtractedFact,
  fresh: number[],
  turns: Turn[],
  aboutAssistant: boolean
): { quote: string, place: number, turn: Turn } | null {
  for (const place of new Set([number - 1, ...fresh])) {
    const turn = turns[place]
    if (turn === undefined || !fresh.includes(place)) continue
    if (isMachineRole(turn.role) || isAssistantRole(turn.role) !== aboutAssistant) continue
    const found = verbatim(quote, turn.content)
    if (found !== null) return { quote: found, place, turn }
  }
  return null
}

/** One canonical subject a person: `user`, `assistant`, or the name without its article. */
function subjectOf (written: string, aboutAssistant: boolean): string {
  const subject = written.trim()
  if (subject === '') return aboutAssistant ? 'assistant' : 'user'
  // "The launch" of one day is "launch" the next.
  return subject.replace(/^(?:the )?(user|assistant)$/i, (_, who: string) => who.toLowerCase()).replace(
    /^(?:the|an?) /i,
    ''
  )
}

/** Adds the absolute date behind a relative one, which means another day tomorrow. */
function dated (text: string, words: string, moment: Moment | null): string {
  const said = words.trim()
  const at = said === '' ? -1 : text.toLowerCase().indexOf(said.toLowerCase())
  if (moment === null || at < 0 || text.includes(moment.iso.slice(0, 4))) return text
  return `${text.slice(0, at + said.length)} (${moment.iso})${text.slice(at + said.length)}`
}

/** Entities that are named in the conversation or the fact; the user is no entity of their own graph. */
function namedIn (written: ExtractedFact['entities'], turns: Turn[], text: string): NamedEntity[] {
  const conversation = ` ${nameKey([text, ...turns.map(({ content, name }) => `${name ?? ''} ${content}`)].join(' '))} `
  const named = new Map<string, NamedEntity>()
  for (const { name, type, aliases } of written) {
    const key = nameKey(name)
    if (
      key === '' || /^(?:the )?(?:user|assistant|i|me)$/.test(key) || name.length > 200 ||
      !conversation.includes(key) ||
      holdsSecret(name)
    ) continue
    named.set(key, {
      name: name.trim(),
      type: type.trim().toLowerCase() || 'thing',
      aliases: aliases.filter(alias =>
        nameKey(alias) !== key && nameKey(alias) !== '' && conversation.includes(nameKey(alias))
      )
    })
  }
  return [...named.values()]
}

function between (written: ExtractedFact['relations'], entities: NamedEntity[]): StatedRelation[] {
  const known = new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey)))
  return written.flatMap(({ from, predicate, to }) => {
    const canonical = canonicalPredicate(predicate)
    return canonical !== null && known.has(nameKey(from)) && known.has(nameKey(to))
      ? [{ from: from.trim(), predicate: canonical, to: to.trim() }]
      : []
  })
}

/**
 * Removes facts that overlapping windows or the model repeat; the longest text stays. What is stated again after
 * something else may have changed it is kept as well: "blue", "no, green", "blue after all".
 */
export function withoutRepeats (facts: CandidateFact[]): CandidateFact[] {
  const kept: CandidateFact[] = []
  for (const fact of facts) {
    const place = kept.findLastIndex(other => saysTheSame(other, fact))
    const before = kept[place]
    const sameTurn = before !== undefined && fact.turnIndexes.every(index => before.turnIndexes.includes(index))
    if (before === undefined || (!sameTurn && kept.slice(place + 1).some(between => mayChange(between, fact)))) {
      kept.push(fact)
      continue
    }
    const turnIndexes = [...new Set([...before.turnIndexes, ...fact.turnIndexes])].sort((a, b) => a - b)
    kept[place] = { ...(fact.text.length > before.text.length ? fact : before), turnIndexes }
  }
  return kept
}

/** In the same words and their order, or as the same statement. */
function saysTheSame (one: CandidateFact, other: CandidateFact): boolean {
  if (one.negated !== other.negated || isWish(one) !== isWish(other)) return false
  const words = ({ text }: CandidateFact) => terms(text).join(' ') || normaliseText(text)
  return words(one) === words(other) || (statementOf(one) !== null && statementOf(one) === statementOf(other))
}

/** To forget something is another thing than to say it, in whatever words a model writes it down. */
const isWish = ({ change }: CandidateFact) => change.kind === 'forget'

function statementOf ({ subject, predicate, value, change }: CandidateFact): string | null {
  if (subject === null || predicate === null || value === null || change.kind !== 'none') return null
  return `${nameKey(subject)}|${predicate}|${normaliseText(value)}`
}

function mayChange (between: CandidateFact, fact: CandidateFact): boolean {
  return between.change.kind !== 'none' ||
    (between.predicate !== null && between.predicate === fact.predicate && between.subject === fact.subject)
}
