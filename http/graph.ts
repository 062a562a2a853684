/** Entities, relations and communities on the wire. */
import type { MergeSuggestion } from '../domain/capabilities/memory.ts'
import type { Community, Entity, Relation } from '../domain/nouns.ts'
import { Type } from '../domain/type.ts'
import { isoText, listOf, orNull } from './fields.ts'
import { isoTime } from '../domain/instants.ts'

export const entity = Type.Object({
  id: Type.String({ description: 'Its id.' }),
  name: Type.String({ description: 'As first written.' }),
  type: Type.String({ description: 'For example `person`, `place`, `organisation` or `thing`.' }),
  aliases: listOf(Type.String(), 'Other names it is known by, normalised.'),
  summary: orNull('string', 'What the memories say of it; null until it was summarised.'),
  summary_stale: Type.Boolean({ description: 'Facts changed since the summary was written.' }),
  merged_into: orNull('string', 'The entity this one was merged into.'),
  created_at: isoText('When it was first mentioned.'),
  updated_at: isoText('When it last changed.')
}, { $id: 'Entity' })

export const mergeSuggestion = Type.Object({
  id: Type.String({ description: 'Names it for accept and refuse.' }),
  entity,
  into: entity,
  name: Type.String({ description: 'The normalised name that both bear.' })
}, { $id: 'MergeSuggestion' })

export const relation = Type.Object({
  id: Type.String({ description: 'Its id.' }),
  from: Type.String({ description: 'Id of the entity it starts from.' }),
  to: Type.String({ description: 'Id of the entity it ends at.' }),
  predicate: Type.String({ description: 'What the one is to the other, in snake_case.' }),
  memory_id: Type.String({ description: 'The memory that states it; it holds as long as that memory does.' })
}, { $id: 'Relation' })

export const community = Type.Object({
  id: Type.String({ description: 'Its id.' }),
  name: Type.String({ description: 'What it is about, in a few words.' }),
  summary: orNull('string', 'What the memories say of it; null until it was summarised.'),
  entity_ids: listOf(Type.String(), 'The entities in it.'),
  updated_at: isoText('When it last changed.')
}, { $id: 'Community' })

export function toEntity (
  { id, name, type, aliases, summary, summaryStale, mergedInto, createdAt, updatedAt }: Entity
) {
  return {
    id,
    name,
    type,
    aliases,
    summary,
    summary_stale: summaryStale,
    merged_into: mergedInto,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt)
  }
}

export function toMergeSuggestion ({ id, entity, into, name }: MergeSuggestion) {
  return { id, entity: toEntity(entity), into: toEntity(into), name }
}

export function toRelation ({ id, fromEntityId, toEntityId, predicate, memoryId }: Relation) {
  return { id, from: fromEntityId, to: toEntityId, predicate, memory_id: memoryId }
}

export function toCommunity ({ id, name, summary, entityIds, updatedAt }: Community) {
  return { id, name, summary, entity_ids: entityIds, updated_at: isoTime(updatedAt) }
}
