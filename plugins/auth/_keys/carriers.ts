/**
 * Where a request carries its key: `Authorization: Bearer`, the header `API_KEY`, or the query parameter `api_key`.
 * The first that is there decides.
 */
import type { FastifyRequest } from 'fastify'

/** Null when none is there; a carrier that is blank is not there. */
export function carriedKey (request: FastifyRequest): string | null {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  const header = request.headers['api_key']
  if (typeof header === 'string' && header.trim() !== '') return header.trim()
  const query = (request.query as Record<string, unknown> | undefined)?.['api_key']
  // Twice in one query is no key at all.
  if (Array.isArray(query)) return query.join(',')
  return typeof query === 'string' && query.trim() !== '' ? query.trim() : null
}
