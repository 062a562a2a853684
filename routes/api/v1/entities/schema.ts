import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { flag, listOf, page, pageFields, size, text, userId } from '../../../../http/fields.ts'
import { entity, mergeSuggestion, relation } from '../../../../http/graph.ts'
import { item } from '../../../../http/memories.ts'

export const entitiesQuery = Type.Object({
  user_id: userId,
  search: text('Only entities whose name or alias holds this.', { maxLength: 500 }),
  merged: flag('Only those that were merged into another, which `merged_into` names.', false),
  page,
  size
})
export type EntitiesQuery = Static<typeof entitiesQuery>

export const entitiesAnswer = Type.Object({ items: listOf(entity, 'Most recently changed first.'), ...pageFields }, {
  $id: 'EntityPage'
})

export const idParams = Type.Object({ id: Type.String({ description: 'Id of the entity.' }) })
export const userQuery = Type.Object({ user_id: userId })
export type OneEntity = { Params: Static<typeof idParams>, Querystring: Static<typeof userQuery> }

export const suggestionsQuery = Type.Object({ user_id: userId, page, size })
export type SuggestionsQuery = Static<typeof suggestionsQuery>

export const suggestionsAnswer = Type.Object({
  items: listOf(mergeSuggestion, 'Latest changed first.'),
  ...pageFields
}, { $id: 'MergeSuggestionPage' })

export const suggestionParams = Type.Object({ id: Type.String({ description: 'Id of the suggestion.' }) })
export const refusedAnswer = Type.Object({ id: Type.String({ description: 'Id of the suggestion.' }) }, {
  $id: 'RefusedMerge'
})

export const separateBody = Type.Object({ user_id: userId }, { additionalProperties: false })
export type SeparateRequest = { Params: Static<typeof idParams>, Body: Static<typeof separateBody> }

export { entity }

export const entityAnswer = Type.Object({
  ...entity.properties,
  memories: listOf(item, 'The memories that mention it.'),
  relations: listOf(relation, 'What it is to other entities.'),
  neighbours: listOf(entity, 'The entities it is related to.')
}, { $id: 'EntityDetail' })
