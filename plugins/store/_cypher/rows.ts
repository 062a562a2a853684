/**
 * Nouns to properties and back. Times are integer milliseconds; `metadata` and `attributes` are JSON text; null is
 * the absence of a property.
 */
import { givenAndRemoved } from './cypher.ts'
import { nameKey } from '../../../domain/text/identity.ts'
import type { Revised } from '../../../domain/capabilities/store.ts'
import type {
  Access,
  Community,
  Entity,
  Memory,
  Origin,
  NewMemory,
  Reading,
  Relation,
  Revision,
  Session,
  Supersession
} from '../../../domain/nouns.ts'
import { vectorBytes, vectorOf } from '../../../domain/vector.ts'
import { uidOf } from './keys.ts'
import { indexed } from './tokens.ts'
import type { GraphRow } from './graph.ts'

/**
 * The map projection of a node or edge: maps come back with their keys as text, where one driver caches numbers for
 * the keys of nodes.
 */
const projection = (fields: string[]) => (variable: string): string =>
  `${variable} {${fields.map(field => '.' + field).join(', ')}}`

export const memoryMap = projection([
  'id',
  'user_id',
  'text',
  'fingerprint',
  'memory_type',
  'state',
  'app',
  'project',
  'session_id',
  'tags',
  'categories',
  'metadata',
  'attributes',
  'source',
  'quote',
  'source_turn_uuids',
  'speaker',
  'confidence',
  'subject',
  'predicate',
  'value',
  'functional',
  'is_global',
  'valid_at',
  'invalid_at',
  'created_at',
  'expired_at',
  'superseded_by',
  'revised_from',
  'revised_to',
  'revised_end',
  'pinned',
  'stale_because',
  'extraction',
  'extraction_error',
  'entity_ids'
])
export const entityMap = projection([
  'id',
  'user_id',
  'name',
  'name_key',
  'type',
  'aliases',
  'summary',
  'summary_stale',
  'merged_into',
  'distinct_from',
  'created_at',
  'updated_at'
])
export const sessionMap = projection([
  'id',
  'user_id',
  'project',
  'app',
  'gist',
  'gist_stale',
  'gist_embedding',
  'started_at',
  'ended_at',
  'turns'
])
export const supersessionMap = projection([
  'old_id',
  'new_id',
  'kind',
  'reason',
  'quote',
  'invalid_at',
  'expired_at',
  'restored_at',
  'origin'
])
export const readingMap = projection(['id', 'user_id', 'at', 'source', 'session_id', 'app', 'turns', 'words'])
export const relationMap = projection(['id', 'user_id', 'from_entity_id', 'to_entity_id', 'predicate', 'memory_id'])

const orNull = <T>(value: unknown): T | null => (value ?? null) as T | null
const numberOrNull = (value: unknown): number | null => value === null || value === undefined ? null : Number(value)
const list = (value: unknown): string[] => (value ?? []) as string[]

/** Exactly the bytes of the vector, where a list of decimals would cost four times as much. */
export function packed (vector: Float32Array | null): string | null {
  return vector && vectorBytes(vector).toString('base64')
}
export const unpacked = (text: string): Float32Array => vectorOf(Buffer.from(text, 'base64'))

export function memoryProperties (namespace: string, memory: NewMemory): GraphRow {
  const claim = `${namespace}:${memory.fingerprint}`
  const active = memory.state === 'active'
  return {
    uid: uidOf(namespace, memory.id),
    ns: namespace,
    live: active ? namespace : null,
    claim,
    active_key: active ? claim : null,
    session_uid: memory.sessionId === null ? null : uidOf(namespace, memory.sessionId),
    subject_key: memory.subject === null ? null : uidOf(namespace, nameKey(memory.subject)),
    ...indexed(memory.text),
    id: memory.id,
    user_id: memory.userId,
    text: memory.text,
    fingerprint: memory.fingerprint,
    memory_type: memory.memoryType,
    state: memory.state,
    app: memory.app,
    project: memory.project,
    session_id: memory.sessionId,
    tags: memory.tags,
    categories: memory.categories,
    metadata: memory.metadata === null ? null : JSON.stringify(memory.metadata),
    attributes: JSON.stringify(memory.attributes),
    source: memory.source,
    quote: memory.quote,
    source_turn_uuids: memory.sourceTurnUuids,
    speaker: memory.speaker,
    confidence: memory.confidence,
    subject: memory.subject,
    predicate: memory.predicate,
    value: memory.value,
    functional: memory.functional,
    is_global: memory.isGlobal,
    valid_at: memory.validAt,
    invalid_at: memory.invalidAt,
    created_at: memory.createdAt,
    expired_at: memory.expiredAt,
    superseded_by: memory.supersededBy,
    ...revisionProperties(memory.revisions),
    pinned: memory.pinned,
    stale_because: memory.staleBecause,
    extraction: memory.extraction,
    extraction_error: memory.extractionError
  }
}

