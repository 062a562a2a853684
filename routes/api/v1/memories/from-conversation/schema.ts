import Type, { type Static } from 'typebox'
import { flag, listOf, names, scopeLabel, text, time, userId } from '../../../../../kernel/http/fields.ts'
import { outcome } from '../../../../../kernel/http/memories.ts'

export const message = Type.Object({
  role: Type.String({ minLength: 1, maxLength: 20, description: 'Who speaks, for example `user` or `assistant`.' }),
  content: Type.String({ minLength: 1, maxLength: 50_000, description: 'What was said.' }),
  uuid: text('The caller\'s id of the turn.', { maxLength: 200 }),
  created_at: time('When it was said; relative dates in it are read from there. Default now.'),
  name: text('The speaker\'s name.', { maxLength: 200 })
})

export const conversationBody = Type.Object({
  user_id: userId,
  messages: Type.Array(message, { minItems: 1, maxItems: 500, description: 'The turns in order; at least one that is not blank.' }),
  app: text('The application that writes; recorded on every fact.', scopeLabel),
  project: text('The project; recorded on every fact.', scopeLabel),
  session_id: text('The conversation; recorded on every fact.', scopeLabel),
  tags: names('Applied to every fact.'),
  categories: names('Applied to every fact.'),
  is_agent_memory: flag('Facts about the assistant instead of the user.', false),
  transcript_path: text('Kept as an attribute of every fact.', { maxLength: 4_096 })
})
export type ConversationBody = Static<typeof conversationBody>

const degraded = Type.Optional(listOf(Type.String(), 'What did not do its part; absent when whole.'))

export const ingested = Type.Union([
  Type.Object({ results: listOf(outcome, 'One entry a fact.'), degraded }),
  Type.Object({ no_facts_extracted: Type.Literal(true, { description: 'The conversation held nothing worth keeping.' }), degraded })
], { description: 'What became of the conversation: facts, or that there were none. Never both.' })
