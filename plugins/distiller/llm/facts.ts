/** From what the model wrote down to candidate facts. Every claim it makes about the conversation is looked up there; what cannot be found is dropped. */
import type { CandidateFact, Conversation, NamedEntity, StatedRelation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { memoryTypes, type MemoryType } from '../../../kernel/nouns.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { nameKey, normaliseText } from '../../../kernel/text/identity.ts'
import type { Moment, ReadMoment } from './dates.ts'
import { canonicalPredicate, isFunctional } from './predicates.ts'
import type { ExtractedFact } from './prompts/extract.ts'
import { verbatim } from './quotes.ts'
import { holdsSecret } from './secrets.ts'
import { isAssistant, isMachinery, type Window } from './windows.ts'

const longestText = 2_000
const changes = ['none', 'correction', 'ending', 'forget'] as const

/** Why a fact was not kept; for the log, never with its words. */
export type Refusal = 'empty' | 'question' | 'secret' | 'quote'

export interface Read { facts: CandidateFact[], refused: Refusal[] }

export function readFacts (extracted: ExtractedFact[], window: Window, conversation: Conversation, readMoment: ReadMoment): Read {
  const facts: CandidateFact[] = []
  const refused: Refusal[] = []
  for (const one of extracted) {
    const fact = readFact(one, window, conversation, readMoment)
    if (typeof fact === 'string') refused.push(fact)
    else facts.push(fact)
  }
  return { facts, refused }
}

function readFact (one: ExtractedFact, { fresh }: Window, { turns, aboutAssistant }: Conversation, readMoment: ReadMoment): CandidateFact | Refusal {
  const text = one.text.trim()
  if (text === '' || text.length > longestText) return 'empty'
  if (/[?？؟]\s*$/u.test(text)) return 'question'
  const evidence = findQuote(one, fresh, turns, aboutAssistant)
  if (evidence === null) return 'quote'
  const { quote, place, turn } = evidence
  if ([text, quote, one.value].some(holdsSecret)) return 'secret'

  const kind = changes.find(kind => kind === one.change) ?? 'none'
  const predicate = kind === 'forget' ? null : canonicalPredicate(one.predicate)
  const since = readMoment(one.when, turn.at)
  const entities = namedIn(one.entities, turns, text)
  return {
    text: dated(text, one.when, since),
    memoryType: memoryTypes.find(type => type === one.type) ?? (since === null ? 'semantic' : 'episodic') satisfies MemoryType,
    subject: subjectOf(one.subject, aboutAssistant),
    predicate,
    value: one.value.trim() || null,
    functional: isFunctional(predicate, one.single, one.negated),
    negated: one.negated,
    validAt: since?.at ?? null,
    invalidAt: kind === 'none' ? readMoment(one.until, turn.at)?.at ?? null : null,
    entities,
    relations: between(one.relations, entities),
    quote,
    turnIndexes: [place],
    speaker: turn.name,
    confidence: Math.min(1, Math.max(0, one.confidence)),
    change: { kind, previous: spoken(one.previous, turns) }
  }
}

/** The quote in the turn the model named, or else in another turn it may take facts from. */
function findQuote ({ quote, turn: number }: ExtractedFact, fresh: number[], turns: Turn[], aboutAssistant: boolean): { quote: string, place: number, turn: Turn } | null {
  for (const place of new Set([number - 1, ...fresh])) {
    const turn = turns[place]
    if (turn === undefined || !fresh.includes(place) || isMachinery(turn) || isAssistant(turn) !== aboutAssistant) continue
    const found = verbatim(quote, turn.content)
    if (found !== null) return { quote: found, place, turn }
  }
  return null
}

/** Facts about one person must agree on who it is, whatever the person is called in the text. */
function subjectOf (written: string, aboutAssistant: boolean): string {
  const subject = written.trim()
  if (subject === '') return aboutAssistant ? 'assistant' : 'user'
  // "The launch" of one day is "launch" the next.
  return subject.replace(/^(?:the )?(user|assistant)$/i, (_, who: string) => who.toLowerCase()).replace(/^(?:the|an?) /i, '')
}

/** A relative date in a text means another day tomorrow; the absolute one goes beside it. */
function dated (text: string, words: string, moment: Moment | null): string {
  const said = words.trim()
  const at = said === '' ? -1 : text.toLowerCase().indexOf(said.toLowerCase())
  if (moment === null || at < 0 || text.includes(moment.iso.slice(0, 4))) return text
  return `${text.slice(0, at + said.length)} (${moment.iso})${text.slice(at + said.length)}`
}

/** What was there before, only if somebody said it. */
function spoken (previous: string, turns: Turn[]): string | null {
  const wanted = normaliseText(previous)
  if (wanted === '') return null
  const said = turns.some(({ content }) => normaliseText(content).includes(wanted)) || terms(previous).every(term => turns.some(({ content }) => terms(content).includes(term)))
  return said ? previous.trim() : null
}

/** Entities that are named in the conversation or the fact; the user is no entity of their own graph. */
function namedIn (written: ExtractedFact['entities'], turns: Turn[], text: string): NamedEntity[] {
  const told = ` ${nameKey([text, ...turns.map(({ content, name }) => `${name ?? ''} ${content}`)].join(' '))} `
  const named = new Map<string, NamedEntity>()
  for (const { name, type, aliases } of written) {
    const key = nameKey(name)
    if (key === '' || /^(?:the )?(?:user|assistant|i|me)$/.test(key) || name.length > 200 || !told.includes(key) || holdsSecret(name)) continue
    named.set(key, { name: name.trim(), type: type.trim().toLowerCase() || 'thing', aliases: aliases.filter(alias => nameKey(alias) !== key && nameKey(alias) !== '' && told.includes(nameKey(alias))) })
  }
  return [...named.values()]
}

function between (written: ExtractedFact['relations'], entities: NamedEntity[]): StatedRelation[] {
  const known = new Set(entities.flatMap(({ name, aliases }) => [name, ...aliases].map(nameKey)))
  return written.flatMap(({ from, predicate, to }) => {
    const canonical = canonicalPredicate(predicate)
    return canonical !== null && known.has(nameKey(from)) && known.has(nameKey(to)) ? [{ from: from.trim(), predicate: canonical, to: to.trim() }] : []
  })
}

/** What overlapping windows, or one talkative model, told twice. The fuller telling stays. */
export function withoutRepeats (facts: CandidateFact[]): CandidateFact[] {
  const kept = new Map<string, CandidateFact>()
  for (const fact of facts) {
    const words = terms(fact.text).sort().join(' ') || normaliseText(fact.text)
    const statement = fact.subject !== null && fact.predicate !== null && fact.value !== null && fact.change.kind === 'none' && `${nameKey(fact.subject)}|${fact.predicate}|${normaliseText(fact.value)}|${fact.negated}`
    const key = [`=${words}|${fact.negated}`, ...statement === false ? [] : [`~${statement}`]].find(key => kept.has(key))
    const before = key === undefined ? undefined : kept.get(key)
    const best = before === undefined || fact.text.length > before.text.length ? fact : before
    const merged = before === undefined ? fact : { ...best, turnIndexes: [...new Set([...before.turnIndexes, ...fact.turnIndexes])].sort((a, b) => a - b) }
    for (const [name, value] of kept) if (value === before) kept.set(name, merged)
    kept.set(`=${words}|${fact.negated}`, merged)
    if (statement !== false) kept.set(`~${statement}`, merged)
  }
  return [...new Set(kept.values())]
}
