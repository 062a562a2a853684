/** Auth by keys that are bound to one user each and signed with `Auth:Secret`. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import { authInterfaceVersion, type Auth } from '../../../domain/capabilities/auth.ts'
import { SettingInvalid, Unauthorized, withDetail } from '../../../domain/errors.ts'
import type { Given } from '../../../domain/manifest.ts'
import { carriedKey } from './carriers.ts'
import type { Options } from './manifest.ts'
import { isKeyId, verifyKey, type Refusal } from './key.ts'

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
  const revoked = new Set(Revoked.map(requireKeyId))
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'hmac',
    open: false,
    async authenticate (request) {
      const key = carriedKey(request)
      if (key === null) throw withDetail(new Unauthorized('A key is needed.'), carriers)
      const claims = verifyKey(key, { secrets, revoked })
      if (typeof claims === 'string') throw withDetail(new Unauthorized(refusals[claims]), mint)
      return { userId: claims.userId, readOnly: claims.readOnly }
    }
  }
}

/** A list that revokes nobody must not pass for one that does. What is refused may be a key, so it is not shown. */
function requireKeyId (text: string, place: number): string {
  const id = text.trim().toLowerCase()
  if (isKeyId(id)) return id
  throw new SettingInvalid(
    `The setting Auth:Revoked (SVC_Auth__Revoked) must list key ids of 16 hex digits, separated by commas; item ${
      place + 1
    } is none. palimpsest mint-key prints a key's id beside it.`
  )
}

export default fp(async (fastify, given) => {
  const options = given as Given<typeof Options>
  if (options.Secret.length < shortSecret) {
    fastify.log.warn(
      `Auth:Secret is shorter than ${shortSecret} characters: ` +
        'it can be guessed from a single key. Use at least 32 random ones.'
    )
  }
  fastify.decorate('auth', createHmacAuth(options))
}, { name: 'auth-hmac', fastify: '5.x' })
