import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import {
  anyObject,
  count,
  flag,
  isoText,
  knownCategories,
  listOf,
  memoryType,
  names,
  orNull,
  ownCategories,
  page,
  pageFields,
  scopeLabel,
  size,
  text,
  time,
  userId
} from '../../../../http/fields.ts'
import { item, single } from '../../../../http/memories.ts'
import { degradedParts, outcome, refusedFacts } from '../../../../http/outcomes.ts'

export const addBody = Type.Object({
  user_id: userId,
  text: Type.String({ minLength: 1, maxLength: 50_000, pattern: '\\S', description: 'What to remember.' }),
  app: text('The application that writes; stored with the memory.', scopeLabel),
  infer: flag('False stores the text as it is: nothing is distilled, exact duplicates are still recognised.', true),
  memory_type: memoryType,
  metadata: anyObject('Any JSON; kept and returned as sent.'),
  session_id: text('The conversation it belongs to.', scopeLabel),
  project: text('The project it is scoped to.', scopeLabel),
  tags: names('Tags.'),
  categories: ownCategories('Categories.'),
  valid_at: time('When it became true; default now.'),
  invalid_at: time('When it stops being true: from then on it is past.'),
  supersedes: Type.Optional(Type.Array(Type.String(), {
    maxItems: 100,
    description: 'Ids of memories that it takes the place of; each has to be believed now.'
  }))
}, { $id: 'AddRequest' })
export type AddBody = Static<typeof addBody>

export const idempotencyHeader = Type.Object({
  'idempotency-key': text(
    'Answers a repetition of the same request, for a week at least, with the first answer; with another ' +
      'request it is refused (409).',
    { maxLength: 255 }
  )
})

export const added = Type.Object({
  id: Type.String({
    description: 'The memory that was stored, or the one this text repeats or ends; blank with `NONE`, for a wish to ' +
      'forget what is not stored.'
  }),
  content: Type.String({ description: 'Its text.' }),
  state: Type.String({ description: '`active`.' }),
  event: Type.String({ description: '`ADD`, `SKIP_DUPLICATE`, `UPDATE`, `SUPERSEDE`, `INVALIDATE` or `NONE`.' }),
  app_name: orNull('string', 'The application that wrote it.'),
  created_at: isoText('When it was stored.'),
  metadata: orNull('string', 'The metadata as JSON text.'),
  results: listOf(outcome, 'Every fact the text held.'),
  refused: refusedFacts,
  degraded: degradedParts('empty')
}, { $id: 'Added' })

export const listQuery = Type.Object({
  user_id: userId,
  page,
  size,
  limit: count('Another name of `size`.', 1, 100),
  app_id: text('Only of this application.'),
  categories: text(
    `Only in one of these categories, separated by commas: those that callers gave, or ${knownCategories}.`
  ),
  search_query: text('Only memories that hold every one of these words.', { maxLength: 5_000 }),
  include_superseded: flag('Also what is no longer believed.', false),
  as_of: time('What was true then.'),
  known_at: time('What the service believed then.'),
  memory_type: memoryType,
  session_id: text('Only of this conversation.'),
  project: text('Only of this project.'),
  tags: text('Only with one of these tags, separated by commas.'),
  extraction_status: text('Only `pending`: waits to be read; `failed`: could not be; or `done`.')
})
export type ListQuery = Static<typeof listQuery>

export const listed = Type.Object({ items: listOf(item, 'Newest first.'), ...pageFields }, { $id: 'MemoryPage' })

export const deleteBody = Type.Object({
  user_id: userId,
  memory_ids: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: 10_000,
    description: 'Which ones. Ids that do not exist are no error.'
  })
}, { $id: 'DeleteRequest' })
export type DeleteBody = Static<typeof deleteBody>

export const deleted = Type.Object({
  message: Type.String({ description: 'How many were removed, in words.' }),
  deleted: listOf(Type.String(), 'Ids that were removed.'),
  not_found: listOf(Type.String(), 'Ids that this user has no memory of.')
}, { $id: 'Deleted' })

export const idParams = Type.Object({ id: Type.String({ description: 'Id of the memory.' }) })
export const userQuery = Type.Object({ user_id: userId })
export type OneMemory = { Params: Static<typeof idParams>, Querystring: Static<typeof userQuery> }

const link = Type.Object({
  old_id: Type.String({ description: 'The memory that ended.' }),
  new_id: orNull('string', 'The one that took its place; null when it simply ended.'),
  kind: Type.String({ description: '`SUPERSEDE`, `UPDATE` or `INVALIDATE`.' }),
  reason: Type.String({ description: 'One sentence.' }),
  quote: orNull('string', 'The words that ended it.'),
  invalid_at: orNull('string', 'When the old one stopped being true.', { format: 'date-time' }),
  expired_at: isoText('When the service stopped believing it.'),
  restored_at: orNull('string', 'When this was undone.', { format: 'date-time' }),
  old: Type.Union([item, Type.Null()], { description: 'The old memory as it is now; null when deleted.' }),
  new: Type.Union([item, Type.Null()], {
    description: 'The new memory as it is now; null when deleted or when there is none.'
  })
}, { $id: 'HistoryLink' })

export const historyAnswer = Type.Object({
  id: Type.String({ description: 'The memory that was asked for.' }),
  history: listOf(link, 'Everything it superseded and everything that superseded it, oldest first.')
}, { $id: 'History' })

const access = Type.Object({
  app_name: orNull('string', 'The application that searched, as it named itself.'),
  at: isoText('When.'),
  rank: Type.Integer({ minimum: 1, description: 'Its place among the results.' })
}, { $id: 'Access' })

export const accessesAnswer = Type.Object({
  id: Type.String({ description: 'The memory that was asked for.' }),
  accesses: listOf(access, 'Newest first, at most 100.')
}, { $id: 'Accesses' })

export { single }
