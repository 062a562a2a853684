/**
 * `/token`, `/revoke` and `/register`. A code and a refresh token work once. One that comes a second time was stolen,
 * or its thief was first: then all that came of that signing in ends.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readScope, writeScope } from '../_resource/resource.ts'
import { singleValues, type Code } from './authorize.ts'
import { fitsChallenge } from './clients.ts'
import type { Endpoints, Grant, Issued } from './endpoints.ts'
import { OAuthError } from './error.ts'
import { endOf, longestSeconds, offerOf, useOf } from './once.ts'
import type { Signed } from './tokens.ts'

export const accessSeconds = 900

interface Refresh extends Issued {
  /** The code or refresh token that was used up for this one. */
  after: string
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
    return await issue(grant, form, code, offerOf(code.family))
  }

  async function refresh (form: Record<string, string>) {
    const token = await server.tokens.verify<Refresh>('refresh', form['refresh_token'] ?? '')
    if (token === null) {
      throw new OAuthError('invalid_grant', 'The refresh token is not one of this service, or too old.')
    }
    requireClient(form, token)
    return await issue(token, form, token, useOf(token.after))
  }

  /** `from`: the code or refresh token that is used up by this; `basis`: the mark that was made when it was issued. */
  async function issue (grant: Grant, form: Record<string, string>, from: Issued & Signed, basis: string) {
    requireKey(grant)
    const scope = narrowed(grant.scope, form['scope'])
    if (form['resource'] !== undefined && form['resource'] !== grant.resource) {
      throw new OAuthError('invalid_target', 'The resource is not the one that was authorized.')
    }
    if (await server.once.isMarked(from.sub, endOf(from.family))) throw revoked()
    await requireBasis(from, basis)
    if (!await server.once.mark(grant.sub, useOf(from.jti))) {
      await end(from)
      throw new OAuthError('invalid_grant', 'It was used before. Sign in again.')
    }
    // An erasure at this moment takes either this mark or the basis.
    await requireBasis(from, basis)
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
        { ...issued, scope: grant.scope, after: from.jti },
        atMost(longestSeconds, kexp)
      ),
      scope
    }
  }

  /** Without it the user was erased, and with the user the marks that could refuse a code or a token. */
  async function requireBasis ({ sub }: Issued, basis: string): Promise<void> {
    if (!await server.once.isMarked(sub, basis)) throw revoked()
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

const revoked = () => new OAuthError('invalid_grant', 'It was revoked. Sign in again.')

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

const codes: Record<number, string> = { 429: 'temporarily_unavailable', 500: 'server_error', 503: 'server_error' }

function onOAuthError (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode >= 500) request.log.error({ err: error }, 'a token request failed')
  return reply.code(statusCode).send({
    error: error instanceof OAuthError ? error.error : codes[statusCode] ?? 'invalid_request',
    error_description: statusCode >= 500 ? 'The service could not answer this request.' : error.message
  })
}
