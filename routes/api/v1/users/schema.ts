import Type, { type Static } from 'typebox'
import { isoText, userId } from '../../../../http/fields.ts'

export const userParams = Type.Object({ user_id: userId })
export type OneUser = { Params: Static<typeof userParams> }

const removed = (what: string) => Type.Integer({ description: `How many ${what} were removed.` })

export const receipt = Type.Object({
  user_id: Type.String({ description: 'Who was erased.' }),
  erased_at: isoText('When.'),
  removed: Type.Object({
    memories: removed('memories'),
    supersessions: removed('links of history'),
    entities: removed('entities'),
    relations: removed('relations'),
    sessions: removed('conversations'),
    communities: removed('communities'),
    accesses: removed('lines of the access log'),
    replays: removed('stored answers')
  }, { description: 'What was removed.' })
}, { $id: 'Erasure' })