export function memoryOf (map: unknown): Memory {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    text: row.text as string,
    fingerprint: row.fingerprint as string,
    memoryType: row.memory_type as Memory['memoryType'],
    state: row.state as Memory['state'],
    app: orNull(row.app),
    project: orNull(row.project),
    sessionId: orNull(row.session_id),
    tags: list(row.tags),
    categories: list(row.categories),
    metadata: typeof row.metadata === 'string' ? JSON.parse(row.metadata) as Record<string, unknown> : null,
    attributes: JSON.parse((row.attributes ?? '{}') as string) as Record<string, unknown>,
    source: row.source as Memory['source'],
    quote: orNull(row.quote),
    sourceTurnUuids: list(row.source_turn_uuids),
    speaker: orNull(row.speaker),
    confidence: Number(row.confidence),
    subject: orNull(row.subject),
    predicate: orNull(row.predicate),
    value: orNull(row.value),
    functional: row.functional === true,
    isGlobal: row.is_global === true,
    validAt: Number(row.valid_at),
    invalidAt: numberOrNull(row.invalid_at),
    createdAt: Number(row.created_at),
    expiredAt: numberOrNull(row.expired_at),
    supersededBy: orNull(row.superseded_by),
    revisions: revisionsOf(row),
    pinned: row.pinned === true,
    staleBecause: orNull(row.stale_because),
    extraction: (row.extraction ?? 'done') as Memory['extraction'],
    extractionError: orNull(row.extraction_error),
    entityIds: list(row.entity_ids)
  }
}

/** Without an end: later than any time there is. */
export const endless = 8.64e15

/** As three lists side by side, since a node holds no maps. */
export function revisionProperties (revisions: Revision[]): GraphRow {
  return {
    revised_from: revisions.map(({ from }) => from),
    revised_to: revisions.map(({ to }) => to),
    revised_end: revisions.map(({ invalidAt }) => invalidAt ?? endless)
  }
}

function revisionsOf (row: GraphRow): Revision[] {
  const [starts, ends] = [row.revised_to, row.revised_end].map(list => (list ?? []) as number[])
  return ((row.revised_from ?? []) as number[]).map((from, place) => {
    const invalidAt = Number(ends?.[place] ?? endless)
    return { from: Number(from), to: Number(starts?.[place]), invalidAt: invalidAt === endless ? null : invalidAt }
  })
}

/** The properties that replace those of a stored memory; `active` is null where its state stays. */
export function revisedProperties (
  set: Revised['set']
): { active: boolean | null, properties: GraphRow, removed: string[] } {
  const { state, revisions, ...rest } = set
  const names: Record<string, string> = {
    validAt: 'valid_at',
    invalidAt: 'invalid_at',
    expiredAt: 'expired_at',
    supersededBy: 'superseded_by',
    staleBecause: 'stale_because',
    extractionError: 'extraction_error'
  }
  const asText = new Set(['metadata', 'attributes'])
  return {
    active: state === undefined ? null : state === 'active',
    ...givenAndRemoved<unknown>({
      ...state !== undefined && { state },
      ...revisions !== undefined && revisionProperties(revisions),
      ...Object.fromEntries(
        Object.entries(rest).map((
          [field, value]
        ) => [names[field] ?? field, asText.has(field) && value !== null ? JSON.stringify(value) : value])
      )
    })
  }
}

