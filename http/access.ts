/**
 * What happens once before every route, in the order the wire promises: credentials (401), validation (400), identity
 * (403, or the key's user put in place), room for the work (503), then the work. A route opts out of credentials, and
 * of waiting for room, with `config.open`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../domain/capabilities/auth.ts'
import { Forbidden, withChallenge, withDetail } from '../domain/errors.ts'
import { isLoopback } from '../domain/loopback.ts'
import { sectionOf } from '../domain/manifest.ts'
import { limitRequests } from './in-flight.ts'
import { Server } from './manifest.ts'
import { refuseForeignHost, refuseForeignPage } from './origin.ts'
import { limitRate } from './rate.ts'
import { userNamedIn } from './user-named.ts'

/** A browser hides the answers to these from a page of another origin; any other method would already have acted. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Set up on the one scope that holds all routes, so that no hook of it runs twice for a request. */
export async function checkAccess (fastify: FastifyInstance): Promise<void> {
  const { auth, settings } = fastify
  const server = sectionOf(settings, 'Server', Server)
  const { Host, AllowedHosts } = server
  // Only this machine reaches the port, so a request under a public name comes from a page that resolved that name to
  // this machine (DNS rebinding).
  const checksHost = auth.open && isLoopback(Host)
  await limitRate(fastify)
  fastify.decorateRequest('principal', null)
  fastify.addHook('onRequest', onCredentials)
  fastify.addHook('preHandler', onIdentity)
  limitRequests(fastify, server.RequestsInFlight)

  async function onCredentials (request: FastifyRequest): Promise<void> {
    if (!safeMethods.has(request.method)) refuseForeignPage(request, server)
    if (request.routeOptions.config.open === true) return
    if (checksHost) refuseForeignHost(request, AllowedHosts)
    request.principal = await auth.authenticate(request)
  }
}

function onIdentity (request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.principal !== null) confine(request, request.principal)
  done()
}

function confine (request: FastifyRequest, principal: Principal): void {
  refuseWrongKind(principal, request)
  if (principal.readOnly && writes(request)) {
    const refused = withDetail(
      new Forbidden('This key may only read.'),
      'Ask with a key that was minted without --read-only.'
    )
    throw principal.challenge === undefined ? refused : withChallenge(refused, principal.challenge)
  }
  if (principal.userId === null) return
  for (const part of [request.query, request.params]) {
    const asked = userNamedIn(part)
    if (asked !== undefined && asked !== principal.userId) {
      throw withDetail(
        new Forbidden('The key belongs to another user.'),
        'Leave user_id as the user the key was minted for.'
      )
    }
  }
  if (userNamedIn(request.body) !== undefined) (request.body as { user_id: unknown }).user_id = principal.userId
}

/** An operator's key reads no user's memories, and the key of a user says nothing of the service as a whole. */
function refuseWrongKind ({ operator = false }: Principal, { server, routeOptions }: FastifyRequest): void {
  const asked = routeOptions.config.operator
  if (operator && asked === undefined) {
    throw withDetail(
      new Forbidden('This is an operator key, and this is for users.'),
      'Ask with the key of a user: palimpsest mint-key <user_id>.'
    )
  }
  if (!operator && asked === 'only' && !server.auth.open) {
    throw withDetail(new Forbidden('An operator key is needed.'), 'palimpsest mint-key --operator prints one.')
  }
}

/** Anything but a GET writes unless the route says that it reads. */
function writes ({ method, routeOptions }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && routeOptions.config.reads !== true
}
