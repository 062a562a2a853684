/** The settings of keys, which several providers take. */
import { Type } from '../../../domain/type.ts'

export const Options = Type.Object({
  Secret: Type.String({ default: '', description: 'Empty means auth is open; otherwise the HMAC key secret.' }),
  PreviousSecret: Type.String({ default: '', description: 'A rotated secret whose keys are still accepted.' }),
  Revoked: Type.Array(Type.String(), { default: [], description: 'Ids of revoked keys.' })
})
