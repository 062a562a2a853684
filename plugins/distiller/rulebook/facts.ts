/** Drafts to facts: dates, entities, relations, and the words of the turn they came from. */
import type { CandidateFact, NamedEntity, StatedRelation, Turn } from '../../../kernel/capabilities/distiller.ts'
import { terms } from '../../../kernel/text/analyse.ts'
import { normaliseText } from '../../../kernel/text/identity.ts'
import { noChange } from './change.ts'
import { withDates, type Dates, type FoundDate } from './dates.ts'
import { sentenceCase, type Draft } from './drafts.ts'

/** Longest text of a fact, in characters. */
const longestFact = 50_000

export function finished (dates: Dates, { joins, said, ...draft }: Draft, turn: Turn, index: number, self: string): CandidateFact {
  // Someone called June or April is no date.
  const found = dates.find(draft.text.replaceAll(self, '_'.repeat(self.length)), turn.at)
  const speaker: NamedEntity[] = self.startsWith('The ') ? [] : [{ name: self, type: 'person', aliases: [] }]
  const others = (draft.entities ?? []).filter(({ name }, place, all) => name !== self && name !== `${self}'s` && all.findIndex(other => other.name === name) === place)
  return {
    memoryType: 'semantic',
    subject: self,
    predicate: null,
    value: null,
    functional: false,
    negated: false,
    invalidAt: null,
    turnIndexes: [index],
    speaker: turn.name ?? speaker[0]?.name ?? null,
    confidence: 0.6,
    change: noChange,
    ...draft,
    quote: quoted(turn.content, said ?? []),
    text: sentenceCase(withDates(draft.text, found, draft.memoryType === 'episodic' ? turn : null)).slice(0, longestFact),
    entities: [...speaker, ...others],
    relations: draft.relations ?? relationsOf(draft, speaker[0]?.name, others),
    validAt: draft.validAt ?? pastDate(found, turn.at, draft.memoryType === 'episodic')
  }
}

function relationsOf (draft: Draft, self: string | undefined, named: NamedEntity[]): StatedRelation[] {
  const { predicate } = draft
  return self && predicate && !draft.negated ? named.slice(0, 4).map(({ name }) => ({ from: self, predicate, to: name })) : []
}

/** When something happened, if it was said and is past. */
function pastDate (found: FoundDate[], at: number, episodic: boolean): number | null {
  const [date] = found
  return episodic && found.length === 1 && date !== undefined && date.at < at ? date.at : null
}

/** From the first word it was read from to the last, as they stand in the turn. */
function quoted (content: string, said: string[]): string {
  // As long as the original, so that places in one are places in the other.
  const plain = content.replace(/[‘’]/g, "'")
  const start = plain.indexOf(said[0] ?? '\u0000')
  const last = said.at(-1) ?? ''
  const end = plain.indexOf(last, start)
  return start < 0 || end < 0 ? content : content.slice(start, end + last.length)
}

/** Other languages are not read: what carries information is kept word for word, with who said it. */
export function verbatim (dates: Dates, turn: Turn, index: number, self: string): CandidateFact[] {
  const sentences = turn.content.split(/(?<=[.!?。！？؟])\s*|\n+/u).map(text => text.trim()).filter(text => !/[?？؟]$/.test(text) && terms(text).length >= 3)
  return sentences.map(text => ({ ...finished(dates, { text, said: [text], confidence: 0.4, entities: [] }, turn, index, self), text: `${self}: ${text}`.slice(0, longestFact) }))
}

/** The same words said twice in one conversation are one fact. */
export function once (facts: CandidateFact[]): CandidateFact[] {
  const seen = new Set<string>()
  return facts.filter(({ text }) => {
    const key = normaliseText(text)
    return seen.has(key) ? false : seen.add(key)
  })
}
