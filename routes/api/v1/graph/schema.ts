import Type, { type Static } from 'typebox'
import { count, listOf, orNull, page, pageFields, userId } from '../../../../http/fields.ts'

export const graphQuery = Type.Object({ user_id: userId, page, size: count('How many entities a page.', 1, 500, 100) })
export type GraphQuery = Static<typeof graphQuery>

const node = Type.Object({
  id: Type.String({ description: 'Id of the entity, memory or community.' }),
  kind: Type.String({ description: '`entity`, `memory` or `community`.' }),
  label: Type.String({ description: 'Name or text.' }),
  type: orNull('string', 'Type of the entity or memory.'),
  state: orNull('string', 'State of the memory.'),
  summary: orNull('string', 'Summary of the entity or community.')
}, { $id: 'GraphNode' })

const edge = Type.Object({
  from: Type.String({ description: 'Id of the node it starts from.' }),
  to: Type.String({ description: 'Id of the node it ends at.' }),
  kind: Type.String({
    description: '`MENTIONS` (memory to entity), `RELATES` (entity to entity), `SUPERSEDES` (new memory to old) or ' +
      '`MEMBER_OF` (entity to community).'
  }),
  predicate: orNull('string', 'Of `RELATES`: what the one is to the other.'),
  memory_id: orNull('string', 'Of `RELATES`: the memory that states it.')
}, { $id: 'GraphEdge' })

export const graphAnswer = Type.Object({
  nodes: listOf(node, 'The nodes of this page.'),
  edges: listOf(edge, 'Edges whose ends are both among the nodes.'),
  ...pageFields
}, { $id: 'GraphPage' })
