import type { Static } from 'typebox'
import { Type } from '../../../../../domain/type.ts'
import { flag, orNull } from '../../../../../http/fields.ts'

export const waitQuery = Type.Object({ wait: flag('Answer when all is done; `false` answers 202 at once.', true) })
export type Wait = { Querystring: Static<typeof waitQuery> }

export const progressAnswer = Type.Object({
  state: Type.String({
    description: '`idle` (nothing ran since the start), `running`, `waiting` (interrupted; a service with the same ' +
      'model takes it over within seconds), `done` or `failed`.'
  }),
  model: orNull('string', 'The model that is embedded with.'),
  dimensions: orNull('integer', 'Length of its vectors.'),
  generation: orNull('integer', 'Counts re-embeddings.'),
  done: orNull('integer', 'How many vectors were made.'),
  total: orNull('integer', 'How many there are to make.'),
  started_at: orNull('string', 'When it began.', { format: 'date-time' }),
  finished_at: orNull('string', 'When it ended.', { format: 'date-time' }),
  error: orNull('string', 'Why it failed.')
}, { $id: 'ReindexProgress', description: 'How far the re-embedding is.' })

export const refusedAnswer = Type.Object({
  status: Type.Integer({ description: 'The status again.' }),
  code: Type.String({ description: '`reindex_running`.' }),
  message: Type.String({ description: 'What was wrong.' }),
  detail: orNull('string', 'What to do about it.'),
  progress: progressAnswer
}, { $id: 'ReindexRefused', description: 'One runs already.' })
