/**
 * `/authorize`: the request is checked and shown to a person; only what the person then does leads to the client's
 * redirect address, so that no link alone redirects.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden, hasCode, Unauthorized } from '../../../domain/errors.ts'
import { isOwnResource, readScope, writeScope } from '../_resource/resource.ts'
import { allowsRedirect } from './clients.ts'
import type { Endpoints, Issued } from './endpoints.ts'
import { OAuthError } from './error.ts'
import { offerOf } from './once.ts'
import { consentPage, pageHeaders, problemPage } from './page.ts'

/** Seconds a person has to find the key. */
const patienceSeconds = 900
const codeSeconds = 60

interface Pending {
  client: string
  name: string
  redirect: string
  state: string | null
  challenge: string
  scope: string
  resource: string
}

/**
 * What a code carries; the redirect address and the challenge are checked when it is exchanged. That it was handed out
 * is marked: with the user the mark goes, and then the code is worth nothing, used or not.
 */
export interface Code extends Issued {
  redirect: string
  challenge: string
}

export function serveAuthorize (fastify: FastifyInstance, server: Endpoints): void {
  fastify.get('/authorize', { schema: { hide: true }, errorHandler: onPageError }, async (request, reply) => {
    const pending = await readRequest(server, request)
    return await show(reply, pending, null)
  })

  fastify.post('/authorize', { schema: { hide: true }, errorHandler: onPageError }, async (request, reply) => {
    refuseForeignForm(request, server.originOf(request))
    const form = request.body as Record<string, string>
    const pending = await server.tokens.verify<Pending>('request', form['request'] ?? '')
    if (pending === null) throw new OAuthError('invalid_request', 'This page is too old. Start again at the client.')
    const answer = (fields: Record<string, string>) =>
      reply.redirect(redirectTo(pending, server.originOf(request), fields), 303)
    if (form['answer'] !== 'allow') return answer({ error: 'access_denied' })
    try {
      return answer({ code: await codeFor(server, pending, form) })
    } catch (error) {
      if (!hasCode(error) || error.statusCode !== 401) throw error
      return await show(reply.code(401), pending, error.message)
    }
  })

  async function show (reply: FastifyReply, pending: Pending, problem: string | null) {
    const { name, redirect, scope } = pending
    const { protocol, host } = new URL(redirect)
    return reply.headers(pageHeaders(redirect)).send(consentPage({
      client: name,
      destination: host === '' ? `an application of this machine (${protocol})` : host,
      writes: scope.split(' ').includes(writeScope),
      request: await server.tokens.sign('request', { ...pending }, patienceSeconds),
      problem
    }))
  }
}

async function codeFor (server: Endpoints, pending: Pending, form: Record<string, string>): Promise<string> {
  const key = server.keys.check((form['key'] ?? '').trim())
  if (key.userId === null) throw new Unauthorized('An operator key reads no memories: sign in with the key of a user.')
  const wanted = pending.scope.split(' ')
  const writes = wanted.includes(writeScope) && !key.readOnly && form['only_read'] === undefined
  const code: Code = {
    family: randomUUID(),
    sub: key.userId,
    kid: key.id,
    kexp: key.expiresAt,
    ro: key.readOnly,
    client: pending.client,
    scope: writes ? `${readScope} ${writeScope}` : readScope,
    resource: pending.resource,
    redirect: pending.redirect,
    challenge: pending.challenge
  }
  await server.once.mark(code.sub, offerOf(code.family))
  return await server.tokens.sign('code', code, codeSeconds)
}

async function readRequest (server: Endpoints, request: FastifyRequest): Promise<Pending> {
  const query = singleValues(request.query as Record<string, unknown>)
  const client = await server.clients.find(query['client_id'] ?? '')
  const redirect = query['redirect_uri'] ?? (client.redirectUris.length === 1 ? client.redirectUris[0] as string : '')
  if (!allowsRedirect(client, redirect)) {
    throw new OAuthError('invalid_request', 'The redirect_uri is not one that the client registered.')
  }
  if (query['response_type'] !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
  }
  const challenge = query['code_challenge'] ?? ''
  if (query['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthError('invalid_request', 'A code_challenge with the method S256 is needed (PKCE).')
  }
  const origin = server.originOf(request)
  const resource = query['resource'] ?? origin
  if (!isOwnResource(resource, origin)) {
    throw new OAuthError('invalid_target', 'The resource is not one of this service.')
  }
  return {
    client: client.id,
    name: client.name,
    redirect,
    state: query['state'] ?? null,
    challenge,
    scope: askedScope(query['scope']),
    resource
  }
}

/** What is asked for and known here; both where nothing is asked. Reading is always part of it. */
function askedScope (scope: string | undefined): string {
  const asked = (scope ?? '').split(' ').filter(name => name === readScope || name === writeScope)
  return asked.length === 0 || asked.includes(writeScope) ? `${readScope} ${writeScope}` : readScope
}

/** A parameter that comes twice could mean one thing here and another elsewhere. */
export function singleValues (values: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(values).filter(([, value]) => value !== '')
  if (entries.some(([, value]) => typeof value !== 'string')) {
    throw new OAuthError('invalid_request', 'A parameter comes twice.')
  }
  return Object.fromEntries(entries) as Record<string, string>
}

function redirectTo ({ redirect, state }: Pending, issuer: string, fields: Record<string, string>): string {
  const url = new URL(redirect)
  for (const [name, value] of Object.entries({ ...fields, ...(state === null ? {} : { state }), iss: issuer })) {
    url.searchParams.set(name, value)
  }
  return url.href
}

/** The form of another site could let its own key in, and a client would then write into that site's memory. */
function refuseForeignForm ({ headers: { origin } }: FastifyRequest, own: string): void {
  if (origin !== undefined && origin !== own) throw new Forbidden('This form was sent by another site.')
}

function onPageError (error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error as { statusCode?: number }
  if (statusCode >= 500) request.log.error({ err: error }, 'signing in failed')
  const said = statusCode >= 500 ? 'The service could not answer this request.' : error.message
  return reply.code(statusCode).headers(pageHeaders(null)).send(problemPage(said))
}
