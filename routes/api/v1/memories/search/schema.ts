import type { Static } from 'typebox'
import { missStages, type Miss } from '../../../../../domain/capabilities/memory.ts'
import { Type } from '../../../../../domain/type.ts'
import {
  choice,
  count,
  flag,
  knownCategories,
  listOf,
  memoryType,
  names,
  orNull,
  scopeLabel,
  text,
  time,
  userId
} from '../../../../../http/fields.ts'
import { hit } from '../../../../../http/memories.ts'

export const searchBody = Type.Object({
  user_id: userId,
  query: Type.String({
    minLength: 1,
    maxLength: 5_000,
    pattern: '\\S',
    description: 'What to look for, in plain words.'
  }),
  top_k: count('How many at most.', 1, 50, 10),
  mode: choice('Which arms are fused: the words, the meaning, or both.', ['hybrid', 'text', 'vector'], 'hybrid'),
  rerank: text(
    '`cross_encoder` reads query and candidates together and also asks the graph and the sessions. Null or ' +
      'blank: no reranking.',
    {
      pattern: '^\\s*(cross_encoder)?\\s*$',
      'x-message': 'must be cross_encoder, null or blank.',
      'x-documented-enum': ['cross_encoder']
    }
  ),
  session_id: text('Only of this conversation.', scopeLabel),
  memory_type: memoryType,
  include_session_arm: flag('Also asks the sessions closest to the query, without reranking.', false),
  token_budget: count(
    'Drops the lowest-ranked hits until the rest fits into this many tokens; 0 is unbounded.',
    0,
    200_000,
    0
  ),
  app_name: text('Who asks; recorded in the access log.', scopeLabel),
  expand_query: flag('Adds the names and aliases of entities the query names.', false),
  include_faded: flag('Accepted for older clients; nothing fades here.', false),
  as_of: time('What was true then.'),
  known_at: time('What the service believed then.'),
  tags: names('Only with one of these tags.'),
  categories: names(`Only in one of these categories: those that callers gave, or ${knownCategories}.`),
  project: text('Only of this project.', scopeLabel),
  app: text('Only written by this application.', scopeLabel),
  explain: flag('Adds the scores of each arm and the time each stage took.', false)
}, { $id: 'SearchRequest' })
export type SearchBody = Static<typeof searchBody>

export const found = Type.Object({
  query: Type.String({ description: 'What was looked for.' }),
  results: listOf(hit, 'Best first.'),
  total: Type.Integer({ description: 'How many hits.' }),
  degraded: listOf(Type.String(), 'Arms or stages that did not do their part; empty when whole.'),
  no_relevant_memory: Type.Boolean({ description: 'Even the best hit is probably not what was asked for.' }),
  took_ms: Type.Number({ description: 'Time it took in the service.' }),
  timings: Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'number' },
      description: 'With `explain`: milliseconds a stage.'
    })
  )
}, { $id: 'SearchAnswer' })

export const missParams = Type.Object({ id: Type.String({ description: 'Id of the memory that was expected.' }) })

export const miss = Type.Object({
  id: Type.String({ description: 'The memory that was asked about.' }),
  stage: Type.Unsafe<Miss['stage']>({
    type: 'string',
    enum: [...missStages],
    description:
      'The first stage that left it out: a filter, the time asked for, the arms, the fusion of their ranks, ' +
      'a hit of the same text, `top_k`, the token budget. `found`: it is a hit.'
  }),
  reason: Type.String({ description: 'In words, with what was asked and what the memory is.' }),
  ranks: Type.Object({
    text: orNull('integer', 'Place in the text arm, from 1.'),
    vector: orNull('integer', 'Place in the vector arm, from 1.'),
    graph: orNull('integer', 'Place in the graph arm, from 1.'),
    session: orNull('integer', 'Place in the session arm, from 1.')
  })
}, { $id: 'Miss' })
