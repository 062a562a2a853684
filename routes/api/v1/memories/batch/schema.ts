import type { Static } from 'typebox'
import { Type } from '../../../../../domain/type.ts'
import {
  listOf,
  names,
  ownCategories,
  scopeLabel,
  text,
  time,
  anyObject,
  flag,
  memoryType,
  userId
} from '../../../../../http/fields.ts'
import { outcome } from '../../../../../http/outcomes.ts'

const content = Type.String({ minLength: 1, maxLength: 50_000, pattern: '\\S', description: 'What to remember.' })
export const mostItems = 1_000

export const batchItem = Type.Object({
  text: content,
  memory_type: memoryType,
  metadata: anyObject('Any JSON; kept and returned as sent.'),
  tags: names('Tags, beside those of the request.'),
  valid_at: time('When it became true; default now.'),
  invalid_at: time('When it stops being true.')
}, { $id: 'BatchItem' })
export type BatchItem = Static<typeof batchItem>

export const batchBody = Type.Object({
  user_id: userId,
  texts: Type.Optional(Type.Array(content, { maxItems: mostItems, description: 'Texts alone.' })),
  items: Type.Optional(Type.Array(batchItem, { maxItems: mostItems, description: 'Texts with what belongs to each.' })),
  app: text('The application that writes; stored with each memory.', scopeLabel),
  infer: flag('True distils each text; false stores it as it is.', false),
  session_id: text('The conversation they belong to.', scopeLabel),
  project: text('The project they are scoped to.', scopeLabel),
  tags: names('Tags of all.'),
  categories: ownCategories('Categories of all.')
}, { $id: 'BatchRequest', additionalProperties: false })
export type BatchBody = Static<typeof batchBody>

export const batchAnswer = Type.Object({
  results: listOf(
    Type.Object({
      index: Type.Integer({ description: 'Which text, from 0.' }),
      ...outcome.properties
    }, { $id: 'BatchOutcome' }),
    'What became of every fact of every text, in their order.'
  )
}, { $id: 'BatchAnswer' })