export function entityProperties (namespace: string, entity: Entity): GraphRow {
  return {
    uid: uidOf(namespace, entity.id),
    ns: namespace,
    id: entity.id,
    user_id: entity.userId,
    name: entity.name,
    name_key: entity.key,
    type: entity.type,
    aliases: entity.aliases,
    summary: entity.summary,
    summary_stale: entity.summaryStale,
    merged_into: entity.mergedInto,
    distinct_from: entity.distinctFrom,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt
  }
}

export function entityOf (map: unknown): Entity {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    name: row.name as string,
    key: row.name_key as string,
    type: row.type as string,
    aliases: list(row.aliases),
    summary: orNull(row.summary),
    summaryStale: row.summary_stale === true,
    mergedInto: orNull(row.merged_into),
    distinctFrom: list(row.distinct_from),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at)
  }
}

/**
 * Without its span, which only widens and is written apart. `next` says that its vector is of the generation that is
 * being made.
 */
export function sessionProperties (session: Session, next: boolean): GraphRow {
  const vector = packed(session.gistEmbedding)
  return {
    project: session.project,
    app: session.app,
    gist: session.gist,
    gist_stale: session.gistStale,
    turns: session.turns,
    gist_embedding: next ? null : vector,
    next_gist_embedding: next ? vector : null
  }
}

export function sessionOf (map: unknown): Session {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    project: orNull(row.project),
    app: orNull(row.app),
    gist: orNull(row.gist),
    gistStale: row.gist_stale === true,
    gistEmbedding: typeof row.gist_embedding === 'string' ? unpacked(row.gist_embedding) : null,
    startedAt: Number(row.started_at),
    endedAt: Number(row.ended_at),
    turns: list(row.turns)
  }
}

export function supersessionProperties (supersession: Supersession): GraphRow {
  const { oldId, newId, kind, reason, quote, invalidAt, expiredAt, restoredAt, origin } = supersession
  return {
    old_id: oldId,
    new_id: newId,
    kind,
    reason,
    quote,
    invalid_at: invalidAt,
    expired_at: expiredAt,
    restored_at: restoredAt,
    origin: origin ? JSON.stringify(origin) : null
  }
}

export function supersessionOf (map: unknown): Supersession {
  const row = map as GraphRow
  return {
    oldId: row.old_id as string,
    newId: orNull(row.new_id),
    kind: row.kind as Supersession['kind'],
    reason: row.reason as string,
    quote: orNull(row.quote),
    invalidAt: numberOrNull(row.invalid_at),
    expiredAt: Number(row.expired_at),
    restoredAt: numberOrNull(row.restored_at),
    ...(typeof row.origin === 'string' && { origin: JSON.parse(row.origin) as Origin })
  }
}

/** The turns are JSON text but for their words, a list that can be searched. */
export function readingProperties (namespace: string, reading: Reading): GraphRow {
  const { id, userId, at, source, sessionId, app, turns } = reading
  return {
    uid: uidOf(namespace, id),
    ns: namespace,
    id,
    user_id: userId,
    at,
    source,
    session_id: sessionId,
    app,
    turns: JSON.stringify(turns.map(turn => ({ ...turn, words: turn.words === null ? null : '' }))),
    words: turns.map(({ words }) => words ?? '')
  }
}

export function readingOf (map: unknown): Reading {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    at: Number(row.at),
    source: row.source as Reading['source'],
    sessionId: orNull(row.session_id),
    app: orNull(row.app),
    turns: (JSON.parse(row.turns as string) as Reading['turns']).map((turn, place) => ({
      ...turn,
      words: turn.words === null ? null : list(row.words)[place] ?? ''
    }))
  }
}

export function relationOf (map: unknown): Relation {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    fromEntityId: row.from_entity_id as string,
    toEntityId: row.to_entity_id as string,
    predicate: row.predicate as string,
    memoryId: row.memory_id as string
  }
}

export function communityOf (map: unknown, entityIds: unknown): Community {
  const row = map as GraphRow
  return {
    id: row.id as string,
    userId: row.user_id as string,
    name: row.name as string,
    summary: orNull(row.summary),
    entityIds: list(entityIds),
    updatedAt: Number(row.updated_at)
  }
}

export function accessOf (map: unknown): Access {
  const row = map as GraphRow
  return {
    userId: row.user_id as string,
    memoryId: row.memory_id as string,
    app: orNull(row.app),
    at: Number(row.at),
    rank: Number(row.rank)
  }
}
