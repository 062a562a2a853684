import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { count, listOf, orNull, page, pageFields, scopeLabel, text, time, userId } from '../../../../http/fields.ts'

export const graphQuery = Type.Object({
  user_id: userId,
  as_of: time('Only what was true then.'),
  known_at: time('As the service believed it then.'),
  center: text('Only what is around this entity: its id or name. 404 when there is none.', scopeLabel),
  depth: count(
    'How many steps from `center`: 1 is the memories that mention it and the entities in them, each further step the ' +
      'memories that mention one of those. At most the thousand nearest entities.',
    1,
    3,
    1
  ),
  page,
  size: count('How many memories a page.', 1, 500, 100)
})
export type GraphQuery = Static<typeof graphQuery>

const node = Type.Object({
  id: Type.String({ description: 'Id of the entity, memory or community.' }),
  kind: Type.String({ description: '`entity`, `memory` or `community`.' }),
  label: Type.String({ description: 'Name or text.' }),
  type: orNull('string', 'Type of the entity or memory.'),
  state: orNull('string', 'State of the memory; with `as_of` or `known_at` what it was then, `active`.'),
  summary: orNull('string', 'Summary of the entity or community; of today, so null with `as_of` or `known_at`.')
}, { $id: 'GraphNode' })

const date = { format: 'date-time' }
const dated = 'Of `MENTIONS` and `RELATES` that of the memory; `SUPERSEDES` begins when the older one ended; null of ' +
  '`MEMBER_OF`, which is of today.'

const edge = Type.Object({
  from: Type.String({ description: 'Id of the node it starts from.' }),
  to: Type.String({ description: 'Id of the node it ends at.' }),
  kind: Type.String({
    description: '`MENTIONS` (memory to entity), `RELATES` (entity to entity), `SUPERSEDES` (new memory to old) or ' +
      '`MEMBER_OF` (entity to community).'
  }),
  predicate: orNull('string', 'Of `RELATES`: what the one is to the other.'),
  memory_id: orNull('string', 'Of `RELATES`: the memory that states it.'),
  valid_at: orNull('string', `Since when it is true. ${dated}`, date),
  invalid_at: orNull('string', `When it stopped being true. ${dated}`, date),
  created_at: orNull('string', `Since when the service believes it. ${dated}`, date),
  expired_at: orNull('string', `When the service stopped believing it. ${dated}`, date)
}, { $id: 'GraphEdge' })

export const graphAnswer = Type.Object({
  center: orNull('string', 'Id of the entity that `center` names.'),
  nodes: listOf(
    node,
    'The memories of this page, newest first, what took the place of them, the entities that they mention or relate, ' +
      'and the communities of those. A node may be on several pages.'
  ),
  edges: listOf(
    edge,
    'Between the nodes of this page. Those of a memory come with its page, so all pages together have every edge.'
  ),
  ...pageFields
}, { $id: 'GraphPage' })
