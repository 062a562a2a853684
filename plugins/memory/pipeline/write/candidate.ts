/** A candidate fact and the memory it will be if nothing speaks against it. */
import { v7 as uuid } from 'uuid'
import type { CandidateFact } from '../../../../domain/capabilities/distiller.ts'
import type { Scope } from '../../../../domain/capabilities/memory.ts'
import { untouched, type Memory, type MemorySource, type MemoryType } from '../../../../domain/nouns.ts'
import { fingerprint } from '../../../../domain/text/identity.ts'
import { terms } from '../../../../domain/text/analyse.ts'
import { isBasis, restsOnField } from './rests.ts'

export interface Candidate {
  fact: CandidateFact
  draft: Memory
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
  const { scope, source, memoryType, metadata, attributes, validAtOf, uuidsOf, heardOf, now } = circumstances
  return {
    fact,
    likeness: likenessOf(fact.text),
    heard: heardOf(fact),
    names: circumstances.namesOf?.(fact) ?? null,
    draft: {
      id: uuid(),
      userId: scope.userId,
      text: fact.text,
      fingerprint: fingerprint(fact.text, scope.project),
      memoryType: memoryType ?? fact.memoryType,
      state: 'active',
      app: scope.app,
      project: scope.project,
      sessionId: scope.sessionId,
      tags: scope.tags,
      categories: scope.categories,
      metadata,
      attributes: {
        ...attributes,
        ...(fact.negated && { negated: true }),
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
}

export function likenessOf (text: string): string {
  return terms(text).join(' ')
}

/** The same fact told twice in one request is one fact, unless what was told in between may have changed it. */
export function withoutRepeats (candidates: Candidate[]): Candidate[] {
  const last = new Map<string, number>()
  return candidates.filter(({ draft }, place) => {
    const before = last.get(draft.fingerprint)
    last.set(draft.fingerprint, place)
    return before === undefined || candidates.slice(before + 1, place).some(({ fact }) => mayChange(fact, draft))
  })
}

function mayChange ({ change, predicate, subject }: CandidateFact, draft: Memory): boolean {
  return change.kind !== 'none' || (predicate !== null && predicate === draft.predicate && subject === draft.subject)
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
