/** What the lines of an export hold, field by field in the order they are written. */
import type { TSchema } from 'typebox'
import type { RecordKind } from '../../../domain/capabilities/backup.ts'
import { extractions, memoryStates, memoryTypes, origins } from '../../../domain/nouns.ts'
import { Type } from '../../../domain/type.ts'

const text = Type.String()
const name = Type.String({ minLength: 1 })
export const time = Type.String({
  pattern: '^[+-]?\\d{4,6}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$'
})
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const oneOf = (values: readonly string[]) => Type.Union(values.map(value => Type.Literal(value)))
const anyObject = Type.Record(Type.String(), Type.Unknown())
const vector = orNull(Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }))

/** What exports of earlier releases do not hold. */
export const absent: Record<string, unknown> = {
  revisions: [],
  pinned: false,
  extraction: 'done',
  turns: [],
  distinct_from: []
}

export const fields = {
  entity: {
    id: name,
    name,
    key: name,
    type: name,
    aliases: Type.Array(text),
    summary: orNull(text),
    summary_stale: Type.Boolean(),
    merged_into: orNull(name),
    distinct_from: Type.Optional(Type.Array(name)),
    created_at: time,
    updated_at: time
  },
  memory: {
    id: name,
    text: Type.String({ minLength: 1, maxLength: 50_000 }),
    fingerprint: name,
    memory_type: oneOf(memoryTypes),
    state: oneOf(memoryStates),
    app: orNull(text),
    project: orNull(text),
    session_id: orNull(text),
    tags: Type.Array(text),
    categories: Type.Array(text),
    metadata: orNull(anyObject),
    attributes: anyObject,
    source: oneOf(['verbatim', 'conversation', 'import']),
    quote: orNull(text),
    source_turn_uuids: Type.Array(text),
    speaker: orNull(text),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    subject: orNull(text),
    predicate: orNull(text),
    value: orNull(text),
    functional: Type.Boolean(),
    is_global: Type.Boolean(),
    valid_at: time,
    invalid_at: orNull(time),
    created_at: time,
    expired_at: orNull(time),
    superseded_by: orNull(name),
    revisions: Type.Optional(Type.Array(Type.Object({
      from: Type.Integer(),
      to: Type.Integer(),
      invalidAt: orNull(Type.Integer())
    }))),
    pinned: Type.Optional(Type.Boolean()),
    stale_because: Type.Optional(orNull(name)),
    extraction: Type.Optional(oneOf(extractions)),
    extraction_error: Type.Optional(orNull(text)),
    entity_ids: Type.Array(name),
    embedding: vector
  },
  supersession: {
    old_id: name,
    new_id: orNull(name),
    kind: oneOf(['SUPERSEDE', 'UPDATE', 'INVALIDATE']),
    reason: text,
    quote: orNull(text),
    invalid_at: orNull(time),
    expired_at: time,
    restored_at: orNull(time),
    origin: Type.Optional(orNull(Type.Object({
      source: oneOf(origins),
      sessionId: orNull(text),
      app: orNull(text)
    })))
  },
  relation: { id: name, from_entity_id: name, to_entity_id: name, predicate: text, memory_id: name },
  session: {
    id: name,
    project: orNull(text),
    app: orNull(text),
    gist: orNull(text),
    gist_stale: Type.Boolean(),
    gist_embedding: vector,
    started_at: time,
    ended_at: time,
    turns: Type.Optional(Type.Array(text))
  },
  reading: {
    id: name,
    at: time,
    source: oneOf(origins),
    session_id: orNull(text),
    app: orNull(text),
    turns: Type.Array(Type.Object({
      role: text,
      name: orNull(text),
      at: Type.Integer(),
      words: orNull(Type.String({ maxLength: 50_000 })),
      memoryIds: Type.Array(name),
      refused: Type.Array(text)
    }))
  },
  community: { id: name, name: text, summary: orNull(text), entity_ids: Type.Array(name), updated_at: time }
} satisfies Record<RecordKind, Record<string, TSchema>>
