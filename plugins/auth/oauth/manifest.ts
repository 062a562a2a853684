import Type from 'typebox'
import { defineManifest } from '../../../domain/manifest.ts'
import { Options as Keys } from '../_keys/options.ts'
import { PublicUrl } from '../_resource/options.ts'

export const Options = Type.Object({ ...Keys.properties, PublicUrl })

export default defineManifest({
  capability: 'auth',
  provider: 'oauth',
  title: 'keys signed with Auth:Secret, and signing in with them (OAuth)',
  knownAs: ['oauth2'],
  answers: { oauth: 'Auth' },
  options: Options,
  needs: ['store']
})
