import type { Static } from 'typebox'
import { Type } from '../../../../../domain/type.ts'
import { flag, listOf, names, orNull, ownCategories, scopeLabel, text, userId } from '../../../../../http/fields.ts'
import { degradedParts, outcome, refusedFacts } from '../../../../../http/outcomes.ts'
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
  categories: ownCategories('Applied to every fact.'),
  is_agent_memory: flag('Facts about the assistant instead of the user.', false),
  dry_run: flag('Decides and stores nothing: the answer says what would become of the conversation.', false),
  transcript_path: text('Kept as an attribute of every fact.', { maxLength: 4_096 })
}, { $id: 'ConversationRequest' })
export type ConversationBody = Static<typeof conversationBody>

const displaced = Type.Object({ id: Type.String(), memory: Type.String() }, { $id: 'Displaced' })

const decision = Type.Object({
  type: Type.String({ description: '`fact`.' }),
  id: orNull('string', 'The memory that was stored, found again or ended.'),
  memory: Type.String({ description: 'The fact.' }),
  event: Type.String({ description: 'As in the usual answer.' }),
  reason: Type.Optional(Type.String({ description: 'Why it was decided so.' })),
  quote: Type.Optional(Type.String({ description: 'The words it was read from.' })),
  displaced: Type.Optional(listOf(displaced, 'What it takes the place of, or what is over.'))
}, { $id: 'IngestDecision', description: 'One line a decision; the last line is the usual answer with `type` `done`.' })

export const ingested = Type.Object({
  results: Type.Optional(listOf(outcome, 'One entry a fact.')),
  // A boolean and not the literal `true`: several generators make no type of a literal.
  no_facts_extracted: Type.Optional(
    Type.Boolean({ description: 'True when the conversation held nothing worth keeping; there are no `results` then.' })
  ),
  refused: refusedFacts,
  dry_run: Type.Optional(Type.Boolean({ description: 'True when nothing was stored, as asked.' })),
  degraded: Type.Optional(degradedParts('absent'))
}, { $id: 'Ingested', description: 'What became of the conversation: facts, or that there were none. Never both.' })

/** With `Accept: application/x-ndjson`. */
export const conversationAnswer = {
  description: 'What became of the conversation; with `Accept: application/x-ndjson` one line a decision.',
  content: { 'application/json': { schema: ingested }, 'application/x-ndjson': { schema: decision } }
}
