import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { Options as Keys } from '../_keys/options.ts'
import { PublicUrl } from '../_resource/options.ts'

export const Options = Type.Object({
  ...Keys.properties,
  PublicUrl,
  SignInsPerMinute: Type.Integer({
    default: 60,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Requests a minute to `/authorize`, `/token`, `/register` and `/revoke` from one address, at each ' +
      'replica. More are answered with 429 and `Retry-After`. Behind a proxy all come from its address.'
  })
})

export default defineManifest({
  capability: 'auth',
  provider: 'oauth',
  title: 'keys signed with Auth:Secret, and signing in with them (OAuth)',
  knownAs: ['oauth2'],
  answers: { oauth: 'Auth' },
  options: Options,
  needs: ['store']
})
