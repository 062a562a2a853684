/** A candidate fact and the memory it will be if nothing speaks against it. */
import { v7 as uuid } from 'uuid'
import type { CandidateFact } from '../../../../kernel/capabilities/distiller.ts'
import type { Scope } from '../../../../kernel/capabilities/memory.ts'
import type { Memory, MemorySource, MemoryType } from '../../../../kernel/nouns.ts'
import { fingerprint } from '../../../../kernel/text/identity.ts'
import { terms } from '../../../../kernel/text/analyse.ts'

export interface Candidate {
  fact: CandidateFact
  draft: Memory
  /** Sorted index terms: two facts with the same ones say the same in other punctuation, order or inflection. */
  likeness: string
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
  now: number
}

export function candidateOf (fact: CandidateFact, circumstances: Circumstances): Candidate {
  const { scope, source, memoryType, metadata, attributes, validAtOf, uuidsOf, now } = circumstances
  return {
    fact,
    likeness: likenessOf(fact.text),
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
      attributes: fact.negated ? { ...attributes, negated: true } : attributes,
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
      entityIds: []
    }
  }
}

export function likenessOf (text: string): string {
  return terms(text).sort().join(' ')
}

/** The same fact told twice in one request is one fact. */
export function withoutRepeats (candidates: Candidate[]): Candidate[] {
  const seen = new Set<string>()
  return candidates.filter(({ draft }) => !seen.has(draft.fingerprint) && seen.add(draft.fingerprint))
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
