/** Auth by keys that are bound to one user each and signed with `Auth:Secret`. */
import fp from 'fastify-plugin'
import type { Static } from 'typebox'
import { authInterfaceVersion, type Auth } from '../../../domain/capabilities/auth.ts'
import type { Given } from '../../../domain/manifest.ts'
import { carriedKey } from '../_keys/carriers.ts'
import { createKeys, keyNeeded, principalOf, warnOfShortSecret } from '../_keys/keys.ts'
import type { Options } from '../_keys/options.ts'

export function createHmacAuth (options: Static<typeof Options>): Auth {
  const keys = createKeys(options)
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'hmac',
    open: false,
    async authenticate (request) {
      const key = carriedKey(request)
      if (key === null) throw keyNeeded()
      return principalOf(keys.check(key))
    }
  }
}

export default fp(async (fastify, given) => {
  const options = given as Given<typeof Options>
  warnOfShortSecret(options.Secret, fastify.log)
  fastify.decorate('auth', createHmacAuth(options))
}, { name: 'auth-hmac', fastify: '5.x' })
