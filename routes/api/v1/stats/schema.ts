import type { Static } from 'typebox'
import { Type } from '../../../../domain/type.ts'
import { orNull, userId } from '../../../../http/fields.ts'

export const statsQuery = Type.Object({ user_id: userId })
export type StatsQuery = Static<typeof statsQuery>

export const statsAnswer = Type.Object({
  memories: Type.Object({
    active: Type.Integer({ description: 'Believed now.' }),
    superseded: Type.Integer({ description: 'A newer one took their place.' }),
    invalidated: Type.Integer({ description: 'Ended; nothing took their place.' })
  }, { description: 'How many memories, by state.' }),
  entities: Type.Integer({ description: 'How many entities.' }),
  relations: Type.Integer({ description: 'How many relations between entities.' }),
  sessions: Type.Integer({ description: 'How many conversations.' }),
  communities: Type.Integer({ description: 'How many communities.' }),
  first_at: orNull('string', 'When the first memory was stored.', { format: 'date-time' }),
  last_at: orNull('string', 'When the last memory was stored.', { format: 'date-time' })
}, { $id: 'Stats' })
