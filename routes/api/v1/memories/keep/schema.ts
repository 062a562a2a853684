import type { Static } from 'typebox'
import { Type } from '../../../../../domain/type.ts'
import { anyObject, flag, names, text, time, userId } from '../../../../../http/fields.ts'
import { single } from '../../../../../http/memories.ts'

export const idParams = Type.Object({ id: Type.String({ description: 'Id of the memory.' }) })
export const userQuery = Type.Object({ user_id: userId })
export type OneMemory = { Params: Static<typeof idParams>, Querystring: Static<typeof userQuery> }

export const restoreBody = Type.Object({
  user_id: userId,
  replace: flag('Also ends the memory that took its place.', false)
}, { $id: 'RestoreRequest', additionalProperties: false })
export type RestoreRequest = { Params: Static<typeof idParams>, Body: Static<typeof restoreBody> }

export const correctBody = Type.Object({
  user_id: userId,
  text: text('The right text. It becomes a memory of its own that takes the place of this one.', {
    maxLength: 50_000
  }),
  metadata: anyObject('Takes the place of what was stored.'),
  tags: names('Take the place of those that were stored.'),
  valid_at: time('When it really became true. As with a text, a new memory takes the place of this one.'),
  invalid_at: time('When it stops being true; `null` takes a stored end away.')
}, { $id: 'CorrectRequest', additionalProperties: false })
export type CorrectRequest = { Params: Static<typeof idParams>, Body: Static<typeof correctBody> }

export const retireBody = Type.Object({
  user_id: userId,
  reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S', description: 'Why, in one sentence.' })
}, { $id: 'RetireRequest', additionalProperties: false })
export type RetireRequest = { Params: Static<typeof idParams>, Body: Static<typeof retireBody> }

export const pinBody = Type.Object({ user_id: userId }, { $id: 'PinRequest', additionalProperties: false })
export type PinRequest = { Params: Static<typeof idParams>, Body: Static<typeof pinBody> }

export { single }
