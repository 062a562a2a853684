import type { Static } from 'typebox'
import { Type } from '../../../../../domain/type.ts'
import { count, listOf, scopeLabel, text, time, userId } from '../../../../../http/fields.ts'
import { message } from '../../../../../http/turns.ts'

export const contextBody = Type.Object({
  user_id: userId,
  query: text('What the prompt is about, in plain words.', { maxLength: 5_000 }),
  messages: Type.Optional(
    Type.Unsafe<Array<Static<typeof message>> | null>({
      type: ['array', 'null'],
      items: message,
      maxItems: 500,
      description: 'The conversation so far; its last user turns stand for `query` where that is missing.'
    })
  ),
  max_tokens: count('How long the block may be.', 100, 200_000, 1_000),
  session_id: text('Only of this conversation.', scopeLabel),
  project: text('Only of this project.', scopeLabel),
  as_of: time('What was true then.'),
  app_name: text('Who asks; recorded in the access log.', scopeLabel)
}, { $id: 'ContextRequest' })
export type ContextBody = Static<typeof contextBody>

export const contextAnswer = Type.Object({
  context: Type.String({
    description:
      'A block for a prompt: facts with their dates, oldest first, after summaries. Empty when nothing is remembered.'
  }),
  memory_ids: listOf(Type.String(), 'The memories in it, in its order.'),
  tokens: Type.Integer({ description: 'An estimate of its length, at most `max_tokens`.' }),
  degraded: listOf(Type.String(), 'What did not do its part; empty when whole.')
}, { $id: 'ContextAnswer' })
