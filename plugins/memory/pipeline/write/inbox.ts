/**
 * The inbox: what cannot be distilled now is stored word for word, searchable at once, and distilled in order when the
 * model is back. What was asked is kept on the first memory of it, so that a restart loses nothing.
 */
import type { Turn } from '../../../../domain/capabilities/distiller.ts'
import type { IngestRequest, RememberRequest, Scope } from '../../../../domain/capabilities/memory.ts'
import type { Changeset, Revised, Store } from '../../../../domain/capabilities/store.ts'
import { hasCode } from '../../../../domain/errors.ts'
import type { Memory, NewMemory } from '../../../../domain/nouns.ts'
import { normaliseText, waitingFingerprint } from '../../../../domain/text/identity.ts'
import { candidateOf, verbatimFact } from './candidate.ts'
import { heardAlone } from './heard.ts'

/** What the caller says of a text to add, but for its words and their time, which stand in its turn. */
export type Given = Pick<RememberRequest, 'infer' | 'memoryType' | 'metadata' | 'invalidAt'>

export const givenOf = ({ infer, memoryType, metadata, invalidAt = null }: RememberRequest): Given => ({
  infer,
  memoryType,
  metadata,
  invalidAt
})

/** What is needed to distil it later. */
export interface Parcel {
  turns: Turn[]
  aboutAssistant: boolean
  transcriptPath: string | null
  tries: number
  /** Not to be tried again before this. */
  nextAt: number
  /** The memories it is kept in until then; none when rules have read it already. */
  memoryIds: string[]
  /** What was said of a text that was added; absent for a conversation. */
  given?: Given | undefined
  /** What the words of a parcel are scoped to beside what its memory says. */
  scope: Scope
}

/** A wrong answer weighs more than none: a model that does not understand will not learn it. */
const mostTries = 20
const weightOfWrongAnswer = 5
const firstPauseMs = 1_000
const longestPauseMs = 3_600_000

export const parcelField = 'inbox'
/** Attribute of what was read later: facts that were left out. */
const refusedField = 'refused'

export function withoutParcel ({ [parcelField]: _, ...attributes }: Memory['attributes']): Memory['attributes'] {
  return attributes
}

/** Names of what failed, for the answer; null for a fault that waiting does not mend. */
export function deferrable (error: unknown): string | null {
  if (!hasCode(error)) return null
  if (error.code === 'llm_unavailable' || error.code === 'llm_invalid_output') return 'llm'
  if (error.code === 'llm_budget_exceeded') return 'llm_budget'
  return error.code === 'embedding_unavailable' ? 'embeddings' : null
}

/** How many facts the model had to be refused before nothing was left of its answer. */
export function refusedIn (error: unknown): number {
  return (error as { refused?: number }).refused ?? 0
}

/** The turns word for word, as memories that wait. Without vectors: their embedder may be what is down. */
export function parcelled (
  request: Parcelled,
  fresh: Turn[],
  now: number
): NewMemory[] {
  const { transcriptPath, given } = request
  const memories: NewMemory[] = once(fresh.filter(({ content }) => content.trim() !== '')).map(turn => {
    const fact = { ...verbatimFact(turn.content), speaker: turn.name, invalidAt: given?.invalidAt ?? null }
    const { draft } = candidateOf(fact, {
      scope: request,
      source: 'conversation',
      memoryType: given?.memoryType ?? null,
      metadata: given?.metadata ?? null,
      attributes: transcriptPath === null ? {} : { transcript_path: transcriptPath },
      validAtOf: () => Math.min(turn.at, now),
      uuidsOf: () => turn.uuid === null ? [] : [turn.uuid],
      heardOf: () => heardAlone(turn.content),
      now
    })
    return {
      ...draft,
      fingerprint: waitingFingerprint(draft.id, draft.text, draft.project),
      quote: turn.content,
      extraction: 'pending' as const,
      embedding: null
    }
  })
  const [first] = memories
  if (first !== undefined) {
    first.attributes = { ...first.attributes, [parcelField]: parcelAt(now, request, memories.map(({ id }) => id)) }
  }
  return memories
}

