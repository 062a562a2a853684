/** Auth by the access tokens of an OpenID provider; keys too where `Auth:Secret` is set. */
import fp from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { authInterfaceVersion, type Auth, type Principal } from '../../../domain/capabilities/auth.ts'
import { IdentityProviderUnavailable, oneLine, SettingInvalid, Unauthorized } from '../../../domain/errors.ts'
import type { Given } from '../../../domain/manifest.ts'
import { isUserId } from '../../../domain/text/storable.ts'
import { createKeys, warnOfShortSecret } from '../_keys/keys.ts'
import type { Options as KeyOptions } from '../_keys/options.ts'
import { authenticateCarried } from '../_resource/carried.ts'
import { challengeFor, describeResource } from '../_resource/resource.ts'
import type { Options } from './manifest.ts'

/** Signatures of a key pair only: with a shared secret whoever checks a token could make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const clockToleranceSeconds = 30
const timeoutMs = 5_000

type Settings = Given<typeof Options> & Given<typeof KeyOptions> & { PublicUrl: string }

export default fp(async (fastify, given) => {
  const settings = given as Settings
  if (settings.Secret !== '') warnOfShortSecret(settings.Secret, fastify.log)
  fastify.decorate('auth', createOidc(settings, await remoteKeys(settings)))
  const { PublicUrl: publicUrl, Issuer, ReadScope, WriteScope } = settings
  await fastify.register(async inner => {
    const scopes = [ReadScope, WriteScope].filter(scope => scope !== '')
    describeResource(inner, { publicUrl, scopes, issuers: () => [Issuer] })
  })
}, { name: 'auth-oidc', fastify: '5.x' })

/** The provider must answer at the start, so that a wrong issuer is not first noticed by a user. */
async function remoteKeys ({ Issuer, Audience, JwksUrl }: Settings): Promise<JWTVerifyGetKey> {
  if (!URL.canParse(Issuer)) throw new SettingInvalid('Auth:Provider oidc needs Auth:Oidc:Issuer, an address.')
  if (Audience.every(name => name.trim() === '')) {
    throw new SettingInvalid(
      'Auth:Provider oidc needs Auth:Oidc:Audience: without it a token for any other service would do.'
    )
  }
  const url = JwksUrl === '' ? await discover(Issuer) : JwksUrl
  if (!URL.canParse(url)) throw new SettingInvalid('Auth:Oidc:JwksUrl must be an address.')
  return createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs })
}

async function discover (issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    .then(async answer => await answer.json() as { issuer?: unknown, jwks_uri?: unknown })
    .catch(error => {
      throw new IdentityProviderUnavailable(url, oneLine(error as Error))
    })
  if (document.issuer !== issuer) {
    throw new SettingInvalid(`Auth:Oidc:Issuer is ${issuer}, but the provider calls itself ${String(document.issuer)}.`)
  }
  return String(document.jwks_uri)
}

export function createOidc (settings: Settings, keyFor: JWTVerifyGetKey): Auth {
  const { Issuer, Audience, UserClaim, ReadScope, WriteScope, PublicUrl } = settings
  const keys = settings.Secret === '' ? null : createKeys(settings)
  return {
    interfaceVersion: authInterfaceVersion,
    provider: 'oidc',
    open: false,
    authenticate: request =>
      authenticateCarried(request, {
        publicUrl: PublicUrl,
        keys,
        ofToken: async (token, request) => principalOf(await claimsOf(token), request)
      })
  }

  async function claimsOf (token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, keyFor, {
        algorithms,
        issuer: Issuer,
        audience: Audience,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', UserClaim]
      })
      return payload
    } catch (error) {
      throw refusalOf(error, Issuer)
    }
  }

  function principalOf (claims: JWTPayload, request: FastifyRequest): Principal {
    const userId = claims[UserClaim]
    if (typeof userId !== 'string' || !isUserId(userId)) {
      throw new Unauthorized(`The token names no user in its claim ${UserClaim}.`)
    }
    const scopes = scopesOf(claims)
    const has = (scope: string) => scope === '' || scopes.includes(scope)
    if (has(WriteScope)) return { userId, readOnly: false }
    const challenge = challengeFor(request, PublicUrl, { error: 'insufficient_scope', scope: WriteScope })
    if (has(ReadScope)) return { userId, readOnly: true, challenge }
    throw new Unauthorized(`The token has neither the scope ${ReadScope} nor ${WriteScope}.`)
  }
}

/** `scope`, one text (RFC 9068), or `scp`, a text or a list, as some providers call it. */
function scopesOf ({ scope, scp }: JWTPayload): string[] {
  return [scope, scp].flat().flatMap(names => typeof names === 'string' ? names.split(' ') : [])
}

/** A provider that cannot be asked for its keys is no fault of the token. */
function refusalOf (error: unknown, issuer: string): Error {
  if (error instanceof errors.JWTExpired) return new Unauthorized('The token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new Unauthorized(`The token is not for this service: ${error.claim}.`)
  }
  const unreachable = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError) ||
    (error.code === 'ERR_JOSE_GENERIC' && /JSON Web Key Set/.test(error.message))
  if (!unreachable) return new Unauthorized('The token is not one of the identity provider.')
  return Object.assign(new IdentityProviderUnavailable(issuer, oneLine(error as Error)), { cause: error })
}
