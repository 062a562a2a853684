/**
 * `/token`, `/revoke` and `/register`. A code and a refresh token work once. One that comes a second time was stolen,
 * or its thief was first: then all that came of that signing in ends.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readScope, writeScope } from '../_resource/resource.ts'
import { singleValues, type Code } from './authorize.ts'
import { fitsChallenge } from './clients.ts'
import type { Endpoints, Grant } from './endpoints.ts'
import { OAuthError } from './error.ts'
import { longestSeconds } from './once.ts'
import type { Signed } from './tokens.ts'

export const accessSeconds = 900

/** What came of one code: all of it ends together. */
export interface Issued extends Grant {
  family: string
}

/** Families that ended in this process: their access tokens end at once, elsewhere after `accessSeconds`. */
export type Ended = Pick<LRUCache<string, true>, 'has' | 'set'>
export const createEnded = (): Ended => new LRUCache<string, true>({ max: 10_000, ttl: accessSeconds * 1000 })

export function serveTokens (fastify: FastifyInstance, server: Endpoints, ended: Ended): void {
  const route = { schema: { hide: true }, errorHandler: onOAuthError }

  fastify.post('/register', route, async (request, reply) => {
    return reply.code(201).send(await server.clients.register(request.body))
  })

  fastify.post('/token', route, async request => {
    const form = singleValues((request.body ?? {}) as Record<string, unknown>)
    if (form['grant_type'] === 'authorization_code') return await exchangeCode(form)
    if (form['grant_type'] === 'refresh_token') return await refresh(form)
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code or refresh_token.')
  })

  /** RFC 7009: what is no token is revoked already. */
  fastify.post('/revoke', route, async (request, reply) => {
    const { token = '' } = singleValues((request.body ?? {}) as Record<string, unknown>)
    const issued = await server.tokens.verify<Issued>('refresh', token) ??
      await server.tokens.verify<Issued>('access', token)
    if (issued !== null) await end(issued)
    return reply.code(200).send({})
  })

  async function exchangeCode (form: Record<string, string>) {
    const code = await server.tokens.verify<Code>('code', form['code'] ?? '')
    if (code === null) throw new OAuthError('invalid_grant', 'The code is not one of this service, or too old.')
    requireClient(form, code)
    if (form['redirect_uri'] !== undefined && form['redirect_uri'] !== code.redirect) {
      throw new OAuthError('invalid_grant', 'The redirect_uri is not the one that was authorized.')
    }
    if (!fitsChallenge(form['code_verifier'] ?? '', code.challenge)) {
      throw new OAuthError('invalid_grant', 'The code_verifier does not fit.')
    }
    const { redirect, challenge, ...grant } = code
    return await issue(grant, form, { ...code, family: code.jti })
  }

  async function refresh (form: Record<string, string>) {
    const token = await server.tokens.verify<Issued>('refresh', form['refresh_token'] ?? '')
    if (token === null) {
      throw new OAuthError('invalid_grant', 'The refresh token is not one of this service, or too old.')
    }
    requireClient(form, token)
    if (await server.once.isMarked(token.sub, endOf(token.family))) {
      throw new OAuthError('invalid_grant', 'The refresh token was revoked.')
    }
    return await issue(token, form, token)
  }

  /** `from`: the code or refresh token that is used up by this. */
  async function issue (grant: Grant, form: Record<string, string>, from: Issued & Signed) {
    requireKey(grant)
    const scope = narrowed(grant.scope, form['scope'])
    if (form['resource'] !== undefined && form['resource'] !== grant.resource) {
      throw new OAuthError('invalid_target', 'The resource is not the one that was authorized.')
    }
    if (!await server.once.mark(grant.sub, `used ${from.jti}`)) {
      await end(from)
      throw new OAuthError('invalid_grant', 'It was used before. Sign in again.')
    }
    const { sub, kid, kexp, ro, client, resource } = grant
    const issued: Issued = { sub, kid, kexp, ro, client, resource, scope, family: from.family }
    const access = atMost(accessSeconds, kexp)
    return {
      access_token: await server.tokens.sign('access', { ...issued, aud: resource }, access),
      token_type: 'Bearer',
      expires_in: access,
      // A narrower access token leaves the grant as it was.
      refresh_token: await server.tokens.sign(
        'refresh',
        { ...issued, scope: grant.scope },
        atMost(longestSeconds, kexp)
      ),
      scope
    }
  }

  async function end ({ sub, family }: Issued): Promise<void> {
    ended.set(family, true)
    await server.once.mark(sub, endOf(family))
  }

  function requireKey ({ kid, kexp }: Grant): void {
    if (!server.keys.isRevoked(kid) && (kexp === null || kexp > Date.now())) return
    throw new OAuthError('invalid_grant', 'The key that was used to sign in has ended. Sign in again.')
  }
}

const endOf = (family: string) => `ended ${family}`

function atMost (seconds: number, until: number | null): number {
  return until === null ? seconds : Math.min(seconds, Math.max(1, Math.floor((until - Date.now()) / 1000)))
}

function requireClient (form: Record<string, string>, { client }: Grant): void {
  if (form['client_id'] === client) return
  throw new OAuthError('invalid_grant', 'It was issued to another client.')
}

function narrowed (granted: string, asked: string | undefined): string {
  if (asked === undefined) return granted
  const names = asked.split(' ')
  if (names.some(name => !granted.split(' ').includes(name))) {
    throw new OAuthError('invalid_scope', 'More is asked for than was granted.')
  }
  return names.includes(writeScope) ? granted : readScope
}

function onOAuthError (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode >= 500) request.log.error({ err: error }, 'a token request failed')
  return reply.code(statusCode).send({
    error: error instanceof OAuthError ? error.error : statusCode >= 500 ? 'server_error' : 'invalid_request',
    error_description: statusCode >= 500 ? 'The service could not answer this request.' : error.message
  })
}
