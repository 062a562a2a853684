/**
 * A memory on the wire. The same memory has three faces, because existing clients expect them: list item, single, and
 * search hit.
 */
import type { MemoryDetail } from '../domain/capabilities/keeping.ts'
import type { Hit } from '../domain/capabilities/memory.ts'
import type { Entity, Memory } from '../domain/nouns.ts'
import { Type } from '../domain/type.ts'
import { anyFields, isoText, knownCategories, listOf, orNull } from './fields.ts'
import { isoTime, unixSeconds } from '../domain/instants.ts'

const shared = {
  id: Type.String({ description: 'UUIDv7.' }),
  created_at: Type.Integer({ description: 'When the service came to believe it, in Unix seconds.' }),
  state: Type.String({ description: '`active`, `superseded` or `invalidated`.' }),
  app_id: orNull('string', 'The application that wrote it.'),
  app_name: orNull('string', 'The application that wrote it.'),
  categories: listOf(
    Type.String(),
    `Its categories: the caller's, or else up to three that were inferred, of ${knownCategories}.`
  ),
  memory_type: Type.String({ description: '`episodic`, `semantic` or `procedural`.' }),
  metadata_: anyFields('What the caller stored with it; empty when nothing.'),
  valid_at: orNull('string', 'When it became true in the world.', { format: 'date-time' }),
  invalid_at: orNull('string', 'When it stopped being true; null while it holds.', { format: 'date-time' }),
  is_current: Type.Boolean({ description: 'Believed now.' }),
  is_global: Type.Boolean({ description: 'About no one user in particular.' }),
  tags: listOf(Type.String(), 'Its tags.'),
  session_id: orNull('string', 'The conversation it came from.'),
  project: orNull('string', 'The project it is scoped to.'),
  source: Type.String({ description: '`verbatim`, `conversation` or `import`.' }),
  quote: orNull('string', 'The words of the turn it was read from.'),
  confidence: Type.Number({ description: '0 to 1: how sure the distiller was.' }),
  expired_at: orNull('string', 'When the service stopped believing it.', { format: 'date-time' }),
  superseded_by: orNull('string', 'The memory that took its place.'),
  pinned: Type.Boolean({ description: 'It is ended only by words that name it, or by id.' }),
  stale_because: orNull('string', 'Id of a memory that it rests on and that ended; null when none did.')
}

export const item = Type.Object({
  content: Type.String({ description: 'The text.' }),
  ...shared,
  extraction_status: Type.String({ description: '`done`, `pending` or `failed`.' }),
  extraction_error: orNull('string', 'Why its facts could not be read from it; null unless `failed`.')
}, { $id: 'MemoryItem' })

export const entityReference = Type.Object({
  id: Type.String({ description: 'Its id.' }),
  name: Type.String({ description: 'As first written.' }),
  type: Type.String({ description: 'For example `person` or `place`.' })
}, { $id: 'EntityReference' })

export const single = Type.Object({
  text: Type.String({ description: 'The text.' }),
  ...shared,
  supersedes: listOf(Type.String(), 'Ids of the memories it took the place of.'),
  entities: listOf(entityReference, 'Who and what it mentions.'),
  subject: orNull('string', 'Who or what it is about.'),
  predicate: orNull('string', 'What is said of the subject, in snake_case.'),
  value: orNull('string', 'The value of the predicate.'),
  speaker: orNull('string', 'Who said it.'),
  attributes: anyFields('What the service itself recorded about it.')
}, { $id: 'Memory' })

