/**
 * What a client that gets 401 reads to find out where to sign in: protected resource metadata (RFC 9728), and the
 * challenge that points to it (RFC 6750).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'

export const readScope = 'memory:read'
export const writeScope = 'memory:write'

const wellKnown = '/.well-known/oauth-protected-resource'

/** The origin under which a request reached the service; `publicUrl` where it is not empty. */
export function originOf (request: FastifyRequest, publicUrl: string): string {
  return publicUrl === '' ? `${request.protocol}://${request.host}` : publicUrl
}

/** Whether a resource is this service: its origin, or a path below. */
export function isOwnResource (resource: string, origin: string): boolean {
  return resource === origin || resource.startsWith(`${origin}/`)
}

export interface Resource {
  publicUrl: string
  scopes: string[]
  /** Issuers of the tokens that are taken. */
  issuers: (origin: string) => string[]
}

/** One document for the whole service, and one for each address under which a client may know it. */
export function describeResource (fastify: FastifyInstance, { publicUrl, scopes, issuers }: Resource): void {
  const describe = (request: FastifyRequest) => {
    const origin = originOf(request, publicUrl)
    const path = (request.params as { '*'?: string })['*'] ?? ''
    return {
      resource: path === '' ? origin : `${origin}/${path}`,
      authorization_servers: issuers(origin),
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Palimpsest memory'
    }
  }
  for (const url of [wellKnown, `${wellKnown}/*`]) {
    fastify.get(url, { schema: { hide: true }, handler: async request => describe(request) })
  }
}

export interface Challenge {
  error?: 'invalid_token' | 'insufficient_scope'
  description?: string
  scope?: string
}

/** `Bearer error="…", resource_metadata="…"` for the address that was asked. */
export function challengeFor (
  request: FastifyRequest,
  publicUrl: string,
  { error, description, scope }: Challenge = {}
): string {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const metadata = `${originOf(request, publicUrl)}${wellKnown}${path.startsWith('/mcp/') ? path : ''}`
  const parts = { error, error_description: description, scope, resource_metadata: metadata }
  return `Bearer ${
    Object.entries(parts).flatMap(([name, value]) => value === undefined ? [] : [`${name}="${quotable(value)}"`])
      .join(', ')
  }`
}

/** What RFC 6750 lets stand between the quotes. */
function quotable (text: string): string {
  return text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '_')
}
