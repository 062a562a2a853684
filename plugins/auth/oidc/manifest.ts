import { defineManifest } from '../../../domain/manifest.ts'
import { Type } from '../../../domain/type.ts'
import { Options as Keys } from '../_keys/options.ts'
import { PublicUrl } from '../_resource/options.ts'

const withDefault = (initial: string, description: string) => Type.String({ default: initial, description })

export const Options = Type.Object({
  Issuer: withDefault('', 'The OpenID provider, as its tokens name it: `https://login.example.com`.'),
  Audience: Type.Array(Type.String(), {
    default: [],
    description: 'What tokens for this service name as their audience. A token for anything else is refused.'
  }),
  UserClaim: withDefault('sub', 'The claim that names the user: a memory belongs to its value.'),
  ReadScope: withDefault('memory:read', 'The scope that may read; empty: every token may.'),
  WriteScope: withDefault('memory:write', 'The scope that may write, and read; empty: every token may.'),
  JwksUrl: withDefault('', "The provider's keys; empty: what its discovery document says.")
})

export default defineManifest({
  capability: 'auth',
  provider: 'oidc',
  title: "an OpenID provider's tokens, and keys where Auth:Secret is set",
  knownAs: ['openid', 'jwt', 'jwks'],
  answers: { oidc: 'Auth:Oidc' },
  options: Options,
  sections: { Auth: Type.Object({ ...Keys.properties, PublicUrl }) }
})
