import Type, { type Static } from 'typebox'
import { flag, listOf, names, scopeLabel, text, userId } from '../../../../../http/fields.ts'
import { outcome } from '../../../../../http/memories.ts'
import { message } from '../../../../../http/turns.ts'

export const conversationBody = Type.Object({
  user_id: userId,
  messages: Type.Array(message, {
    minItems: 1,
    maxItems: 500,
    description: 'The turns in order; at least one that is not blank.'
  }),
  app: text('The application that writes; recorded on every fact.', scopeLabel),
  project: text('The project; recorded on every fact.', scopeLabel),
  session_id: text('The conversation; recorded on every fact.', scopeLabel),
  tags: names('Applied to every fact.'),
  categories: names('Applied to every fact.'),
  is_agent_memory: flag('Facts about the assistant instead of the user.', false),
  transcript_path: text('Kept as an attribute of every fact.', { maxLength: 4_096 })
}, { $id: 'ConversationRequest' })
export type ConversationBody = Static<typeof conversationBody>

const degraded = Type.Optional(listOf(Type.String(), 'What did not do its part; absent when whole.'))

export const ingested = Type.Object({
  results: Type.Optional(listOf(outcome, 'One entry a fact.')),
  // A boolean and not the literal `true`: several generators make no type of a literal.
  no_facts_extracted: Type.Optional(
    Type.Boolean({ description: 'True when the conversation held nothing worth keeping; there are no `results` then.' })
  ),
  degraded
}, { $id: 'Ingested', description: 'What became of the conversation: facts, or that there were none. Never both.' })
