/**
 * Keys, and a small authorization server (OAuth 2.1) for clients that cannot be given one: a person pastes a key once
 * and the client gets short-lived tokens of that user.
 */
import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authInterfaceVersion, type Auth, type Principal } from '../../../domain/capabilities/auth.ts'
import { RateLimited, SettingInvalid, Unauthorized, withDetail } from '../../../domain/errors.ts'
import type { Given } from '../../../domain/manifest.ts'
import { createKeys, warnOfShortSecret, type Keys } from '../_keys/keys.ts'
import { authenticateCarried } from '../_resource/carried.ts'
import {
  challengeFor,
  describeResource,
  isOwnResource,
  originOf,
  readScope,
  writeScope
} from '../_resource/resource.ts'
import { serveAuthorize } from './authorize.ts'
import { createClients } from './clients.ts'
import { createDocuments } from './documents.ts'
import type { Options } from './manifest.ts'
import { createOnce } from './once.ts'
import type { Issued } from './endpoints.ts'
import { createEnded, serveTokens, type Ended } from './token.ts'
import { createTokens, type Tokens } from './tokens.ts'

export default fp(async (fastify, given) => {
  const { Secret, PreviousSecret, Revoked, PublicUrl, SignInsPerMinute } = given as Given<typeof Options>
  if (Secret === '') throw new SettingInvalid('Auth:Provider oauth needs Auth:Secret (SVC_Auth__Secret).')
  warnOfShortSecret(Secret, fastify.log)
  const keys = createKeys({ Secret, PreviousSecret, Revoked })
  const tokens = createTokens([Secret, PreviousSecret])
  const ended = createEnded()
  fastify.decorate('auth', createOAuth({ keys, tokens, ended, publicUrl: PublicUrl }))
  await fastify.register(async inner => {
    readForms(inner)
    describeResource(inner, { publicUrl: PublicUrl, scopes: [readScope, writeScope], issuers: origin => [origin] })
    describeServer(inner, PublicUrl)
    const server = {
      keys,
      tokens,
      clients: createClients(tokens, createDocuments()),
      once: createOnce(fastify.store),
      originOf: (request: FastifyRequest) => originOf(request, PublicUrl)
    }
    // Only what comes after: what a client reads to find the endpoints is not limited.
    await limitSignIns(inner, SignInsPerMinute)
    serveAuthorize(inner, server)
    serveTokens(inner, server, ended)
  })
}, { name: 'auth-oauth', fastify: '5.x', decorators: { fastify: ['store'] } })

/** Whoever tries keys or codes out is slowed down, by address. */
async function limitSignIns (fastify: FastifyInstance, max: number): Promise<void> {
  const seconds = 60
  await fastify.register(rateLimit, {
    max,
    timeWindow: seconds * 1000,
    errorResponseBuilder: (_request, { after }) =>
      withDetail(new RateLimited(max, seconds), `Try again in ${after}. The setting Auth:SignInsPerMinute decides.`)
  })
}

interface Taken {
  keys: Keys
  tokens: Tokens
  ended: Ended
  publicUrl: string
}

/** Takes keys and access tokens alike. */
export function createOAuth ({ keys, tokens, ended, publicUrl }: Taken): Auth {
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'oauth',
    open: false,
    authenticate: request => authenticateCarried(request, { publicUrl, keys, ofToken })
  }

  async function ofToken (token: string, request: FastifyRequest): Promise<Principal> {
    const claims = await tokens.verify<Issued & { aud: string }>('access', token)
    if (claims === null) throw new Unauthorized('The token is not one of this service, or has expired.')
    if (!isOwnResource(claims.aud, originOf(request, publicUrl))) {
      throw new Unauthorized('The token is for another service.')
    }
    if (ended.has(claims.family) || keys.isRevoked(claims.kid)) throw new Unauthorized('The token was revoked.')
    const writes = claims.scope.split(' ').includes(writeScope) && !claims.ro
    if (writes) return { userId: claims.sub, readOnly: false }
    return {
      userId: claims.sub,
      readOnly: true,
      challenge: challengeFor(request, publicUrl, { error: 'insufficient_scope', scope: writeScope })
    }
  }
}

/** RFC 8414. */
function describeServer (fastify: FastifyInstance, publicUrl: string): void {
  const url = '/.well-known/oauth-authorization-server'
  fastify.get(url, { schema: { hide: true } }, async request => {
    const issuer = originOf(request, publicUrl)
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      revocation_endpoint: `${issuer}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [readScope, writeScope],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true
    }
  })
}

function readForms (fastify: FastifyInstance): void {
  const options = { parseAs: 'string', bodyLimit: 64 * 1024 } as const
  fastify.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => {
    const values: Record<string, string | string[]> = {}
    for (const [name, value] of new URLSearchParams(String(body))) {
      const known = Object.hasOwn(values, name) ? values[name] : undefined
      values[name] = known === undefined ? value : [known, value].flat()
    }
    done(null, values)
  })
}
