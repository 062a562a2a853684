/** The `Idempotency-Key` header: which key, and a hash of the request, to tell a repetition from a misuse. */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { IdempotencyKey } from '../capabilities/memory.ts'
import { ValidationFailed } from '../errors.ts'
import { given } from './fields.ts'

/** Deeper than any honest JSON, and shallow enough for every recursion that comes after. */
const deepest = 100

export function idempotencyOf (request: FastifyRequest): IdempotencyKey | null {
  const header = request.headers['idempotency-key']
  const key = given(Array.isArray(header) ? header[0] : header)
  if (key === null) return null
  const operation = `${request.method} ${request.routeOptions.url ?? ''}`
  return { key, requestHash: createHash('sha256').update(`${operation}\n${canonicalJson(request.body)}`).digest('hex') }
}

/** Keys sorted at every level, so that the order a client writes them in does not matter. */
export function canonicalJson (value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined).sort(([a], [b]) => a < b ? -1 : 1)
  return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonicalJson(entry)}`).join(',')}}`
}

/** Throws when JSON is nested deeper than anything after this can walk. */
export function refuseDeep (value: unknown, field: string, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw new ValidationFailed({ [field]: [`The ${field} field must not be nested deeper than ${deepest} levels.`] })
  for (const entry of Object.values(value)) refuseDeep(entry, field, depth + 1)
}
