/** A candidate fact and the memory it will be if nothing speaks against it. */
import type { CandidateFact } from '../../../../domain/capabilities/distiller.ts'
import type { Scope } from '../../../../domain/capabilities/memory.ts'
import { untouched, type Memory, type MemorySource, type MemoryType } from '../../../../domain/nouns.ts'
import { fingerprint } from '../../../../domain/text/identity.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { inferCategories } from './categories.ts'
import { newId } from './new-id.ts'
import { isBasis, restsOnField } from './rests.ts'

/** Attribute of a memory whose own words say since when it holds. */
export const datedField = 'dated'

export interface Candidate {
  fact: CandidateFact
  draft: Memory
  /** When it was said, whatever it says of when it became true. */
  spokenAt: number
  /** Index terms in their order: two facts with the same ones say the same in other punctuation or inflection. */
  likeness: string
  heard: Heard
  /** Normalised names of its subject: see `whoIsMeant`. */
  names: string[] | null
}

export interface Neighbour {
  memory: Memory
  /** Cosine, -1 to 1; 0 for one found by its subject alone. */
  similarity: number
}

/** Where in the request a fact was read. */
export interface Heard {
  /** The turn it came from and those just before it: who and what its words may point back to. */
  context: string
  /** Names the turns it was read from; two facts of one breath are known by it. */
  breath: string
  /** Its quote without the words of others; absent where the quote is all there is. */
  own?: string
  /** The previous value, if the user's own words hold it; absent where nothing is quoted. */
  previous?: string | null
  /** False for what an assistant, a tool, a system or another person wrote. */
  byUser: boolean
}

/** What the request says of all its facts. */
export interface Circumstances {
  scope: Scope
  source: MemorySource
  /** Overrules the type the distiller read. */
  memoryType: MemoryType | null
  metadata: Record<string, unknown> | null
  attributes: Record<string, unknown>
  /** When the fact became true unless its own words say otherwise. */
  validAtOf: (fact: CandidateFact) => number
  uuidsOf: (fact: CandidateFact) => string[]
  heardOf: (fact: CandidateFact) => Heard
  namesOf?: (fact: CandidateFact) => string[] | null
  now: number
}

export function candidateOf (fact: CandidateFact, circumstances: Circumstances): Candidate {
  return {
    fact,
    likeness: likenessOf(fact.text),
    heard: circumstances.heardOf(fact),
    names: circumstances.namesOf?.(fact) ?? null,
    spokenAt: circumstances.validAtOf(fact),
    draft: draftOf(fact, circumstances)
  }
}

export function draftOf (
  fact: CandidateFact,
  { scope, source, memoryType, metadata, attributes, validAtOf, uuidsOf, now }: Omit<Circumstances, 'heardOf'>
): Memory {
  return {
    id: newId(),
    userId: scope.userId,
    text: fact.text,
    fingerprint: fingerprint(fact.text, scope.project),
    memoryType: memoryType ?? fact.memoryType,
    state: 'active',
    app: scope.app,
    project: scope.project,
    sessionId: scope.sessionId,
    tags: scope.tags,
    categories: categoriesFor(fact, scope, source),
    metadata,
    attributes: {
      ...attributes,
      ...(fact.negated && { negated: true }),
      ...(fact.validAt !== null && fact.ownReading === true && { [datedField]: true }),
      ...(isBasis(fact.restsOn ?? null) && { [restsOnField]: [fact.restsOn] })
    },
    source,
    quote: source === 'verbatim' ? null : fact.quote,
    sourceTurnUuids: uuidsOf(fact),
    speaker: fact.speaker,
    confidence: fact.confidence,
    subject: fact.subject,
    predicate: fact.predicate,
    value: fact.value,
    functional: fact.functional,
    isGlobal: false,
    validAt: fact.validAt ?? validAtOf(fact),
    invalidAt: fact.invalidAt,
    createdAt: now,
    expiredAt: null,
    supersededBy: null,
    revisions: [],
    ...untouched,
    entityIds: []
  }
}

/** What the caller gives counts alone; a text that is kept as it is, on request, is read by nobody. */
function categoriesFor (fact: CandidateFact, { categories }: Scope, source: MemorySource): string[] {
  return categories.length > 0 || source === 'verbatim' ? categories : inferCategories(fact)
}

export function likenessOf (text: string): string {
  return terms(text).join(' ')
}

/** The same fact said twice in one request is one fact, unless what was said in between may have changed it. */
export function withoutRepeats (candidates: Candidate[]): Candidate[] {
  const last = new Map<string, number>()
  const lastOfMatter = new Map<string, number>()
  let lastChange = -1
  return candidates.filter(({ draft, fact: { change, predicate, subject } }, place) => {
    const isWish = change.kind === 'forget'
    const before = isWish ? undefined : last.get(draft.fingerprint)
    const changed = Math.max(lastChange, lastOfMatter.get(matterKey(draft)) ?? -1)
    if (!isWish) last.set(draft.fingerprint, place)
    if (change.kind !== 'none') lastChange = place
    if (predicate !== null) lastOfMatter.set(matterKey({ predicate, subject }), place)
    return before === undefined || changed > before
  })
}

function matterKey ({ predicate, subject }: Pick<CandidateFact, 'predicate' | 'subject'>): string {
  return JSON.stringify([predicate, subject])
}

/** A text kept as it is, with nothing read out of it. */
export function verbatimFact (text: string): CandidateFact {
  return {
    text,
    memoryType: 'semantic',
    subject: null,
    predicate: null,
    value: null,
    functional: false,
    negated: false,
    validAt: null,
    invalidAt: null,
    entities: [],
    relations: [],
    quote: text,
    turnIndexes: [0],
    speaker: null,
    confidence: 1,
    change: { kind: 'none', previous: null }
  }
}
