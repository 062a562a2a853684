/** The `Idempotency-Key` header: which key, and a hash of the request, to distinguish a repetition from a misuse. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { IdempotencyKey } from '../domain/capabilities/memory.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import { ValidationFailed } from '../domain/errors.ts'
import { metadataFault } from '../domain/json-bounds.ts'
import { given } from './fields.ts'

export function idempotencyOf (request: FastifyRequest): IdempotencyKey | null {
  const header = request.headers['idempotency-key']
  const key = given(Array.isArray(header) ? header[0] : header)
  if (key === null) return null
  const operation = `${request.method} ${request.routeOptions.url ?? ''}`
  return { key, requestHash: createHash('sha256').update(`${operation}\n${canonicalJson(request.body)}`).digest('hex') }
}

/** Throws when metadata is nested deeper, or larger, than any store keeps it. */
export function refuseDeep (metadata: unknown, field: string): void {
  const fault = metadataFault(metadata)
  if (fault !== null) throw new ValidationFailed({ [field]: [`The ${field} field ${fault}.`] })
}