type Parcelled =
  & Pick<IngestRequest, 'turns' | 'aboutAssistant' | 'transcriptPath'>
  & { given?: Given | undefined }
  & Scope

function parcelAt (
  now: number,
  { turns, aboutAssistant, transcriptPath, given, ...request }: Parcelled,
  memoryIds: string[]
): Parcel {
  const { userId, app, project, sessionId, tags, categories } = request
  const scope: Scope = { userId, app, project, sessionId, tags, categories }
  return { turns, aboutAssistant, transcriptPath, tries: 0, nextAt: now, memoryIds, given, scope }
}

/** The same words twice are one memory, and are read where each of them stands. */
function once (turns: Turn[]): Turn[] {
  const seen = new Set<string>()
  return turns.filter(({ content }) => {
    const words = normaliseText(content) || content
    return !seen.has(words) && seen.add(words)
  })
}

/** True for words that wait to be read, and no fact yet. */
export function isWaiting ({ id, text, project, extraction, fingerprint }: Memory): boolean {
  return extraction === 'pending' && fingerprint === waitingFingerprint(id, text, project)
}

/** A parcel beside facts that rules have read meanwhile, on the first of them that holds; null when none does. */
export function withParcel (changeset: Changeset, request: Parcelled): Changeset | null {
  const { add = [] } = changeset
  const first = add.find(({ state }) => state === 'active')
  if (first === undefined) return null
  const attributes = { ...first.attributes, [parcelField]: parcelAt(first.createdAt, request, []) }
  const holder: NewMemory = { ...first, extraction: 'pending', attributes }
  return { ...changeset, add: add.map(memory => memory === first ? holder : memory) }
}

export function parcelOf ({ attributes }: Memory): Parcel | null {
  return (attributes[parcelField] as Parcel | undefined) ?? null
}

/** Memories that hold a parcel, the oldest first. */
export async function waiting (store: Store, userId: string): Promise<Memory[]> {
  const { items } = await store.list(userId, { extraction: 'pending', page: 1, size: 1_000 })
  return items.filter(memory => parcelOf(memory) !== null).toReversed()
}

/** What replaces the words when they were distilled, and how many facts were left out of them. */
export function distilled (
  parcel: Parcel,
  holder: Memory,
  refused: number,
  now: number
): Pick<Changeset, 'supersede' | 'revise'> {
  const attributes = withoutParcel(holder.attributes)
  const without = refused > 0 ? { [refusedField]: refused } : {}
  const left = refused > 0 ? ` Left out because their words were not said: ${refused}.` : ''
  return {
    revise: [{ id: holder.id, set: { attributes: { ...attributes, ...without }, extraction: 'done' } }],
    supersede: parcel.memoryIds.map(oldId => ({
      oldId,
      newId: null,
      kind: 'INVALIDATE',
      reason: `Its facts were read from it.${left}`,
      quote: null,
      invalidAt: null,
      expiredAt: now,
      restoredAt: null
    }))
  }
}

/** What a failed try leaves behind. */
export function triedInVain (
  parcel: Parcel,
  holder: Memory,
  error: unknown
): { nextAt: number | null, revise: Revised[] } {
  const code = hasCode(error) ? error.code : ''
  const tries = parcel.tries +
    (code === 'llm_budget_exceeded' ? 0 : code === 'llm_invalid_output' ? weightOfWrongAnswer : 1)
  const pauseMs = code === 'llm_budget_exceeded' ? longestPauseMs : firstPauseMs * 2 ** parcel.tries
  const nextAt = Date.now() + Math.min(longestPauseMs, pauseMs)
  if (tries < mostTries) {
    const attributes = { ...holder.attributes, [parcelField]: { ...parcel, tries, nextAt } }
    return { nextAt, revise: [{ id: holder.id, set: { attributes } }] }
  }
  const attributes = withoutParcel(holder.attributes)
  const extractionError = error instanceof Error ? error.message : String(error)
  const ids = [...new Set([holder.id, ...parcel.memoryIds])]
  const set = { extraction: 'failed' as const, extractionError }
  return { nextAt: null, revise: ids.map(id => ({ id, set: id === holder.id ? { ...set, attributes } : set })) }
}