export const hit = Type.Object({
  id: shared.id,
  content: item.properties.content,
  score: Type.Number({
    description: '0 to 1: orders the hits, after every boost and the cross-encoder. The one to set a floor on.'
  }),
  rrf_score: Type.Number({
    description: 'Of the fused ranking: the share of the most that the asked arms could give, above 0 and at most 1.'
  }),
  text_rank: orNull('integer', 'Place in the text arm, from 1.'),
  vector_rank: orNull('integer', 'Place in the vector arm, from 1.'),
  graph_rank: orNull('integer', 'Place in the graph arm, from 1.'),
  session_rank: orNull('integer', 'Place in the session arm, from 1.'),
  rerank_score: orNull('number', 'Score of the cross-encoder.'),
  relevance: orNull(
    'number',
    'How likely it answers the query, 0 to 1, by the cross-encoder and among the hits; null without one.'
  ),
  gist: orNull('string', 'Always null: what sessions were about comes with `POST /memories/context`.'),
  tags: shared.tags,
  categories: shared.categories,
  app_name: shared.app_name,
  project_id: shared.project,
  session_id: shared.session_id,
  memory_type: shared.memory_type,
  member_ids: listOf(Type.String(), 'Always empty: a hit is one memory; those of equal text are `similar_ids`.'),
  similar_ids: listOf(Type.String(), 'Near-identical memories that were folded into it.'),
  attributes: anyFields('What the service itself recorded about it.'),
  metadata_: shared.metadata_,
  global: shared.is_global,
  source: shared.source,
  created_at: isoText('When the service came to believe it.'),
  valid_at: shared.valid_at,
  invalid_at: shared.invalid_at,
  quote: shared.quote,
  confidence: shared.confidence,
  stale_because: shared.stale_because,
  scores: Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'With `explain`: the raw score of each arm that found it.'
    })
  )
}, { $id: 'SearchHit' })

function sharedFields (memory: Memory) {
  return {
    id: memory.id,
    created_at: unixSeconds(memory.createdAt),
    state: memory.state,
    app_id: memory.app,
    app_name: memory.app,
    categories: memory.categories,
    memory_type: memory.memoryType,
    metadata_: memory.metadata ?? {},
    valid_at: isoTime(memory.validAt),
    invalid_at: isoTime(memory.invalidAt),
    is_current: memory.state === 'active' && (memory.invalidAt === null || memory.invalidAt > Date.now()),
    is_global: memory.isGlobal,
    tags: memory.tags,
    session_id: memory.sessionId,
    project: memory.project,
    source: memory.source,
    quote: memory.quote,
    confidence: memory.confidence,
    expired_at: isoTime(memory.expiredAt),
    superseded_by: memory.supersededBy,
    pinned: memory.pinned,
    stale_because: memory.staleBecause
  }
}

export function toItem (memory: Memory) {
  return {
    content: memory.text,
    ...sharedFields(memory),
    extraction_status: memory.extraction,
    extraction_error: memory.extractionError
  }
}

export function toSingle ({ memory, entities, supersedes }: MemoryDetail) {
  const { subject, predicate, value, speaker, attributes } = memory
  return {
    text: memory.text,
    ...sharedFields(memory),
    supersedes,
    entities: entities.map(toEntityReference),
    subject,
    predicate,
    value,
    speaker,
    attributes
  }
}

export function toEntityReference ({ id, name, type }: Entity) {
  return { id, name, type }
}

export function toHit (found: Hit) {
  const { memory } = found
  return {
    id: memory.id,
    content: memory.text,
    score: found.score,
    rrf_score: found.rrfScore,
    text_rank: found.textRank,
    vector_rank: found.vectorRank,
    graph_rank: found.graphRank,
    session_rank: found.sessionRank,
    rerank_score: found.rerankScore,
    relevance: found.relevance,
    gist: null,
    tags: memory.tags,
    categories: memory.categories,
    app_name: memory.app,
    project_id: memory.project,
    session_id: memory.sessionId,
    memory_type: memory.memoryType,
    member_ids: [],
    similar_ids: found.similarIds,
    attributes: memory.attributes,
    metadata_: memory.metadata ?? {},
    global: memory.isGlobal,
    source: memory.source,
    created_at: isoTime(memory.createdAt),
    valid_at: isoTime(memory.validAt),
    invalid_at: isoTime(memory.invalidAt),
    quote: memory.quote,
    confidence: memory.confidence,
    stale_because: memory.staleBecause,
    ...(found.armScores === null ? {} : { scores: found.armScores })
  }
}
