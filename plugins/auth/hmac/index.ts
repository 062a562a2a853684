/** Auth by keys that are bound to one user each and signed with `Auth:Secret`. */
import fp from 'fastify-plugin'
import Type, { type Static } from 'typebox'
import { authInterfaceVersion, type Auth } from '../../../kernel/capabilities/auth.ts'
import { Unauthorized, withDetail } from '../../../kernel/errors.ts'
import { checkOptions } from '../../../kernel/options.ts'
import { carriedKey } from './carriers.ts'
import { verifyKey, type Refusal } from './key.ts'

const Options = Type.Object({
  Secret: Type.String({ minLength: 1 }),
  PreviousSecret: Type.String({ default: '' }),
  Revoked: Type.Array(Type.String(), { default: [] })
})

/** A secret shorter than this can be guessed from one key, offline. */
const shortSecret = 16

const refusals: Record<Refusal, string> = {
  malformed: 'The key is not one of this service.',
  expired: 'The key has expired.',
  revoked: 'The key was revoked.'
}
const mint = 'palimpsest mint-key <user_id> prints a new one.'
const carriers = 'Send it as Authorization: Bearer <key>, as the header API_KEY, or as the query parameter api_key.'

export function createHmacAuth ({ Secret, PreviousSecret, Revoked }: Static<typeof Options>): Auth {
  const secrets = [Secret, PreviousSecret]
  const revoked = new Set(Revoked)
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'hmac',
    async authenticate (request) {
      const key = carriedKey(request)
      if (key === null) throw withDetail(new Unauthorized('A key is needed.'), carriers)
      const claims = verifyKey(key, { secrets, revoked })
      if (typeof claims === 'string') throw withDetail(new Unauthorized(refusals[claims]), mint)
      return { userId: claims.userId, readOnly: claims.readOnly }
    }
  }
}

export default fp(async (fastify, given) => {
  const options = checkOptions('Auth', Options, given)
  if (options.Secret.length < shortSecret) fastify.log.warn(`Auth:Secret is shorter than ${shortSecret} characters: it can be guessed from a single key. Use at least 32 random ones.`)
  fastify.decorate('auth', createHmacAuth(options))
}, { name: 'auth-hmac', fastify: '5.x' })
