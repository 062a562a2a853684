/**
 * What happens before every route below, in the order the wire promises: credentials (401), validation (400),
 * identity (403, or the key's user put in place), then the work. A route opts out of credentials with `config.open`.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, withChallenge, withDetail } from '../domain/errors.ts'
import { Server } from '../http/manifest.ts'
import { isLoopback } from '../domain/loopback.ts'
import { sectionOf } from '../domain/manifest.ts'
import { refuseForeignHost, refuseForeignPage } from '../http/origin.ts'
import { limitRate } from '../http/rate.ts'

/** A browser hides the answers to these from a page of another origin; any other method would already have acted. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export default async function accessHooks (fastify: FastifyInstance): Promise<void> {
  const { auth, settings } = fastify
  const { Host, AllowedHosts } = sectionOf(settings, 'Server', Server)
  // Only this machine reaches the port, so a request under a public name comes from a page that resolved that name to
  // this machine (DNS rebinding).
  const checksHost = auth.open && isLoopback(Host)
  await limitRate(fastify)
  fastify.decorateRequest('principal', null)
  fastify.addHook('onRequest', onCredentials)
  fastify.addHook('preHandler', onIdentity)

  async function onCredentials (request: FastifyRequest): Promise<void> {
    if (!safeMethods.has(request.method)) refuseForeignPage(request, AllowedHosts)
    if (request.routeOptions.config.open === true) return
    if (checksHost) refuseForeignHost(request, AllowedHosts)
    request.principal = await auth.authenticate(request)
  }
}

async function onIdentity (request: FastifyRequest): Promise<void> {
  const { principal } = request
  if (principal === null) return
  if (principal.readOnly && writes(request)) {
    const refused = withDetail(
      new Forbidden('This key may only read.'),
      'Ask with a key that was minted without --read-only.'
    )
    throw principal.challenge === undefined ? refused : withChallenge(refused, principal.challenge)
  }
  if (principal.userId === null) return
  for (const part of [request.query, request.params]) {
    const asked = named(part)
    if (asked !== undefined && asked !== principal.userId) {
      throw withDetail(
        new Forbidden('The key belongs to another user.'),
        'Leave user_id as the user the key was minted for.'
      )
    }
  }
  if (named(request.body) !== undefined) (request.body as { user_id: unknown }).user_id = principal.userId
}

function named (part: unknown): unknown {
  return typeof part === 'object' && part !== null ? (part as { user_id?: unknown }).user_id : undefined
}

/** Anything but a GET writes unless the route says that it reads. */
function writes ({ method, routeOptions }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && routeOptions.config.reads !== true
}
