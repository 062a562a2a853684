import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { listOf, userId } from '../../../../http/fields.ts'
import { community } from '../../../../http/graph.ts'

export const communitiesQuery = Type.Object({ user_id: userId })
export type CommunitiesQuery = Static<typeof communitiesQuery>

export const communitiesAnswer = Type.Object({
  items: listOf(community, 'All of them.'),
  total: Type.Integer({ description: 'How many there are.' })
}, { $id: 'CommunityList' })
