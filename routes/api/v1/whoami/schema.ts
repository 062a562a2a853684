import { Type } from '../../../../domain/type.ts'
import { listOf, orNull } from '../../../../http/fields.ts'

const knownUser = Type.Object({
  user_id: Type.String({ description: 'Its id.' }),
  memories: Type.Integer({ description: 'How many memories, in every state.' })
}, { $id: 'KnownUser' })

export const whoamiAnswer = Type.Object({
  auth: Type.String({ description: '`open`: a request names its user. `keys`: the key does.' }),
  user_id: orNull('string', "The key's user; null where auth is off, and for an operator's key."),
  operator: Type.Boolean({ description: "It is an operator's key: counts, health and jobs, and no memories." }),
  read_only: Type.Boolean({ description: 'The key may only read.' }),
  version: Type.String({ description: 'Of the service.' }),
  users: listOf(
    knownUser,
    'Where auth is off, and for an operator: the first hundred users of whom something is stored. Else empty.'
  )
}, { $id: 'WhoAmI' })
